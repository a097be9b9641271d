import IPP
import PrintModel

/// Why a step of a delivery was not taken.
enum DeliveryTrouble: Error {
    /// It may work later by itself; nothing was lost.
    case later(Reason)
    /// It will never work.
    case never(Reason)
    /// The request may have been carried out: look before doing anything else.
    case unknown(Reason)

    /// What to say of it.
    var reason: Reason {
        switch self {
        case .later(let reason), .never(let reason), .unknown(let reason): reason
        }
    }

    /// What an error of the scheduler means for a job.
    init(_ error: CupsError, printer: PrinterID) {
        let parameters = ["printer": printer.rawValue]
        if error.isOutcomeUnknown {
            self = .unknown(Reason(.schedulerUnreachable, parameters))
            return
        }
        switch error {
        case .authenticationRequired:
            self = .later(Reason(.authenticationNeeded, parameters))
        case .ipp(.notAcceptingJobs, _):
            self = .later(Reason(.printerNotAccepting, parameters))
        case .ipp(.notFound, _):
            self = .later(Reason(.printerRemoved, parameters))
        case .ipp(.notAuthorized, _), .ipp(.notAuthenticated, _), .ipp(.forbidden, _):
            self = .later(Reason(.authenticationNeeded, parameters))
        case .ipp(let status, let message) where status.rawValue < IPPStatus.internalError.rawValue:
            let detail = message ?? "IPP status \(status.rawValue)"
            self = .never(
                Reason(.schedulerRefused, parameters.merging(["detail": detail]) { $1 })
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
}
