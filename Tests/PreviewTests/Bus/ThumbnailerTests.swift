import Foundation
import ProofKit
import SessionBus
import Testing

@testable import PreviewModel
@testable import QuickPreview

@Suite(.enabled(if: unsafe access("/usr/bin/dbus-daemon", X_OK) == 0, "not installed: dbus-daemon"))
struct `The thumbnailer of the session bus` {
    @Test func `draws what is queued, and says what it cannot draw`() async throws {
        try await withThumbnailer { desk in
            let lab = desk.lab
            let good = try ["a b.pdf", "ü.pdf", "c.pdf"].map {
                try lab.fixtures.write(PDFMaker.report.text, as: $0)
            }
            let uris = try good.map { try lab.subject($0).uri }
            let damaged = try lab.subject(lab.fixtures.write("%PDF-1.4 no", as: "d.pdf")).uri
            let binary = try lab.subject(lab.fixtures.write([0, 1, 2, 255], as: "b.bin")).uri
            let empty = try lab.subject(lab.fixtures.write("", as: "e.txt")).uri
            let missing = FilePath(lab.fixtures.path("missing.pdf")).uri
            let remote = "http://example.org/a.pdf"
            let all = uris + [damaged, binary, empty, missing, remote]
            for scheduler in ["default", "foreground", "background", "unknown", ""] {
                let handle = try await desk.queue(all, flavor: "large", scheduler: scheduler)
                let told = try #require(try await desk.told(until: handle)[handle])
                #expect(told.started == 1 && told.finished == 1)
                #expect(told.ready.sorted() == uris.sorted())
                #expect(
                    told.failed == [damaged: 2, binary: 0, empty: 6, missing: 8, remote: 0],
                    "\(told)"
                )
                #expect(!told.messages.contains { $0.contains(lab.fixtures.folder.path) })
                if scheduler == "foreground" { #expect(told.groups == 3) }
            }
            #expect(try lab.check("--ours").code == 0)
            let thumbnail = try lab.subject(lab.cache.path(of: uris[0], .large)).uri
            let handle = try await desk.queue([thumbnail])
            #expect(try await desk.told(until: handle)[handle]?.failed == [thumbnail: 3])
            let other = try await desk.queue(uris, flavor: "huge")
            let told = try #require(try await desk.told(until: other)[other])
            #expect(told.failed.values.allSatisfy { $0 == 5 } && told.failed.count == 3)
            let none = try await desk.queue([])
            #expect(try await desk.told(until: none)[none]?.finished == 1)
        }
    }

