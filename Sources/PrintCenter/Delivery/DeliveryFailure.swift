import IPP
import PrintModel

/// The failure of a step of a delivery, classified by what to do next.
enum DeliveryFailure: Error {
    /// The step may succeed later; nothing is lost.
    case later(Reason)
    /// The step will never succeed.
    case never(Reason)
    /// The scheduler may have performed the request: look it up before anything else.
    case unknown(Reason)

    /// The reason that the job shows.
    var reason: Reason {
        switch self {
        case .later(let reason), .never(let reason), .unknown(let reason): reason
        }
    }

    /// Classifies an error of the scheduler.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - printer: The printer.
    ///   - isOfNewJob: Whether a new job was asked for. `client-error-not-possible` then means that there are as many jobs
    ///     as the scheduler keeps, or as the printer or the user may have at a time; it says nothing of the job, and
    ///     passes once others have ended.
    init(_ error: CupsError, printer: PrinterID, isOfNewJob: Bool = false) {
        let parameters = ["printer": printer.rawValue]
        if error.isOutcomeUnknown {
            self = .unknown(Reason(.schedulerUnreachable, parameters))
            return
        }
        switch error {
        case .authenticationRequired, .credentialsRefused:
            self = .later(Reason(.authenticationNeeded, parameters))
        case .ipp(.notPossible, let message) where isOfNewJob:
            let detail = message.map { ["detail": $0] } ?? [:]
            self = .later(Reason(.schedulerFull, parameters.merging(detail) { $1 }))
        case .ipp(let status, _) where status.verdict == .closed:
            self = .later(Reason(.printerNotAccepting, parameters))
        case .ipp(let status, _) where status.verdict == .busy:
            self = .later(Reason(.schedulerBusy, parameters))
        case .ipp(.notFound, _), .ipp(.gone, _):
            self = .later(Reason(.printerRemoved, parameters))
        case .ipp(.notAuthorized, _):
            // The scheduler asks for a password with HTTP; this is its answer to a name that it does not want.
            self = .later(Reason(.userNotAllowed, parameters))
        case .ipp(.notAuthenticated, _), .ipp(.forbidden, _):
            self = .later(Reason(.authenticationNeeded, parameters))
        case .ipp(let status, let message) where status.verdict == .refused:
            self = .never(
                Reason(.schedulerRefused, parameters.merging(status.detail(message)) { $1 })
            )
        case .unencodable, .documentUnreadable:
            self = .never(
                Reason(
                    .preparationFailed,
                    parameters.merging(["detail": "\(error)"]) { $1 }
                )
            )
        default:
            self = .later(Reason(.schedulerUnreachable, parameters))
        }
    }

    /// Classifies an error of a printer that gets the job straight.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - printer: The printer.
    ///   - isOfNewJob: Whether a new job was asked for, without a document: `client-error-not-possible` then says nothing of
    ///     the job. A scheduler on another computer replies so while it has as many jobs as it keeps.
    init(_ error: CupsError, device printer: PrinterID, isOfNewJob: Bool = false) {
        let parameters = ["printer": printer.rawValue]
        if error.isOutcomeUnknown {
            self = .unknown(Reason(.printerUnreachable, parameters))
            return
        }
        switch error {
        case .authenticationRequired, .ipp(.notAuthorized, _), .ipp(.notAuthenticated, _),
            .ipp(.forbidden, _):
            let words = parameters.merging(["route": "direct"]) { $1 }
            self = .later(Reason(.authenticationNeeded, words))
        case .credentialsRefused:
            let words = parameters.merging(["route": "direct", "refused": "true"]) { $1 }
            self = .later(Reason(.authenticationNeeded, words))
        case .notEncrypted:
            let words = parameters.merging(["why": PINObstacle.unencrypted.rawValue]) { $1 }
            self = .later(Reason(.pinNotPossible, words))
        case .identityChanged:
            self = .later(Reason(.printerIdentityChanged, parameters))
        case .ipp(.notPossible, let message) where isOfNewJob:
            let detail = ["at": "device", "detail": message ?? ""]
            self = .later(Reason(.printerNotAccepting, parameters.merging(detail) { $1 }))
        case .ipp(let status, let message):
            let words = parameters.merging(status.detail(message)) { $1 }
            self =
                switch status.verdict {
                case .refused: .never(Reason(.printerRefused, words))
                case .closed:
                    .later(Reason(.printerNotAccepting, words.merging(["at": "device"]) { $1 }))
                case .busy, .forbidden, .none: .later(Reason(.printerBusy, parameters))
                }
        case .unencodable, .documentUnreadable:
            let detail = parameters.merging(["detail": "\(error)"]) { $1 }
            self = .never(Reason(.preparationFailed, detail))
        default:
            self = .later(Reason(.printerUnreachable, parameters))
        }
    }
}
