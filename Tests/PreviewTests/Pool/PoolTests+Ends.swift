import Foundation
import ProofKit
import SandboxTrials
import Testing

@testable import QuickPreview

/// How children and helpers end, and what comes after it.
extension `The pool of helpers` {
    @Test func `continues after a child has crashed`() async throws {
        try await withReport { previewer, path in
            let error = try await failure(previewer, path, .raise(SIGSEGV))
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
                let size = try await failure(previewer, path, .raise(SIGXFSZ))
                #expect(size?.code == .memoryLimit || size == nil)
                let time = try await failure(previewer, path, .raise(SIGXCPU))
                #expect(time?.code == .processorLimit)
            }
            #expect(try await info(previewer, path).pages == 6)
        }
    }

    @Test func `counts an exit by a library as a crash`() async throws {
        try await withReport { previewer, path in
            for code: Int32 in [1, 0, 1] {
                let error = try await failure(previewer, path, .exit(code))
                #expect(error?.code == .crashed)
            }
            let error = await #expect(throws: PreviewError.self) { try await info(previewer, path) }
            #expect(error?.code == .crashedBefore)
        }
    }

    @Test func `blames no document for a child that cannot be set up`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let configuration = PreviewerConfiguration(crashRecord: fixtures.path("crashes"))
            try await withTrials(["QPREVIEW_TRIAL_DESCRIPTORS=17"], configuration) { previewer in
                for _ in 1...3 {
                    let error = try await failure(previewer, path, .hang)
                    #expect(error?.code == .unavailable)
                    #expect(
                        error?.message.contains("Too many open files") == true,
                        "\(error?.message ?? "")"
                    )
                }
            }
            try await withTrials([], configuration) { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.pages == 6)
            }
        }
    }

    @Test func `kills a child that takes too long`() async throws {
        // Time: the child never ends
        var configuration = PreviewerConfiguration(timeLimit: .seconds(1))
        configuration.patience = 1
        try await withReport(configuration) { previewer, path in
            previewer.prepare()
            try await wait(for: "the helper") { previewer.helperProcess(.pdf) != nil }
            let helper = previewer.helperProcess(.pdf)
            let error = try await failure(previewer, path, .hang)
            #expect(error?.code == .timeLimit)
            try await noChildren(of: previewer)
            // The helper killed the child; it did not have to be killed itself.
            #expect(previewer.helperProcess(.pdf) == helper)
        }
    }

    @Test func `bounds processor time`() async throws {
        try await withReport { previewer, path in
            let error = try await failure(previewer, path, .spin) {
                $0.processorSeconds = 1
            }
            #expect(error?.code == .processorLimit)
            #expect(previewer.statistics.ends == [.processorLimit: 1])
        }
    }

    @Test func `bounds memory`() async throws {
        try await withReport { previewer, path in
            let error = try await failure(previewer, path, .exhaustMemory)
            #expect(
                error?.code == .memoryLimit || error?.code == .crashed,
                "\(String(describing: error))"
            )
            #expect(try await info(previewer, path).pages == 6)
        }
    }

    @Test func `kills the child of a canceled task`() async throws {
        try await withReport { previewer, path in
            let task = Task { try await failure(previewer, path, .hang)?.code }
            try await wait(for: "a child") { children(of: previewer).count == 1 }
            let helper = previewer.helperProcess(.pdf)
            task.cancel()
            #expect(try await task.value == .canceled)
            try await noChildren(of: previewer)
            #expect(previewer.helperProcess(.pdf) == helper)
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

    @Test func `retries when the helper is killed during a request`() async throws {
        try await withReport { previewer, path in
            let task = Task { try await failure(previewer, path, .hang)?.code }
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
            let task = Task { try await failure(previewer, path, .hang)?.code }
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
            try await withTrials { previewer in
                try await withFile(path) { input in
                    try await withFile(result, flags: O_RDWR | O_CREAT) { output in
                        _ = try await previewer.perform(
                            .makePrintable,
                            of: input,
                            name: "a.pdf",
                            payload: Trial.writeLate.payload,
                            output: output
                        )
                    }
                }
            }
            #expect(try String(contentsOfFile: result, encoding: .utf8) == "late")
        }
    }
}
