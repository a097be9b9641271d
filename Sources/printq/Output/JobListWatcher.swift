import ArgumentParser
import PrintCenterClient
import PrintModel

/// Shows a list of jobs and updates it until Ctrl-C.
struct JobListWatcher {
    let client: PrintCenterClient
    let table: JobTable
    let json: Bool
    let filter: JobFilter

    /// The updates of the list.
    private enum Update: Sendable {
        case own(PrintJob)
        /// All jobs of other programs, for which the service has no events.
        case others([PrintJob])
    }

    /// The interval at which the jobs of other programs are read.
    private static let pause = Duration.seconds(2)

    /// The number of jobs to begin with, as a terminal has no room for more; each that changes is shown, too.
    private var limit: Int? { json || !Terminal.showsList ? nil : JobOutput.longest }

    func watch() async throws -> ExitCode {
        let interrupt = Interrupt(labels: [], phrases: table.phrases)
        defer { interrupt.stop() }
        var filter = filter
        if let printer = filter.printer?.rawValue {
            // Where there is no such printer now, its jobs may be there.
            if let found = try? await client.printer(printer) { filter.takeNames(of: found) }
        }
        var list = FollowedJobs(filter)
        let language = table.phrases.language
        let first = try await client.jobs(filter, JobPage(limit: filter.all ? nil : limit)).jobs
            .map { $0.inWords(of: language) }
        try show(first.compactMap { list.take($0) }, list, isFirst: true)
        for try await update in updates() {
            switch update {
            // A list words reasons without the job; the same words avoid a spurious change.
            case .own(let job):
                try show([list.take(job.inWords(of: language))].compactMap { $0 }, list)
            case .others(let jobs):
                try show(list.take(others: jobs.map { $0.inWords(of: language) }), list)
            }
        }
        return .success
    }

    private func updates() -> AsyncThrowingStream<Update, any Error> {
        let (client, filter, limit) = (client, filter, limit)
        let notice = TroubleNotice()
        return AsyncThrowingStream { continuation in
            let reading = Task {
                do {
                    try await withThrowingTaskGroup { group in
                        group.addTask {
                            for try await job in client.follow(
                                [],
                                as: Terminal.reader,
                                limit: limit,
                                onTrouble: { notice.note($0) }
                            ) {
                                continuation.yield(.own(job))
                            }
                        }
                        group.addTask {
                            while !Task.isCancelled {
                                try await Task.sleep(for: Self.pause)
                                do {
                                    let others = try await client.jobs(filter, .others).jobs
                                    continuation.yield(.others(others))
                                } catch let error as ClientError
                                    where error.problem?.code == .storageFailed
                                {
                                    // The service goes on with the queue once it can.
                                    notice.note(error)
                                }
                            }
                        }
                        try await group.next()
                        group.cancelAll()
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in reading.cancel() }
        }
    }

    private func show(
        _ changes: [JobChange],
        _ list: FollowedJobs,
        isFirst: Bool = false
    ) throws {
        guard !changes.isEmpty || isFirst else { return }
        if json {
            for change in changes { try Terminal.write(json: change) }
        } else if Terminal.showsList {
            let lines = table.lines(list.jobs)
            Terminal.redraw(list: lines.isEmpty ? [table.phrases.noJobs] : lines)
        } else {
            for change in changes {
                let event = table.phrases.event(change.event)
                Terminal.write("\(event): \(table.line(change.job))")
            }
        }
    }
}
