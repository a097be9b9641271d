import Failpoints
import IPP

extension IPPOperation {
    /// The failpoints before the request to the scheduler and after its reply.
    var failpoints: (unsent: Failpoint, answered: Failpoint)? {
        switch self {
        case .createJob: (.schedulerCreateUnsent, .schedulerCreateAnswered)
        case .sendDocument: (.schedulerSendUnsent, .schedulerSendAnswered)
        case .getJobAttributes: (.schedulerLookUnsent, .schedulerLookAnswered)
        case .releaseJob: (.schedulerReleaseUnsent, .schedulerReleaseAnswered)
        case .cancelJob: (.schedulerCancelUnsent, .schedulerCancelAnswered)
        case .getJobs: (.schedulerListUnsent, .schedulerListAnswered)
        case .cupsGetPrinters: (.schedulerPrintersUnsent, .schedulerPrintersAnswered)
        default: nil
        }
    }

    /// The failpoints before the request to a printer itself and after its reply.
    var deviceFailpoints: (unsent: Failpoint, answered: Failpoint)? {
        switch self {
        case .createJob: (.deviceCreateUnsent, .deviceCreateAnswered)
        case .getJobAttributes: (.deviceLookUnsent, .deviceLookAnswered)
        case .getJobs: (.deviceListUnsent, .deviceListAnswered)
        case .cancelJob: (.deviceCancelUnsent, .deviceCancelAnswered)
        default: nil
        }
    }
}
