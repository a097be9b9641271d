import CLinux
import Foundation
import Testing

@testable import QuickPreview

@Suite(.timeLimit(.minutes(10)))
struct `The pool of helpers` {
    @Test func `starts nothing before the first request`() async throws {
        try await withPreviewer { previewer in
            #expect(previewer.helperProcess(.pdf) == nil)
            previewer.prepare()
            try await wait(for: "the helper") { previewer.helperProcess(.pdf) != nil }
            #expect(previewer.helperProcess(.images) == nil)
        }
    }

    @Test func `continues after a child has crashed`() async throws {
        try await withReport { previewer, path in
            let error = try await failure(previewer, path, .crashForTesting)
            #expect(error?.code == .crashed)
            let helper = previewer.helperProcess(.pdf)
            #expect(try await info(previewer, path).pages == 6)
            #expect(previewer.helperProcess(.pdf) == helper)
        }
    }

    /// The system, or a limit of ours, is at fault: a document that meets it three times is opened all the same.
    @Test func `blames no document for an outside failure`() async throws {
        try await withReport { previewer, path in
            for _ in 1...3 {
                let setUp = try await failure(previewer, path, .failForTesting)
                #expect(setUp?.code == .unavailable)
                #expect(setUp?.message.contains("Too many open files") == true)
                let size = try await failure(previewer, path, .crashForTesting) {
                    $0.page = UInt32(SIGXFSZ)
                }
                #expect(size?.code == .memoryLimit || size == nil)
                let time = try await failure(previewer, path, .crashForTesting) {
                    $0.page = UInt32(SIGXCPU)
                }
                #expect(time?.code == .processorLimit)
            }
            #expect(try await info(previewer, path).pages == 6)
        }
    }

    @Test func `counts an exit by a library as a crash`() async throws {
        try await withReport { previewer, path in
            for code: UInt32 in [1, 0, 1] {
                let error = try await failure(previewer, path, .exitForTesting) { $0.page = code }
                #expect(error?.code == .crashed)
            }
            let error = await #expect(throws: PreviewError.self) { try await info(previewer, path) }
            #expect(error?.code == .crashedBefore)
        }
    }

    /// As /dev/null is where a program wrote its output over it.
    @Test(.enabled(if: getuid() == 0, "needs a name space of mounts"))
    func `gives helpers no writable file, even if /dev/null is one`() async throws {
        try await withFixtures { fixtures in
            let nothing = try fixtures.write("", as: "null")
            // libvips warns of what it finds in it.
            let path = try fixtures.image("damaged.tif")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try bytes.prefix(bytes.count - 30).write(to: URL(fileURLWithPath: path))
            let script =
                "mount --bind '\(nothing)' /dev/null && exec '\(try program("qpreview"))' info '\(path)'"
            let ended = try execute("unshare", ["-m", "sh", "-c", script])
            #expect(!ended.errors.contains("crashed"), "\(ended.errors)")
            #expect(ended.output.contains("image/tiff"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: nothing)).isEmpty)
        }
    }

    @Test func `kills a child that takes too long`() async throws {
        let configuration = PreviewerConfiguration(timeLimit: .seconds(1))
        try await withReport(configuration) { previewer, path in
            previewer.prepare()
            try await wait(for: "the helper") { previewer.helperProcess(.pdf) != nil }
            let helper = previewer.helperProcess(.pdf)
            let error = try await failure(previewer, path, .hangForTesting)
            #expect(error?.code == .timeLimit)
            try await noChildren(of: previewer)
            // The helper killed the child; it did not have to be killed itself.
            #expect(previewer.helperProcess(.pdf) == helper)
        }
    }

    @Test func `bounds processor time`() async throws {
        try await withReport { previewer, path in
            let error = try await failure(previewer, path, .spinForTesting) {
                $0.processorSeconds = 1
            }
            #expect(error?.code == .processorLimit)
            #expect(previewer.statistics.ends == [.processorLimit: 1])
        }
    }

