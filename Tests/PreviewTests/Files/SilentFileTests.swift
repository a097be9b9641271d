import CLinux
import FileAccess
import Foundation
import ProofKit
import SessionBus
import Testing

@testable import QuickPreview

/// The condition of tests that mount a file system.
let mountsFiles = ConditionTrait.enabled(
    if: SilentFiles.isPossible,
    Comment(rawValue: SilentFiles.obstacle ?? "")
)

/// Files on a share that does not answer any more.
@Suite(mountsFiles, .serialized)
struct `Files on a silent share` {
    private let contents = Array(PDFMaker.report.text.utf8)

    private func bytes(_ visit: FileVisit) -> [UInt8] {
        defer { close(visit.descriptor) }
        return ResidentFile(takingOwnership: dup(visit.descriptor)).contents(limit: 1 << 24) ?? []
    }

    @Test func `are copied while it answers, and given up when it does not`() async throws {
        try await withFixtures { fixtures in
            let local = FilePath(try fixtures.write("here", as: "here.txt"))
            try await withSilentFiles(at: fixtures.path("share"), contents) { share in
                let far = FilePath(share.path("a.pdf"))
                let link = FilePath(fixtures.path("link.pdf"))
                try FileManager.default.createSymbolicLink(
                    atPath: link.text,
                    withDestinationPath: far.text
                )
                for path in [far, link] {
                    #expect(FileVisit.isDistant(path) && !FileVisit.isDistant(local))
                    let visit = try FileVisit.read(path)
                    #expect(visit.isDistant && visit.path == far && visit.isFile)
                    #expect(clinux_is_sealed(visit.descriptor) == 1)
                    #expect(bytes(visit) == contents)
                }
                #expect(try FileVisit.look(at: far).size == contents.count)
                #expect(throws: FileVisit.Failure.missing) {
                    try FileVisit.look(at: FilePath(share.path(".missing")))
                }
                for silence in [SilentFiles.Silence.reading, .all] {
                    share.set(silence)
                    // More than may wait for one file system.
                    let failures = await withTaskGroup(of: String.self) { group in
                        for index in 0..<6 {
                            group.addTask {
                                let path = index % 2 == 0 ? far : link
                                do throws(PreviewError) {
                                    close(try await FileDoor.read(path, 0).descriptor)
                                    return ""
                                } catch {
                                    return error.code.rawValue
                                }
                            }
                        }
                        // Meanwhile, and without a thread that waits for them.
                        #expect((try? FileVisit.look(at: local))?.size == 4)
                        return await group.reduce(into: []) { $0.append($1) }
                    }
                    #expect(failures == Array(repeating: "unavailable", count: 6))
                    #expect((1...4).contains(share.waiting), "\(share.waiting) wait")
                    share.set(.none)
                    try await wait(for: "the share to be used again") {
                        (try? FileVisit.read(far)).map(bytes) == contents
                    }
                }
            }
        }
    }

    @Test func `are not waited for by a canceled task`() async throws {
        try await withFixtures { fixtures in
            try await withSilentFiles(at: fixtures.path("share"), contents) { share in
                share.set(.all)
                let path = FilePath(share.path("a.pdf"))
                let task = Task { () -> String in
                    do throws(PreviewError) {
                        _ = try await FileDoor.look(at: path)
                        return ""
                    } catch {
                        return error.code.rawValue
                    }
                }
                try await wait(for: "the question") { share.waiting > 0 }
                task.cancel()
                #expect(await task.value == "canceled")
            }
        }
    }

    @Test func `hold up neither local files nor new requests for thumbnails`() async throws {
        try await withThumbnailer { desk in
            let lab = desk.lab
            try await withSilentFiles(at: lab.fixtures.path("share"), contents) { share in
                let here = try ["a.pdf", "b.pdf"].map {
                    try lab.subject(lab.fixtures.write(PDFMaker.report.text, as: $0)).uri
                }
                let far = (1...6).map { FilePath(share.path("f\($0).pdf")).uri }
                share.set(.all)
                let first = try await desk.queue(far + [here[0]])
                // Answered although the others hang.
                let second = try await desk.queue([here[1]], scheduler: "foreground")
                let told = try await desk.told(until: first, second)
                #expect(told[second]?.ready == [here[1]])
                let one = try #require(told[first])
                #expect(one.order.first == here[0] && one.ready == [here[0]], "\(one)")
                // The code of an interrupted connection.
                #expect(one.failed == Dictionary(uniqueKeysWithValues: far.map { ($0, 1) }))
                #expect((1...4).contains(share.waiting))
                share.set(.none)
                try await wait(for: "the visitors to end") {
                    let again = try await desk.queue([far[0]])
                    return try await desk.told(until: again)[again]?.ready == [far[0]]
                }
            }
        }
    }

    @Test func `hold up no other request of a server`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withSilentFiles(at: fixtures.path("share"), contents) { share in
                share.set(.reading)
                let server = try Server()
                for id in 1...4 {
                    try server.ask([
                        "id": id, "op": "thumbnail", "path": share.path("a\(id).pdf"),
                        "output": fixtures.path("\(id).png"),
                    ])
                }
                try server.ask(["id": 5, "op": "info", "path": pdf])
                #expect(try server.answer()["id"] as? Int == 5)
                try await wait(for: "the share to be asked") { share.waiting > 0 }
                try server.ask(["id": 1, "op": "cancel"])
                let canceled = try [server.answer(), server.answer()]
                #expect(
                    Set(canceled.compactMap { $0["op"] as? String }) == ["cancel", "thumbnail"]
                )
                #expect(canceled.contains { $0["code"] as? String == "canceled" })
                for _ in 2...4 {
                    #expect(try server.answer()["code"] as? String == "unavailable")
                }
                #expect((1...4).contains(share.waiting))
                #expect(try server.end() == 0)
            }
        }
    }

    @Test func `end the commands of qpreview, which do not write there either`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withSilentFiles(at: fixtures.path("share"), contents) { share in
                share.set(.all)
                let far = share.path("a.pdf")
                let output = fixtures.path("a.png")
                for (words, verb) in [
                    (["thumbnail", far, output], "read"), (["info", far], "read"),
                    (["thumbnail", pdf, share.path("b.png")], "written"),
                    (["thumbnail", "--cache", "-s", "128", far, output], "read"),
                ] {
                    let ended = try execute(program("qpreview"), words)
                    #expect(ended.code == 1, "\(words): \(ended)")
                    #expect(
                        ended.errors.contains(
                            "cannot be \(verb): its file system does not answer."
                        ),
                        "\(words): \(ended)"
                    )
                }
            }
        }
    }

    @Test func `are refused by the helper that programs share`() async throws {
        try await withFixtures { fixtures in
            try await withSilentFiles(at: fixtures.path("share"), contents) { share in
                // A program has opened it before the share fell silent.
                let file = unsafe open(share.path("a.pdf"), O_RDONLY | O_CLOEXEC)
                try #require(file >= 0)
                share.set(.all)
                let resident = ResidentFile(takingOwnership: file)
                do throws(PreviewError) {
                    _ = try await resident.atHand()
                    Issue.record("a file that cannot be read is at hand")
                } catch {
                    #expect(error.isUnanswered)
                }
                share.set(.none)
                #expect(try await resident.atHand().contents(limit: 1 << 20) == contents)
            }
        }
    }
}
