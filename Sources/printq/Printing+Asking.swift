import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printing {
    /// What became of the files of a job that were sent before the user is asked.
    enum SentAhead {
        case sent(DocumentFacts)
        case failed(ExitCode)

        var document: DocumentFacts? {
            guard case .sent(let document) = self else { return nil }
            return document
        }
    }

    /// Sends the files of all jobs, so that one question goes for all of them; what cannot be sent is reported.
    func sendAhead(_ groups: [[String]], _ submission: Submission) async throws -> [SentAhead] {
        var ahead: [SentAhead] = []
        do {
            for paths in groups {
                do {
                    let document = try await submission.send(paths, type: type)
                    ahead.append(document.map { .sent($0) } ?? .failed(.noInput))
                } catch let error as ClientError {
                    Terminal.say(
                        "printq: \(submission.name(paths)): \(error.message(in: .ofUser))"
                    )
                    ahead.append(.failed(ExitCode(error)))
                }
            }
        } catch {
            await discard(ahead, submission)
            throw error
        }
        return ahead
    }

    /// Whether the user wants these jobs, who is asked where they take very many sheets; otherwise, nothing is kept.
    func isMeant(
        _ ahead: [SentAhead],
        _ submission: Submission,
        _ notice: SlowPrinterNotice
    ) async throws -> Bool {
        let request = request(submission.client)
        let jobs = ahead.compactMap(\.document).map { document in
            ManySheets.Job(
                document: document,
                request: CheckRequest(
                    document: document.id ?? "",
                    printer: request.printer,
                    defaults: request.defaults,
                    ticket: request.ticket,
                    pin: request.pin,
                    preset: request.preset,
                    name: request.name
                )
            )
        }
        let many = ManySheets(client: submission.client, mayWait: whenPossible)
        guard let sheets = try await notice.during({ try await many.sheets(of: jobs) }) else {
            return true
        }
        let name = isTogether || files.count == 1 ? submission.name(files) : nil
        guard !ManySheets.areMeant(sheets, of: name, submission.phrases) else {
            return true
        }
        await discard(ahead, submission)
        return false
    }

    private func discard(_ ahead: [SentAhead], _ submission: Submission) async {
        for document in ahead { if let id = document.document?.id { await submission.discard(id) } }
    }
}