    @Test func `bounds memory`() async throws {
        try await withReport { previewer, path in
            let error = try await failure(previewer, path, .swallowForTesting)
            #expect(
                error?.code == .memoryLimit || error?.code == .crashed,
                "\(String(describing: error))"
            )
            #expect(try await info(previewer, path).pages == 6)
        }
    }

    @Test func `kills the child of a canceled task`() async throws {
        try await withReport { previewer, path in
            let task = Task { try await failure(previewer, path, .hangForTesting)?.code }
            try await wait(for: "a child") { children(of: previewer).count == 1 }
            let helper = previewer.helperProcess(.pdf)
            task.cancel()
            #expect(try await task.value == .canceled)
            try await noChildren(of: previewer)
            #expect(previewer.helperProcess(.pdf) == helper)
        }
    }

    @Test func `removes a canceled task from the queue at once`() async throws {
        try await withReport(PreviewerConfiguration(concurrentChildren: 1)) { previewer, path in
            let first = Task { try await failure(previewer, path, .hangForTesting)?.code }
            try await wait(for: "a child") { children(of: previewer).count == 1 }
            let second = Task { try await failure(previewer, path, .hangForTesting)?.code }
            second.cancel()
            #expect(try await second.value == .canceled)
            #expect(children(of: previewer).count == 1)
            first.cancel()
            #expect(try await first.value == .canceled)
        }
    }

    @Test func `limits the number of concurrent documents`() async throws {
        try await withReport(PreviewerConfiguration(concurrentChildren: 2)) { previewer, path in
            let tasks = (0..<5).map { _ in
                Task { try await failure(previewer, path, .hangForTesting)?.code }
            }
            try await wait(for: "two children") { children(of: previewer).count == 2 }
            #expect(try await info(Previewer(), path).pages == 6)
            #expect(children(of: previewer).count == 2)
            for task in tasks { task.cancel() }
            for task in tasks { #expect(try await task.value == .canceled) }
        }
    }

    @Test func `replaces a helper that was killed`() async throws {
        try await withReport { previewer, path in
            #expect(try await info(previewer, path).pages == 6)
            let first = try #require(previewer.helperProcess(.pdf))
            kill(first, SIGKILL)
            #expect(try await info(previewer, path).pages == 6)
            #expect(previewer.helperProcess(.pdf) != first)
        }
    }

    @Test func `keeps one idle child, which holds no other descriptors`() async throws {
        try await withReport { previewer, path in
            #expect(try await info(previewer, path).pages == 6)
            try await wait(for: "a child that waits") { holdsLittle(forks(of: previewer)) }
            for _ in 1...3 {
                let waiting = try #require(forks(of: previewer).first)
                kill(waiting, SIGKILL)
                try await wait(for: "another one") {
                    holdsLittle(forks(of: previewer)) && forks(of: previewer).first != waiting
                }
                #expect(try await info(previewer, path).pages == 6)
                try await wait(for: "the next one") { holdsLittle(forks(of: previewer)) }
            }
            #expect(previewer.statistics.helperDeaths == 0)
        }
    }

    @Test func `retries when the helper is killed during a request`() async throws {
        try await withReport { previewer, path in
            let task = Task { try await failure(previewer, path, .hangForTesting)?.code }
            var killed: Set<Int32> = []
            for attempt in 1...2 {
                try await wait(for: "child \(attempt)") {
                    guard let helper = previewer.helperProcess(.pdf) else { return false }
                    return !killed.contains(helper) && children(of: previewer).count == 1
                }
                let helper = try #require(previewer.helperProcess(.pdf))
                killed.insert(helper)
                kill(helper, SIGKILL)
            }
            #expect(try await task.value == .unavailable)
        }
    }

    @Test func `does not blame the document for a child that was killed from outside`()
        async throws
    {
        try await withReport { previewer, path in
            let task = Task { try await failure(previewer, path, .hangForTesting)?.code }
            var killed: Set<Int32> = []
            for attempt in 1...2 {
                try await wait(for: "child \(attempt)") {
                    guard let child = children(of: previewer).first else { return false }
                    return !killed.contains(child)
                }
                let child = try #require(children(of: previewer).first)
                killed.insert(child)
                kill(child, SIGKILL)
            }
            // Once more, and then an end that may pass.
            #expect(try await task.value == .interrupted)
            #expect(previewer.statistics.helperDeaths == 0)
            #expect(try await info(previewer, path).pages == 6)
        }
    }

    @Test func `answers only after the child that writes has ended`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let result = fixtures.path("result")
            try await withPreviewer { previewer in
                try await withFile(path) { input in
                    try await withFile(result, flags: O_RDWR | O_CREAT) { output in
                        _ = try await previewer.perform(
                            .lingerForTesting,
                            of: input,
                            name: "a.pdf",
                            output: output
                        )
                    }
                }
            }
            #expect(try String(contentsOfFile: result, encoding: .utf8) == "late")
        }
    }

    @Test func `answers fifty concurrent requests`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let png = try fixtures.png()
            try await withPreviewer { previewer in
                try await withFile(pdf) { pdf in
                    try await withFile(png) { png in
                        try await withThrowingTaskGroup(of: Bool.self) { group in
                            for number in 0..<50 {
                                group.addTask {
                                    switch number % 3 {
                                    case 0: try await previewer.info(of: pdf, name: "").pages == 6
                                    case 1:
                                        try await previewer.thumbnail(
                                            of: pdf,
                                            name: "",
                                            page: 2,
                                            size: 64
                                        ).colour(0.9, 0.1) == "green"
                                    default:
                                        try await previewer.thumbnail(
                                            of: png,
                                            name: ".png",
                                            size: 64
                                        )
                                        .colour(0.2, 0.2) == "red"
                                    }
                                }
                            }
                            for try await right in group { #expect(right) }
                        }
                    }
                }
            }
        }
    }

    @Test func `leaves nothing behind after two hundred requests`() async throws {
        try await withReport { previewer, path in
            #expect(try await info(previewer, path).pages == 6)
            let helper = try #require(previewer.helperProcess(.pdf))
            for _ in 0..<200 { #expect(try await info(previewer, path).pages == 6) }
            try await noChildren(of: previewer)
            #expect(previewer.helperProcess(.pdf) == helper)
            let threads = try FileManager.default.contentsOfDirectory(
                atPath: "/proc/\(helper)/task"
            )
            #expect(threads.count == 1)
        }
    }

    // The helper inherits the limit: this finds what either of them leaves open.
    @Test func `closes descriptors of an empty message`() throws {
        var pair: [Int32] = [-1, -1]
        try #require(unsafe clinux_message_sockets(&pair) == 0)
        defer { for socket in pair { close(socket) } }
        // Who holds the other end of a pipe sees when the last copy of its own is closed.
        var pipe: [Int32] = [-1, -1]
        try #require(unsafe clinux_pipe(&pipe) == 0)
        defer { close(pipe[0]) }
        var byte: UInt8 = 0
        #expect(unsafe clinux_send_message(pair[1], &byte, 0, [pipe[1]], 1) == 0)
        close(pipe[1])
        if ReceivedMessage(from: pair[0], limit: 8) != nil { Issue.record("that is a message") }
        var end = pollfd(fd: pipe[0], events: 0, revents: 0)
        #expect(unsafe poll(&end, 1, 0) == 1, "the pipe is still open")
    }

    /// A file that was opened by somebody else, or has other permissions by now.
    @Test(.enabled(if: getuid() != 0, "root may open everything"))
    func `reads a document that cannot be reopened`() async throws {
        try await withReport { previewer, path in
            try await withFile(path) { file in
                unsafe chmod(path, 0)
                let pages = try await previewer.info(of: file, name: path).pages
                #expect(pages == 6)
            }
        }
    }

    @Test func `needs no more descriptors for many requests than for one`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let files = Array(repeating: "'\(path)'", count: 100).joined(separator: " ")
            let program = try program("qpreview")
            let ended = try execute("sh", ["-c", "ulimit -n 30; '\(program)' info \(files)"])
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(ended.output.split(separator: "\n").count == 100)
        }
    }

    @Test func `reports why it is not available`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            for zygote in ["/nonexistent/qpreview-zygote", "/bin/true"] {
                try await withPreviewer(PreviewerConfiguration(zygote: zygote)) { previewer in
                    let error = await #expect(throws: PreviewError.self) {
                        _ = try await info(previewer, path)
                    }
                    #expect(error?.code == .unavailable)
                    #expect(error?.message.contains("qpreview-zygote") == true)
                }
            }
        }
    }

    @Test func `refuses requests once it is closed`() async throws {
        try await withReport { previewer, path in
            #expect(try await info(previewer, path).pages == 6)
            let helper = try #require(previewer.helperProcess(.pdf))
            await previewer.close()
            #expect(kill(helper, 0) != 0)
            let error = await #expect(throws: PreviewError.self) {
                _ = try await info(previewer, path)
            }
            #expect(error?.code == .unavailable)
        }
    }
}

