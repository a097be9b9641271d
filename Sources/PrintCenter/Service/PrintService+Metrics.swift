import FoundationEssentials
import Glibc
public import PrintModel

extension PrintService {
    /// Returns what the service measures of itself and of the queue.
    ///
    /// Names of printers are in it, but none of documents or users.
    ///
    /// - Throws: The errors of the store.
    public nonisolated func metrics() async throws -> MetricsText {
        var text = MetricsText()
        text.begin("printcenter_info", .gauge, "The version of the service, and its store.")
        let store = queue.store is PostgresJobStore ? "postgresql" : "sqlite"
        text.add("printcenter_info", 1, ["version": projectVersion, "store": store])

        let depths = try await queue.store.depths(at: clock.now)
        let jobs = "printcenter_jobs"
        text.begin(jobs, .gauge, "Jobs that have not ended, by printer and stage.")
        for printer in Set(depths.map(\.printer.rawValue)).sorted() {
            for stage in QueueDepth.Stage.allCases {
                let found = depths.first { $0.printer.rawValue == printer && $0.stage == stage }
                text.add(
                    jobs,
                    found?.count ?? 0,
                    ["printer": printer, "stage": stage.rawValue]
                )
            }
        }
        if queue.store is any SharedJobStore {
            let hosts = try await hosts()
            let up = "printcenter_host_up"
            text.begin(up, .gauge, "Whether a host of the queue has a lease.")
            for host in hosts { text.add(up, host.state == .gone ? 0 : 1, ["host": host.name]) }
            let printers = "printcenter_host_printers"
            text.begin(printers, .gauge, "Printers whose jobs a host delivers now.")
            for host in hosts { text.add(printers, host.printers.count, ["host": host.name]) }
        }
        queue.meter.write(to: &text)
        let events = "printcenter_events_total"
        text.begin(events, .counter, "Changes of jobs since the queue was made.")
        text.add(events, try await queue.store.lastEvent())
        (queue.store as? any SQLJobStore)?.meter.write(to: &text)
        ProcessUse.now.write(to: &text)
        return text
    }
}

/// What the process takes, under the names that all programs give it.
private struct ProcessUse {
    var processor: Double
    var memory: Int

    static var now: ProcessUse {
        // Without /proc, nothing of the service works.
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return ProcessUse(
            // POSIX counts a million of them in a second, whatever the clock of the system does.
            processor: Double(clock()) / 1_000_000,
            memory: (pages ?? 0) * Int(getpagesize())
        )
    }

    func write(to text: inout MetricsText) {
        text.begin("process_cpu_seconds_total", .counter, "Processor time of the service.")
        text.add("process_cpu_seconds_total", processor)
        text.begin("process_resident_memory_bytes", .gauge, "Memory of the service.")
        text.add("process_resident_memory_bytes", memory)
    }
}
