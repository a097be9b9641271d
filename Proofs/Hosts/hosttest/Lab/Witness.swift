import IPP
import PrintLab
import Synchronization

/// What the printers have seen of the hosts.
final class Witness: Sendable {
    /// A request of a delivery.
    struct Sighting: Sendable {
        let printer: String
        /// The address of the host.
        let client: String
        let operation: String
        /// The name of the job.
        let job: String
        /// The status of the reply.
        let outcome: String
        let moment: ContinuousClock.Instant
    }

    private let seen = Mutex<[Sighting]>([])
    private let start = ContinuousClock.now
    private static let memory = 100_000

    /// Notes a request to a printer, with the job that it names by its name or its number there.
    func note(
        _ request: ScriptedPrinter.Request,
        at device: ScriptedDevice,
        _ printer: String,
        operation: String,
        outcome: String
    ) {
        let asked = request.message.attributes(in: .operation)
        let job =
            asked?["job-name"]?.string
            ?? asked?["job-id"]?.integer.flatMap { device.name(ofJob: $0) }
        note(
            Sighting(
                printer: printer,
                client: request.client,
                operation: operation,
                job: LabPrinters.submitted(job ?? ""),
                outcome: outcome,
                moment: .now
            )
        )
    }

    /// Notes a request.
    func note(_ sighting: Sighting) {
        seen.withLock { seen in
            seen.append(sighting)
            if seen.count > 2 * Self.memory { seen.removeFirst(Self.memory) }
        }
    }

    /// Returns when a printer first had a request after a moment from another host than this one.
    func first(
        at printer: String,
        after moment: ContinuousClock.Instant,
        notFrom client: String
    ) -> ContinuousClock.Instant? {
        seen.withLock { seen in
            let new = seen.reversed().prefix { $0.moment > moment }
            return new.last { $0.printer == printer && $0.client != client }?.moment
        }
    }

    /// Returns the requests for a job, in words.
    func story(of job: String) -> [String] {
        seen.withLock { seen in
            seen.filter { $0.job == job }.map {
                "\($0.moment - start) \($0.client) \($0.operation) at \($0.printer): \($0.outcome)"
            }
        }
    }
}
