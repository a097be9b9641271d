import ArgumentParser
import Glibc
import PrintCenterClient
import PrintModel
import Signals
import Synchronization

/// Shows jobs until they have ended.
struct JobWatcher {
    let client: PrintCenterClient
    let phrases: Phrases
    let json: Bool
    /// The handling of output that cannot be written: the states of a newly queued job must not be
    /// lost.
    var unread = Terminal.Unread.end

    /// Follows jobs of the service, and returns the final state of each.
    ///
    /// - Returns: The jobs in their final state.
    func watch(_ ids: [JobID]) async throws -> [JobID: PrintJob] {
        let interrupt = Interrupt(labels: ids.map(\.description), phrases: phrases)
        defer { interrupt.stop() }
        var last: [JobID: PrintJob] = [:]
        let notice = TroubleNotice()
        let changes = client.follow(ids, as: Terminal.reader, onTrouble: { notice.note($0) })
        for try await job in changes {
            guard let id = job.id, ids.contains(id) else { continue }
            if let before = last[id], before == job || before.state.isFinal { continue }
            last[id] = job
            interrupt.watching(ids.filter { last[$0]?.state.isFinal != true }.map(\.description))
            try show(job)
            if ids.allSatisfy({ last[$0]?.state.isFinal == true }) { break }
        }
        return last
    }

    /// Follows a job of another program, for which the service has no events.
    func watch(external label: String) async throws -> PrintJob {
        let interrupt = Interrupt(labels: [label], phrases: phrases)
        defer { interrupt.stop() }
        var before: PrintJob?
        while true {
            let job = try await client.job(label).job
            if job != before { try show(job) }
            if job.state.isFinal { return job }
            before = job
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    private func show(_ job: PrintJob) throws {
        if json {
            try Terminal.write(json: job, unread: unread)
        } else if Terminal.isInteractive {
            Terminal.redraw(line(job))
            if job.state.isFinal { Terminal.breakLine() }
        } else {
            Terminal.say(line(job))
        }
    }

    /// Formats one line: the state, the progress, and the reason.
    private func line(_ job: PrintJob) -> String {
        var parts = ["\(job.label) \(job.name)", phrases.state(job.state)]
        if let total = job.plan?.impressions, total > 0 {
            if Terminal.isInteractive { parts.insert(bar(job.progress.impressions, total), at: 1) }
            parts.append(phrases.progress(job))
        }
        parts += job.reasons.map { "\($0.message) \($0.remedy)" }
        let line = parts.filter { !$0.isEmpty }.joined(separator: "  ")
        guard Terminal.isInteractive, !job.state.isFinal else { return line }
        // The terminal cannot redraw a line that wraps.
        var short = line
        while Table.width(short) >= Terminal.columns { short.removeLast() }
        return short
    }

    private func bar(_ done: Int, _ total: Int) -> String {
        let width = 20
        let full = max(0, min(width, done.multiplied(clamping: width) / max(1, total)))
        return "[" + String(repeating: "#", count: full)
            + String(repeating: "-", count: width - full) + "]"
    }
}

/// Handles Ctrl-C during a watch: reports that the jobs continue, and how to cancel them.
final class Interrupt {
    /// The active jobs, for the signal handler on its own thread.
    private final class Labels: Sendable {
        let names: Mutex<[String]>

        init(_ names: [String]) {
            self.names = Mutex(names)
        }
    }

    private let labels: Labels
    private let handler: SignalHandler

    init(labels: [String], phrases: Phrases) {
        let underWay = Labels(labels)
        self.labels = underWay
        handler = SignalHandler(for: [SIGINT, SIGTERM]) { _ in
            let names = underWay.names.withLock { $0 }
            if Terminal.isInteractive { Terminal.breakLine() }
            if !names.isEmpty { Terminal.say(phrases.interrupted(names)) }
            // _exit: other threads still run, and no cleanup is necessary.
            _exit(130)
        }
    }

    /// Records which jobs are still active.
    func watching(_ names: [String]) {
        labels.names.withLock { $0 = names }
    }

    /// Restores the default signal handlers.
    func stop() { handler.stop() }
}