    @Test func `describes itself as Tumbler does`() async throws {
        try await withThumbnailer { desk in
            #expect(
                try await desk.call("GetFlavors") == [
                    .strings(["normal", "large", "x-large", "xx-large"])
                ]
            )
            #expect(
                try await desk.call("GetSchedulers") == [
                    .strings(["default", "foreground", "background"])
                ]
            )
            let supported = try await desk.call("GetSupported")
            let types = supported[1].elements?.compactMap(\.text) ?? []
            #expect(types == DocumentFormat.thumbnailerTypes)
            #expect(supported[0].elements?.count == types.count)
            for object in ["Thumbnailer1", "Cache1", "Manager1"] {
                let reply = try await desk.bus.call(
                    BusFixture.name + object,
                    "/org/freedesktop/thumbnails/\(object)",
                    "org.freedesktop.DBus.Introspectable",
                    "Introspect"
                )
                let text = try #require(reply.first?.text)
                let file = try desk.lab.fixtures.write(text, as: "\(object).xml")
                let parse = "import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])"
                #expect(try execute("python3", ["-c", parse, file]).code == 0)
                #expect(text.contains("interface name=\"\(BusFixture.name)\(object)\""))
            }
            let refused = await #expect(throws: BusError.self) {
                try await desk.call("Register", [.string("file"), .string("a/b")], of: "Manager1")
            }
            #expect(refused?.name.rawValue == "org.freedesktop.DBus.Error.AccessDenied")
            await #expect(throws: BusError.self) { try await desk.call("Queue", [.string("x")]) }
            await #expect(throws: BusError.self) { try await desk.call("Nothing") }
        }
    }

    @Test func `stops when a request is taken back, long before its time is over`() async throws {
        try await withThumbnailer { desk in
            let lab = desk.lab
            // Ghostscript computes until its time is over.
            let slow = try (0..<6).map {
                try lab.subject(lab.fixtures.write("%!PS\n{ } loop\n", as: "\($0).ps")).uri
            }
            let first = try await desk.queue(slow, scheduler: "foreground")
            let helper = try await desk.process()
            try await wait(for: "a child that draws") {
                forks(of: helper).contains { zygote in !children(of: zygote).isEmpty }
            }
            _ = try await desk.call("Dequeue", [.uint32(first)])
            let told = try #require(try await desk.told(until: first)[first])
            #expect(told.ready.isEmpty && told.failed.isEmpty && told.finished == 1)
            // The dead ones count until they are waited for.
            try await wait(for: "the end of the children") {
                forks(of: helper).allSatisfy { children(of: $0).isEmpty }
            }
            // A request that replaces another one.
            let good = try lab.subject(lab.fixtures.png()).uri
            let second = try await desk.queue(slow)
            let third = try await desk.queue([good], instead: second)
            let both = try await desk.told(until: second, third)
            #expect(both[second]?.finished == 1 && both[third]?.ready == [good])
            // No such request.
            #expect(try await desk.call("Dequeue", [.uint32(4711)]).isEmpty)
        }
    }

    @Test func `holds out against hostile names`() async throws {
        try await withThumbnailer { desk in
            let lab = desk.lab
            let good = try lab.subject(lab.fixtures.png()).uri
            let folder = lab.fixtures.folder.path
            var uris = [
                "", "file:", "file://", "file:///", "file:///..", "file:///%00",
                "file:///a%00b.png", "file:///%", "file:///%zz", "file:////nonexistent/a",
                "file://host/a.png", "\n",
                "file:///a\nb", "FILE:///nonexistent/a", "data:image/png;base64,AAAA", folder,
                "file://\(folder)/../../../../nonexistent/a", "file:///dev/zero",
                "file:///proc/self/mem", "file://\(folder)", "smb://x/y.png", "file:///dev/stdin",
                "file://" + String(repeating: "/a", count: 500_000),
                String(repeating: "%2e", count: 300_000),
            ]
            for number in 0..<1000 {
                uris.append("file:///\(UInt64.random(in: 0 ... .max))%2F..%2f\(number)?#")
            }
            uris.append(good)
            let handle = try await desk.queue(uris)
            let told = try #require(try await desk.told(until: handle)[handle])
            #expect(told.ready == [good])
            #expect(told.failed.count >= 1000 && told.finished == 1)
            #expect(try lab.check("--ours").output == "1 thumbnails, 0 faults\n")
        }
    }

    @Test func `leaves when it is idle, and is started again`() async throws {
        try await withThumbnailer(idle: 3) { desk in
            let good = try desk.lab.subject(desk.lab.fixtures.png()).uri
            for _ in 1...2 {
                let handle = try await desk.queue([good])
                #expect(try await desk.told(until: handle)[handle]?.ready == [good])
                try await wait(for: "the end of the helper") {
                    try await !desk.bus.hasOwner(BusFixture.name + "Thumbnailer1")
                }
            }
        }
    }

    @Test func `keeps its memory with many files`() async throws {
        try await withThumbnailer { desk in
            let good = try desk.lab.subject(desk.lab.fixtures.png()).uri
            let first = try await desk.queue([good])
            _ = try await desk.told(until: first)
            let helper = try await desk.process()
            let before = try Self.memory(of: helper)
            let folder = "file://" + desk.lab.fixtures.folder.path + "/a/long/name/of/a/folder/"
            let uris = (0..<20_000).map { "\(folder)\($0).jpeg" }
            let handle = try await desk.queue(uris)
            let told = try #require(try await desk.told(until: handle)[handle])
            #expect(told.failed.count == uris.count)
            let after = try Self.memory(of: helper)
            #expect(after - before < 24 << 10, "\(before) kB, \(after) kB")
        }
    }

    /// The memory of a process in kB.
    private static func memory(of process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let match = try #require(text.firstMatch(of: /VmRSS:\s+(\d+)/))
        return try #require(Int(match.1))
    }
}
