import ArgumentParser
import Dispatch
import FileAccess
import Glibc
import QuickPreview
import Synchronization

/// `qpreview serve`: a long-lived process for programs that send many requests.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer requests, one JSON object per line, until standard input ends.",
        discussion: """
            Answers come one per line as they are ready; op and id identify their \
            request. Canceling a request ends its work at once; the request is answered with the code \
            canceled, and the cancel is answered, too. An invalid line is answered and skipped.

            Requests:
              {"id":1,"op":"info","path":"report.pdf"}
              {"id":2,"op":"thumbnail","path":"report.pdf","size":256,"page":1,"output":"a.png"}
              {"id":2,"op":"cancel"}
            A file whose name is not UTF-8 is named by uri ("file:///home/ann/caf%E9.pdf") or path64 \
            (base64) instead of path, an output by output64. Both take password, for encrypted PDF \
            documents. A thumbnail also takes scale, and card (true: a card where there is no \
            picture).

            Answers:
              {"id":1,"op":"info","ok":true,"path":"report.pdf","type":"application/pdf",...}
              {"id":2,"op":"thumbnail","ok":true,"output":"a.png","width":181,"height":256, \
            "preview":"rendered","code":null,"reason":null,...}
              {"id":2,"op":"thumbnail","ok":false,"code":"canceled","message":"..."}
            preview is rendered, embedded (a picture inside the file), or card; for a card, code and \
            reason say why. The schema of both is Docs/serve.schema.json.
            """
    )

    /// The most requests in progress; the next line is read once one of them is answered.
    private static let requestsLimit = 256

    func run() async throws {
        // A reader that is gone fails one answer or one output only.
        _ = signal(SIGPIPE, SIG_IGN)
        let previewer = Previewer.shared(usesRunningHelper: false)
        let lines = InputLines()
        let running = Running()
        await withTaskGroup(of: Void.self) { group in
            var count = 0
            while let line = await lines.next() {
                do throws(ServeFailure) {
                    guard let line else {
                        throw ServeFailure(
                            id: nil,
                            code: PreviewError.Code.invalidRequest.rawValue,
                            message: PreviewLanguage.ofUser.say(
                                "The line is longer than \(ServeRequest.lineLimit) bytes.",
                                "该行超过 \(ServeRequest.lineLimit) 字节。"
                            )
                        )
                    }
                    let request = try ServeRequest.read(line)
                    if request.op == .cancel {
                        Self.answer(running.cancel(request))
                        continue
                    }
                    let started = running.start(request) {
                        let answer = await Self.work(on: request, previewer)
                        // A client that has read the answer may use the id again.
                        running.remove(request)
                        Self.answer(answer)
                    }
                    guard let started else {
                        throw request.invalid(
                            PreviewLanguage.ofUser.say(
                                "A request with this id is in progress. Use another id.",
                                "使用此 id 的请求正在处理。请换一个 id。"
                            )
                        )
                    }
                    group.addTask { await started.value }
                    count += 1
                } catch {
                    Self.answer(error.json)
                }
                if count >= Self.requestsLimit {
                    await group.next()
                    count -= 1
                }
            }
        }
        await previewer.close()
    }

    /// Of file systems that may not answer, as many files are open at a time: they are in memory.
    private static let turns = Turns(8)

    private static func work(on request: ServeRequest, _ previewer: Previewer) async -> String {
        func failure(_ code: PreviewError.Code, _ message: String) -> String {
            ServeFailure(id: request.id, op: request.op, code: code.rawValue, message: message).json
        }
        let path: FilePath
        do throws(ServeFailure) {
            path = try request.file()
        } catch {
            return error.json
        }
        let turn = await turns.take(FileVisit.isDistant(path))
        defer { turn.end() }
        let visited: Result<FileVisit, FileVisit.Failure>
        do throws(PreviewError) {
            visited = try await Input.visit(path)
        } catch {
            return failure(error.code, error.message(in: .ofUser))
        }
        do throws(Failure) {
            let file = try Input(visited, path)
            do throws(PreviewError) {
                return request.op == .info
                    ? try await info(of: file, request, previewer)
                    : try await thumbnail(of: file, request, previewer)
            } catch {
                return failure(error.code, error.message(in: .ofUser))
            }
        } catch {
            return failure(error.code == 66 ? .unreadable : .outputFailed, error.message)
        }
    }

    private static func info(
        of file: borrowing Input,
        _ request: ServeRequest,
        _ previewer: Previewer
    ) async throws(PreviewError) -> String {
        let info = try await request.picture.info(of: file, with: previewer)
        return JSON.object(head(of: request) + FileFacts(file, info).pairs)
    }

    private static func thumbnail(
        of file: borrowing Input,
        _ request: ServeRequest,
        _ previewer: Previewer
    ) async throws(PreviewError) -> String {
        guard let output = try? request.outputFile() else {
            throw PreviewError(.invalidRequest, "")
        }
        if let problem = OutputFile.problem(
            output.text,
            FileIdentity(output),
            FileIdentity(descriptor: file.descriptor),
            format: "png"
        ) {
            throw PreviewError(.invalidRequest, problem.message)
        }
        let drawn = try await request.picture.picture(of: file, with: previewer)
        let image = drawn.image
        let png = try image.png()
        do throws(OutputFile.Failure) {
            try await write(png, to: output)
        } catch {
            throw PreviewError(
                .outputFailed,
                Failure(writing: output.shown, error: error.number).message
            )
        }
        return JSON.object(
            head(of: request) + [
                ("output", JSON.quoted(output.shown)), ("width", "\(image.width)"),
                ("height", "\(image.height)"), ("type", JSON.quoted(image.type)),
                ("embedded", image.isEmbedded ? "true" : "false"),
                ("preview", JSON.quoted(drawn.preview)),
                ("code", drawn.reason.map { JSON.quoted($0.code.rawValue) }),
                ("reason", drawn.reason.map { JSON.quoted($0.message(in: .ofUser)) }),
            ]
        )
    }

    /// Writes a picture on a thread that may block, as writing to a pipe does.
    private static func write(
        _ png: [UInt8],
        to output: FilePath
    ) async throws(OutputFile.Failure) {
        let outcome = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(OutputFile.Failure) in
                        try OutputFile(output).write(png, waits: false)
                    }
                )
            }
        }
        try outcome.get()
    }

    private static func head(of request: ServeRequest) -> [(String, String?)] {
        [("id", request.id.json), ("op", JSON.quoted(request.op.rawValue)), ("ok", "true")]
    }

    private static let writing = Mutex(())

    /// Writes a line, never in the middle of another.
    private static func answer(_ line: String) {
        writing.withLock { _ in
            // Without a reader there is nothing left to do.
            if !qpreview_commands.write(line + "\n", to: STDOUT_FILENO) { _exit(1) }
        }
    }
}
