import ArgumentParser
import PrintCenterClient
import PrintModel

/// The request of `printq print`, independent of how its options were parsed.
struct Printing: Equatable {
    var files: [String]
    var printer: String?
    var ticket = PrintTicket()
    var preset: String?
    var title: String?
    var type: String?
    /// The folder whose pictures documents may show.
    var pictures: String?
    var secrets = Secrets()
    var json = false
    var wait = false
    var whenPossible = false
    var hold = false
    /// Whether the files are one job.
    var isTogether = false
    /// Whether to ask before a job of very many sheets.
    var asks = false
    /// Whether to omit the messages about queued jobs.
    var isSilent = false

    /// Queues a job for each file, or for all of them; the exit code is that of the first failure.
    func run(_ client: PrintCenterClient, _ phrases: Phrases) async throws -> ExitCode {
        let submission = Submission(
            client: client,
            phrases: phrases,
            secrets: secrets,
            pictures: pictures
        )
        var codes: [ExitCode] = []
        var jobs: [(index: Int, id: JobID)] = []
        var notices = RepeatedNotices()
        let notice = SlowPrinterNotice(client: client, phrases: phrases, printer: printer)
        let groups = isTogether ? [files] : files.map { [$0] }
        var ahead: [SentAhead]?
        if asks {
            ahead = try await notice.during { try await sendAhead(groups, submission) }
            // The notice about a slow printer would interrupt the question.
            if let ahead, try await !isMeant(ahead, submission, notice) { return .canceled }
        }
        try await notice.during {
            for (index, paths) in groups.enumerated() {
                do {
                    if case .failed(let code)? = ahead?[index] {
                        codes.append(code)
                        continue
                    }
                    let job = try await submit(paths, ahead?[index].document, submission, &notices)
                    codes.append(job.code)
                    if let id = job.id { jobs.append((index, id)) }
                } catch let error as ClientError {
                    Terminal.say(
                        "printq: \(submission.name(paths)): \(error.message(in: .ofUser))"
                    )
                    codes.append(ExitCode(error))
                }
            }
        }
        Terminal.say(notices, phrases)
        if wait, !jobs.isEmpty {
            let watcher = JobWatcher(
                client: client,
                phrases: phrases,
                json: json,
                unread: .goOn
            )
            let ended = try await watcher.watch(jobs.map(\.id))
            for job in jobs { codes[job.index] = ExitCode(ended[job.id]?.state ?? .failed) }
        }
        return codes.first { $0 != .success } ?? .success
    }

    func request(_ client: PrintCenterClient) -> SubmissionRequest {
        SubmissionRequest(
            printer: printer,
            defaults: client.defaultPrinters,
            ticket: ticket,
            name: title,
            pin: secrets.pin,
            whenPossible: whenPossible,
            hold: hold ? true : nil,
            preset: preset
        )
    }

    /// Queues a job, of a document that may have been sent before, and reports the result.
    private func submit(
        _ paths: [String],
        _ document: DocumentFacts?,
        _ submission: Submission,
        _ notices: inout RepeatedNotices
    ) async throws -> (code: ExitCode, id: JobID?) {
        let request = request(submission.client)
        do {
            if json {
                let job = try await submission.print(
                    paths,
                    type: type,
                    request,
                    as: PrintJob.self
                )
                guard let job else {
                    try Terminal.write(json: submission.unreadable(paths), unread: .goOn)
                    return (.noInput, nil)
                }
                // With --wait the states follow, the first of them this one.
                if !wait { try Terminal.write(json: job, unread: .goOn) }
                return (.success, job.id)
            }
            let job: QueuedJob?
            if let id = document?.id {
                job = try await submission.print(sent: id, request, as: QueuedJob.self)
            } else {
                job = try await submission.print(paths, type: type, request, as: QueuedJob.self)
            }
            guard let job else { return (.noInput, nil) }
            if !isSilent { Terminal.write(submission.phrases.queued(job), unread: .goOn) }
            notices.add(submission.improved(job.notices ?? [], of: paths), of: job.name)
            return (.success, job.id)
        } catch let refused as Submission.Refused {
            if json { try Terminal.write(json: refused.check, unread: .goOn) }
            submission.refuse(
                refused.check.document?.name ?? submission.name(paths),
                refused.check
            )
            return (ExitCode(refused.check), nil)
        }
    }
}
