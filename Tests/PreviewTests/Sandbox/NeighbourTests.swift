import FileAccess
import Foundation
import Glibc
import ProofKit
import Testing

@testable import QuickPreview

/// Another user of the same computer, who knows every path.
@Suite(.serialized, .enabled(if: Neighbour.isAvailable, "\(Neighbour.whySkipped)"))
struct `A neighbour of the previews` {
    /// Opens the folders above what a test is about: it shall not be they that keep the neighbour out.
    private func open(_ paths: String...) throws {
        for path in paths { try #require(unsafe chmod(path, 0o755) == 0, "\(path)") }
    }

    private func contents(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    @Test func `reaches neither the shared helper nor its files`() async throws {
        try await withResident { helper, fixtures in
            try open(fixtures.folder.path, helper.runtime)
            #expect(try Neighbour.openings(in: helper.runtime) == ["read \(helper.runtime)"])
            let ask = Neighbour.Act.ask(socket: helper.socket, keepsMessages: true)
            #expect(try Neighbour.attempt(ask).description == "EACCES at connect")
            // Where he gets at the socket, he is turned away.
            try open(helper.runtime + "/qpreview")
            #expect(unsafe chmod(helper.socket, 0o777) == 0)
            let outcome = try Neighbour.attempt(ask)
            #expect(outcome.isTurnedAway, "\(outcome)")
            let own = try Neighbour.attempt(ask, as: .owner)
            #expect(own.isDone && !own.text.isEmpty, "\(own)")
        }
    }

    /// What a neighbour may have put into a folder that all users share, and the reason why the helper does not start.
    private static let traps: [(act: String, isNamed: Bool, says: String)] = [
        ("folder qpreview", false, "is not a folder of this user"),
        ("link qpreview", false, "is not a folder of this user"),
        ("folder named", true, "others can replace files in it"),
        ("link named", true, "others can replace files in it"),
        ("folder socket", true, "is in the way of the socket"),
        ("link socket", true, "is in the way of the socket"),
        ("file socket.lock", true, "socket.lock' cannot be created"),
        ("link socket.lock", true, "socket.lock' cannot be created"),
    ]

    @Test(arguments: traps)
    func `cannot lure the shared helper`(
        _ trap: (act: String, isNamed: Bool, says: String)
    ) async throws {
        try await withFixtures { fixtures in
            let (shared, own) = (fixtures.path("shared"), fixtures.path("own"))
            try open(fixtures.folder.path)
            try #require(unsafe mkdir(shared, 0o700) == 0 && chmod(shared, 0o1777) == 0)
            try #require(unsafe mkdir(own, 0o755) == 0)
            let words = trap.act.split(separator: " ")
            let path = "\(shared)/\(words[1])"
            let act =
                switch words[0] {
                case "folder": Neighbour.Act.makeFolder(path)
                case "link": Neighbour.Act.link(path, to: own)
                default: Neighbour.Act.create(path)
                }
            #expect(try Neighbour.attempt(act).isDone)
            let socket = words[1] == "named" ? path + "/socket" : shared + "/socket"
            let ended = try execute(
                "env",
                [
                    "XDG_RUNTIME_DIR=\(shared)", "HOME=\(own)", "QPREVIEW_IDLE=1", "LC_ALL=C",
                    "DBUS_SESSION_BUS_ADDRESS=unix:path=/dev/null",
                ] + (trap.isNamed ? ["QPREVIEW_SOCKET=\(socket)"] : [])
                    + [try program("qpreviewd")]
            )
            #expect(ended.code == 69, "\(ended)")
            let said = ended.output + ended.errors
            #expect(said.contains(path) && said.contains(trap.says), "\(said)")
            var facts = stat()
            #expect(unsafe stat(own, &facts) == 0 && facts.st_mode & 0o777 == 0o755)
            #expect(try contents(own) == [])
        }
    }

    @Test func `reads no thumbnail, and gets none where he was first`() async throws {
        try await withCache { lab in
            let subject = try lab.subject(lab.fixtures.png())
            let image = Fixtures.quarters(width: 64, height: 32)
            try lab.cache.keep(image, info: nil, of: subject, .normal)
            try lab.cache.keep(failure: .damaged, of: subject)
            let place = lab.fixtures.path("cache")
            try open(lab.fixtures.folder.path, place)
            #expect(try Neighbour.openings(in: place) == ["read \(place)"])
            let path = lab.cache.path(of: subject.uri, .normal)
            #expect(try Neighbour.attempt(.read(path), as: .owner).isDone)

            let (shared, own) = (lab.fixtures.path("shared"), lab.fixtures.path("own"))
            try #require(unsafe mkdir(shared, 0o700) == 0 && chmod(shared, 0o1777) == 0)
            try #require(unsafe mkdir(own, 0o755) == 0)
            let cache = ThumbnailCache(cache: shared, version: "1", privacy: lab.cache.privacy)
            for act in [
                Neighbour.Act.makeFolder(cache.folder), .link(cache.folder, to: own),
            ] {
                #expect(try Neighbour.attempt(act).isDone)
                #expect(throws: OutputFile.Failure(number: EACCES)) {
                    try cache.keep(image, info: nil, of: subject, .normal)
                }
                for folder in [own, cache.folder] {
                    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
                    #expect(names.allSatisfy { !$0.hasSuffix(".png") }, "\(names)")
                }
                #expect(cache.thumbnail(of: subject, .normal) == nil)
                try FileManager.default.removeItem(atPath: cache.folder)
            }
            // A link of the user's own is as good as a folder.
            try FileManager.default.createSymbolicLink(
                atPath: cache.folder,
                withDestinationPath: own
            )
            try cache.keep(image, info: nil, of: subject, .normal)
            #expect(cache.thumbnail(of: subject, .normal) != nil)
        }
    }

    @Test func `neither gets into the folder of a conversion, nor can be there first`() async throws
    {
        try await withFixtures { fixtures in
            let folder = "/tmp/qpreview-\(UInt64.random(in: 0 ... .max))"
            let (own, document) = (
                fixtures.path("own"), try fixtures.write("words", as: "words.rtf")
            )
            try open(fixtures.folder.path)
            try #require(unsafe mkdir(own, 0o755) == 0)
            let words = [
                try program("qpreview-converter"), "--folder", folder, "--document",
                folder + "/in/document.rtf", "--read", "/usr", "--read", "/lib", "--read",
                "/lib64", "--", "60", folder + "/out/document.pdf",
                // Time: is never over
                "/usr/bin/sleep", "86005",
            ]
            defer { try? FileManager.default.removeItem(atPath: folder) }
            for act in [
                [.makeFolder(folder), .create(folder + "/his")], [.link(folder, to: own)],
            ] as [[Neighbour.Act]] {
                #expect(try Neighbour.attempt(act).allSatisfy(\.isDone))
                let ended = try execute(words[0], Array(words.dropFirst()), input: document)
                #expect(ended.code == 2, "\(ended)")
                #expect(try contents(own) == [])
                // What he made is his: it was not removed.
                var facts = stat()
                #expect(unsafe lstat(folder, &facts) == 0 && facts.st_uid == Neighbour.user)
                try FileManager.default.removeItem(atPath: folder)
            }
            let input = unsafe Glibc.open(document, O_RDONLY | O_CLOEXEC)
            defer { close(input) }
            let conversion = try RunningProgram(
                words,
                environment: [:],
                input: input,
                files: fixtures.path("conversion")
            )
            let read = Neighbour.Act.read(folder + "/in/document.rtf")
            try await wait(for: "the document") {
                RunningProgram.read(folder + "/in/document.rtf") == "words"
            }
            #expect(try Neighbour.openings(in: folder) == [])
            #expect(try Neighbour.attempt(read).isForbidden)
            #expect(try Neighbour.attempt(read, as: .owner).text == "words")
            kill(conversion.process, SIGTERM)
            try await wait(for: "the end of the conversion") {
                conversion.endingIfEnded() != nil
            }
            #expect(unsafe access(folder, F_OK) != 0)
        }
    }
}
