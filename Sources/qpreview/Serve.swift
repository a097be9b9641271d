import ArgumentParser
import Dispatch
import Glibc
import QuickPreview
import Synchronization

/// `qpreview serve`: a helper that lives long, for programs that ask often.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answers requests on standard input until that ends.",
        discussion: """
            A JSON object a line in, one out for each, as they are ready; op and id tell whose \
            answer it is. A request that is canceled ends its work at once and is answered with the \
            code canceled; the cancel is answered, too. A line that is no request is answered and \
            forgotten.

            Requests:
              {"id":1,"op":"info","path":"report.pdf"}
              {"id":2,"op":"thumbnail","path":"report.pdf","size":256,"page":1,"output":"a.png"}
              {"id":2,"op":"cancel"}
            A thumbnail also takes scale, and card (true: where there is no picture, a card).

            Answers:
              {"id":1,"op":"info","ok":true,"path":"report.pdf","type":"application/pdf",...}
              {"id":2,"op":"thumbnail","ok":true,"output":"a.png","width":181,"height":256,...}
              {"id":2,"op":"thumbnail","ok":false,"code":"canceled","message":"..."}
            """
    )

    /// How many requests are taken at once; the next line is read when one of them is answered.
    private static let requestsLimit = 256

    func run() async throws {
        let previewer = Previewer.shared()
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
                            message: "A line has at most \(ServeRequest.lineLimit) bytes."
                        )
                    }
                    let request = try ServeRequest.read(line)
                    if request.op == .cancel {
                        Self.answer(running.cancel(request))
                        continue
                    }
                    let started = running.start(request) {
                        let answer = await Self.work(on: request, previewer)
                        // Whoever has read the answer may use the id again.
                        running.remove(request)
                        Self.answer(answer)
                    }
                    guard let started else {
                        throw request.invalid("A request with this id is being worked on.")
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

    private static func work(on request: ServeRequest, _ previewer: Previewer) async -> String {
        do throws(Failure) {
            let file = try Input.open(request.path ?? "", folders: true)
            do throws(PreviewError) {
                return request.op == .info
                    ? try await info(of: file, request, previewer)
                    : try await thumbnail(of: file, request, previewer)
            } catch {
                return ServeFailure(
                    id: request.id,
                    op: request.op,
                    code: error.code.rawValue,
                    message: error.message
                ).json
            }
        } catch {
            let code: PreviewError.Code = error.code == 66 ? .unreadable : .outputFailed
            return ServeFailure(
                id: request.id,
                op: request.op,
                code: code.rawValue,
                message: error.message
            ).json
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
        let image = try await request.picture.picture(of: file, with: previewer)
        let png = try image.png()
        let output = request.output ?? ""
        do throws(Failure) {
            try OutputFile(output).replace(with: png)
        } catch {
            throw PreviewError(.outputFailed, error.message)
        }
        return JSON.object(
            head(of: request) + [
                ("output", JSON.quoted(output)), ("width", "\(image.width)"),
                ("height", "\(image.height)"), ("type", JSON.quoted(image.type)),
                ("embedded", image.isEmbedded ? "true" : "false"),
            ]
        )
    }

    private static func head(of request: ServeRequest) -> [(String, String?)] {
        [("id", request.id.json), ("op", JSON.quoted(request.op.rawValue)), ("ok", "true")]
    }

    private static let writing = Mutex(())

    /// Writes a line, and never into the middle of another.
    private static func answer(_ line: String) {
        writing.withLock { _ in
            // Without a reader there is nobody to work for.
            if !write(line + "\n", to: STDOUT_FILENO) { _exit(1) }
        }
    }
}

/// The requests that are being worked on.
private final class Running: Sendable {
    private let tasks = Mutex<[ServeRequest.ID: Task<Void, Never>]>([:])

    /// Starts the work on one; `nil` where another of its name is being worked on.
    func start(
        _ request: ServeRequest,
        _ work: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never>? {
        tasks.withLock { tasks in
            guard tasks[request.id] == nil else { return nil }
            let task = Task { await work() }
            tasks[request.id] = task
            return task
        }
    }

    func remove(_ request: ServeRequest) { tasks.withLock { $0[request.id] = nil } }

    /// Cancels one, and answers the cancel.
    func cancel(_ request: ServeRequest) -> String {
        guard let task = tasks.withLock({ $0[request.id] }) else {
            return ServeFailure(
                id: request.id,
                op: .cancel,
                code: "no-such-request",
                message: "No request with this id is being worked on."
            ).json
        }
        task.cancel()
        return JSON.object([
            ("id", request.id.json), ("op", JSON.quoted(request.op.rawValue)), ("ok", "true"),
        ])
    }
}

/// The lines of standard input, read when they are asked for by a thread that may block.
private final class InputLines: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var isAtEnd = false
    }

    private let queue = DispatchQueue(label: "standard input")
    private let state = Mutex(State())

    /// The next line without its end, or nothing inside where it is too long; `nil` at the end of the input.
    func next() async -> [UInt8]?? {
        while true {
            let line = await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: self.read()) }
            }
            // Empty lines say nothing.
            if case .some(.some(let bytes)) = line, bytes.allSatisfy({ $0 <= 0x20 }) { continue }
            return line
        }
    }

    private func read() -> [UInt8]?? {
        state.withLock { state in
            var isTooLong = false
            var chunk = [UInt8](repeating: 0, count: 16_384)
            while true {
                if let end = state.waiting.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = Array(state.waiting[..<end])
                    state.waiting.removeSubrange(...end)
                    return isTooLong || line.count > ServeRequest.lineLimit ? .some(nil) : line
                }
                if state.waiting.count > ServeRequest.lineLimit {
                    isTooLong = true
                    state.waiting.removeAll()
                }
                guard !state.isAtEnd else {
                    defer { state.waiting.removeAll() }
                    if isTooLong { return .some(nil) }
                    return state.waiting.isEmpty ? .none : .some(state.waiting)
                }
                let count = unsafe Glibc.read(STDIN_FILENO, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { state.isAtEnd = true } else { state.waiting += chunk.prefix(count) }
            }
        }
    }
}
