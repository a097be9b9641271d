import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// The same on the system's scheduler and on the scripted one, so that what is counted there counts here.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A scheduler, real or scripted` {
    enum Kind: CaseIterable {
        case real
        case scripted
    }

    private static let shared = Result {
        try RunningLab(printers: "office", program: Programs.lab)
    }

    @Test(arguments: Kind.allCases)
    func `prints the pages asked for, once`(_ kind: Kind) throws {
        try with(kind) { service, papers in
            let name = "scheduler pages \(kind)"
            let id = try service.print(
                Papers.pdf(pages: 4),
                on: "office",
                #"{"pages":"2-3"}"#,
                name: name
            )
            try service.wait(for: id, toBe: .completed)
            #expect(try papers(name) == [[2, 3]])
        }
    }

    @Test(arguments: Kind.allCases)
    func `prints a document as it is, once, through a crash at its release`(
        _ kind: Kind
    ) throws {
        try with(kind) { service, papers in
            let name = "scheduler crash \(kind)"
            let document = try service.document(Papers.pdf(pages: 3))
            service.end(SIGKILL)
            try service.serve(failpoint: "scheduler.release.answered")
            let key = UUID().uuidString
            // The answer may be lost with the service.
            let first = try? service.submission(document, "office", name: name, key: key)
            #expect(service.waitForEnd() == 128 + SIGKILL)
            try service.serve()
            let again = try service.submission(document, "office", name: name, key: key)
            let id = try #require(try again.value(PrintJob.self).id)
            if let first { #expect(try first.value(PrintJob.self).id == id) }
            try service.wait(for: id, toBe: .completed)
            #expect(try papers(name) == [[1, 2, 3]])
        }
    }

    @Test(arguments: Kind.allCases)
    func `keeps a job until its release, however often the service dies before it`(
        _ kind: Kind
    ) throws {
        try with(kind) { service, papers in
            let name = "scheduler cancel \(kind)"
            let document = try service.document(Papers.pdf(pages: 1))
            service.end(SIGKILL)
            try service.serve(failpoint: "store.releasing.committed")
            let key = UUID().uuidString
            // The answer may be lost with the service.
            _ = try? service.submission(document, "office", name: name, key: key)
            #expect(service.waitForEnd() == 128 + SIGKILL)
            // The next one is killed before it has told the scheduler anything.
            try service.start(failpoint: "scheduler.release.unsent")
            #expect(service.waitForEnd() == 128 + SIGKILL)
            #expect(try papers(name) == [])
            try service.serve()
            let again = try service.submission(document, "office", name: name, key: key)
            let id = try #require(try again.value(PrintJob.self).id)
            try service.wait(for: id, toBe: .completed)
            #expect(try papers(name) == [[1]])
        }
    }

    @Test(arguments: Kind.allCases)
    func `has no paper for a job that is canceled before its release`(_ kind: Kind) throws {
        try with(kind) { service, papers in
            let name = "scheduler held \(kind)"
            let id = try service.print(
                Papers.pdf(pages: 1),
                on: "office",
                #"{"holdUntil":"2199-01-01T00:00:00Z"}"#,
                name: name
            )
            #expect(try service.cancel(id).value(PrintJob.self).state == .canceled)
            let next = try service.print(Papers.pdf(pages: 1), on: "office", name: name + " next")
            try service.wait(for: next, toBe: .completed)
            #expect(try papers(name) == [])
            #expect(try papers(name + " next") == [[1]])
        }
    }

    /// Runs a test with a service and the numbers of the pages of each paper of a name.
    private func with(
        _ kind: Kind,
        _ body: (TestService, (String) throws -> [[Int]]) throws -> Void
    ) throws {
        let lab = try Self.shared.get()
        switch kind {
        case .real:
            try withService(in: lab) { service in
                try body(service) { name in
                    try service.received(name, by: "office").map { try $0.numbers(lab) }
                }
            }
        case .scripted:
            let path = "\(lab.folder.path)/scripted.sock"
            let scheduler = try ScriptedScheduler(path: path, queues: [.init("office")])
            defer {
                scheduler.close()
                _ = unsafe unlink(path)
            }
            try withService(in: lab, more: ["CUPS_SERVER": path]) { service in
                try body(service) { name in
                    try scheduler.papers.filter { $0.name == name }.flatMap(\.documents)
                        .map { try Self.numbers(of: $0, lab) }
                }
            }
        }
    }

    private static func numbers(of document: [UInt8], _ lab: RunningLab) throws -> [Int] {
        let file = "\(lab.folder.path)/scripted.pdf"
        try Data(document).write(to: URL(filePath: file))
        return try lab.run("pdftotext", file, "-").output.split(separator: "\u{0C}")
            .compactMap { $0.split { $0.isWhitespace }.last.flatMap { Int($0) } }
    }
}
