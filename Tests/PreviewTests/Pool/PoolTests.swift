import CLinux
import Foundation
import ProofKit
import SandboxTrials
import Testing

@testable import QuickPreview

@Suite(.timeLimit(.patience(10)))
struct `The pool of helpers` {
    @Test func `starts nothing before the first request`() async throws {
        try await withPreviewer { previewer in
            #expect(previewer.helperProcess(.pdf) == nil)
            previewer.prepare()
            try await wait(for: "the helper") { previewer.helperProcess(.pdf) != nil }
            #expect(previewer.helperProcess(.images) == nil)
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

    @Test func `removes a canceled task from the queue at once`() async throws {
        try await withReport(PreviewerConfiguration(concurrentChildren: 1)) { previewer, path in
            let first = Task { try await failure(previewer, path, .hang)?.code }
            try await wait(for: "a child") { children(of: previewer).count == 1 }
            let second = Task { try await failure(previewer, path, .hang)?.code }
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
                Task { try await failure(previewer, path, .hang)?.code }
            }
            try await wait(for: "two children") { children(of: previewer).count == 2 }
            let other = PreviewerConfiguration(timeLimit: .neverMet)
            #expect(try await info(Previewer(configuration: other), path).pages == 6)
            #expect(children(of: previewer).count == 2)
            for task in tasks { task.cancel() }
            for task in tasks { #expect(try await task.value == .canceled) }
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
