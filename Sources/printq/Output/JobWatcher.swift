import ArgumentParser
import Dispatch
import Glibc
import PrintCenterClient
import PrintModel
import Synchronization

/// Shows jobs until they have ended.
struct JobWatcher {
    let client: PrintCenterClient
    let phrases: Phrases
    let json: Bool
    /// What happens to a state that cannot be written: those of a job that was just queued must not
    /// be lost.
    var unread = Terminal.Unread.end

    /// Follows jobs of ours, and says how each ended.
    ///
    /// - Returns: The jobs in their final state.
    func watch(_ ids: [JobID]) async throws -> [JobID: PrintJob] {
        let interrupt = Interrupt(labels: ids.map(\.description), phrases: phrases)
        defer { interrupt.stop() }
        var last: [JobID: PrintJob] = [:]
        for try await job in client.follow(ids) {
            guard let id = job.id, ids.contains(id) else { continue }
            if let before = last[id], before == job || before.state.isFinal { continue }
            last[id] = job
            interrupt.watching(ids.filter { last[$0]?.state.isFinal != true }.map(\.description))
            try show(job)
            if ids.allSatisfy({ last[$0]?.state.isFinal == true }) { break }
        }
        return last
    }

    /// Follows a job of another program, of which the service tells no events.
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

    /// One line: what, how far, and why not further.
    private func line(_ job: PrintJob) -> String {
        var parts = ["\(job.label) \(job.name)", phrases.state(job.state)]
        if let total = job.plan?.impressions, total > 0 {
            if Terminal.isInteractive { parts.insert(bar(job.progress.impressions, total), at: 1) }
            parts.append(phrases.progress(job))
        }
        parts += job.reasons.map { "\($0.message) \($0.remedy)" }
        let line = parts.filter { !$0.isEmpty }.joined(separator: "  ")
        guard Terminal.isInteractive, !job.state.isFinal else { return line }
        // A line that wraps cannot be redrawn.
        var short = line
        while Table.width(short) >= Terminal.columns { short.removeLast() }
        return short
    }

    private func bar(_ done: Int, _ total: Int) -> String {
        let width = 20
        let full = min(width, done * width / total)
        return "[" + String(repeating: "#", count: full)
            + String(repeating: "-", count: width - full) + "]"
    }
}

/// Ctrl-C while jobs are watched: says that they go on, and how to cancel them.
final class Interrupt {
    /// Which jobs are under way, for the handler on its own thread.
    private final class Labels: Sendable {
        let names: Mutex<[String]>

        init(_ names: [String]) {
            self.names = Mutex(names)
        }
    }

    private let labels: Labels
    private let sources: [any DispatchSourceSignal]

    init(labels: [String], phrases: Phrases) {
        let underWay = Labels(labels)
        self.labels = underWay
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGINT, SIGTERM] {
            _ = signal(number, SIG_IGN)
            sources.append(DispatchSource.makeSignalSource(signal: number, queue: .global()))
        }
        self.sources = sources
        for source in sources {
            source.setEventHandler {
                let names = underWay.names.withLock { $0 }
                if Terminal.isInteractive { Terminal.breakLine() }
                if !names.isEmpty { Terminal.say(phrases.interrupted(names)) }
                // _exit: other threads still run, and nothing is left to be tidied.
                _exit(130)
            }
            source.resume()
        }
    }

    /// Notes which jobs are still under way.
    func watching(_ names: [String]) {
        labels.names.withLock { $0 = names }
    }

    /// Gives the signals their usual meaning back.
    func stop() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { _ = signal(number, SIG_DFL) }
    }
}
