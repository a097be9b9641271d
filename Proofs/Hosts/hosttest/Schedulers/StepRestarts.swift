import IPP
import ProofKit
import Synchronization

/// At which request each printer restarts next, if at any.
final class StepRestarts: Sendable {
    /// The moment of a restart.
    enum Moment: CaseIterable, Sendable {
        /// Before the printer does what the request asks for.
        case before
        /// After that, without a reply.
        case unanswered
        /// Once the client has the reply.
        case answered
    }

    private struct Plan: Sendable {
        let operation: IPPOperation
        let moment: Moment
    }

    private let plans = Mutex<[String: Plan]>([:])

    /// The requests that come with a job, and their names.
    private static let names: [(operation: IPPOperation, name: String)] = [
        (.getPrinterAttributes, "Get-Printer-Attributes"), (.validateJob, "Validate-Job"),
        (.createJob, "Create-Job"), (.sendDocument, "Send-Document"),
        (.getJobAttributes, "Get-Job-Attributes"), (.getJobs, "Get-Jobs"),
    ]

    /// The requests that come with a job.
    static let operations = names.map(\.operation)

    /// The name of a request.
    static func name(of operation: IPPOperation) -> String {
        names.first { $0.operation == operation }?.name ?? "request \(operation.rawValue)"
    }

    /// Has a printer restart at a request; returns false where another restart is still planned.
    func plan(_ printer: String, at operation: IPPOperation, _ moment: Moment) -> Bool {
        plans.withLock { plans in
            guard plans[printer] == nil else { return false }
            plans[printer] = Plan(operation: operation, moment: moment)
            return true
        }
    }

    /// Returns when the printer restarts, if at this request; the plan is used up.
    func take(_ printer: String, at operation: IPPOperation?) -> Moment? {
        plans.withLock { plans in
            guard let plan = plans[printer], plan.operation == operation else { return nil }
            plans[printer] = nil
            return plan.moment
        }
    }

    /// Takes all plans back.
    func clear() { plans.withLock { $0 = [:] } }
}
