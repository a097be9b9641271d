import FoundationEssentials
import IPP
import PrintLab
import Synchronization

/// Which ends of jobs somebody has read.
extension SchedulerPrinters {
    /// How often a backend may run for a job in one gap, and count one side by itself.
    private static let mostRuns = 3
    /// The code of a reply to a question for a job that the printer does not have.
    private static let notFound: UInt16 = 0x0406

    /// Notes which jobs a reply reports as ended.
    ///
    /// A scheduler does not tell how it knows of an end, and when only in whole seconds.
    func noteEnds(
        in reply: IPPMessage,
        to request: ScriptedPrinter.Request,
        at printer: String,
        isForBackend: Bool
    ) {
        let queue = [printer, request.client]
        // Sides that the backend has counted tell all the same, where they are more than its runs.
        let isReliable = state.withLock { state in
            if isForBackend, reply.code == Self.notFound { state.unreliable.insert(queue) }
            return !isForBackend || !state.unreliable.contains(queue)
        }
        let ended = reply.groups.filter { group in
            group.tag == .job && (group["job-state"]?.integer ?? 0) >= 7
                && (isReliable
                    || (group["job-impressions-completed"]?.integer ?? 0) > Self.mostRuns)
        }
        let names = ended.compactMap { $0["job-name"]?.string }.map { LabPrinters.submitted($0) }
        let now = Date()
        state.withLock { state in
            for name in names where state.bringers[name] == request.client {
                if isForBackend {
                    state.toldToBackend[name] = state.toldToBackend[name] ?? now
                } else {
                    state.told[name] = state.told[name] ?? (now, printer)
                }
            }
        }
    }

    /// The jobs whose ends services have read since a moment.
    func ends(since moment: Date) -> Set<String> {
        Set(state.withLock { $0.told.filter { $0.value.moment >= moment } }.keys)
    }

    /// Takes back that services have read the ends of jobs: one that is ended may not have stored them.
    func takeBackEnds(of names: Set<String>) {
        state.withLock { $0.told = $0.told.filter { !names.contains($0.key) } }
    }

    /// Those of some jobs whose printers have forgotten them since services have read their ends.
    func forgotten(of names: Set<String>) -> Set<String> {
        let told = state.withLock(\.told)
        return names.filter { name in
            guard let end = told[name] else { return false }
            return faults.entries(from: end.moment, to: .distantFuture).contains {
                $0.target == end.printer
            }
        }
    }
}