/// Runs a test with a previewer and a PDF of six pages.
private func withReport(
    _ configuration: PreviewerConfiguration = PreviewerConfiguration(),
    _ body: (Previewer, String) async throws -> Void
) async throws {
    try await withFixtures { fixtures in
        let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
        try await withPreviewer(configuration) { try await body($0, path) }
    }
}

/// The error of an operation that only tests can ask for.
private func failure(
    _ previewer: Previewer,
    _ path: String,
    _ operation: RequestMessage.Operation,
    adjust: (inout RequestMessage) -> Void = { _ in }
) async throws -> PreviewError? {
    try await withFile(path) { file in
        do throws(PreviewError) {
            _ = try await previewer.perform(operation, of: file, name: "a.pdf", adjust: adjust)
            return nil
        } catch {
            return error
        }
    }
}

/// The processes that a previewer's helper has forked for a document, the dead ones too.
private func children(of previewer: Previewer) -> [Int32] {
    previewer.helperProcess(.pdf).map { children(of: $0) } ?? []
}

/// All processes that a previewer's helper has forked.
private func forks(of previewer: Previewer) -> [Int32] {
    previewer.helperProcess(.pdf).map { forks(of: $0) } ?? []
}

/// Whether there is one child alone, with its socket beside the three descriptors that every program has.
private func holdsLittle(_ forks: [Int32]) -> Bool {
    guard forks.count == 1, isWaiting(forks[0]) else { return false }
    let held = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(forks[0])/fd")
    return held?.sorted() == ["0", "1", "2", "3"]
}

private func noChildren(of previewer: Previewer) async throws {
    try await wait(for: "the children to be gone") { children(of: previewer).isEmpty }
}
