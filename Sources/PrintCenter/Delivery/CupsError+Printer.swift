import IPP

/// What a printer says with an error.
extension CupsError {
    /// Whether the printer replied that it cannot do it now (RFC 8011, appendix B.1.5).
    var isServerError: Bool {
        guard case .ipp(let status, _) = self else { return false }
        return status.rawValue >= IPPStatus.internalError.rawValue
    }

    /// Whether the printer replied that it takes no job now, because it is at another one or takes none
    /// at all.
    var isForAnotherJob: Bool {
        [.busy, .notAcceptingJobs, .serviceUnavailable].contains(status)
    }

    /// Whether the printer takes the request only together with a password, or with another one.
    var isForPassword: Bool {
        self == .authenticationRequired || self == .credentialsRefused
            || [.notAuthenticated, .notAuthorized, .forbidden].contains(status)
    }
}
