import Foundation
import ProofKit
import SessionBus
import Testing

@testable import QuickPreview

@Suite(.enabled(if: unsafe access("/usr/bin/dbus-daemon", X_OK) == 0, "not installed: dbus-daemon"))
struct `The thumbnail cache on the session bus` {
    @Test func `follows files that are moved, copied, and deleted`() async throws {
        try await withThumbnailer { desk in
            let lab = desk.lab
            let old = lab.fixtures.path("old.pdf")
            _ = try lab.fixtures.write(PDFMaker.report.text, as: "old.pdf")
            let uri = try lab.subject(old).uri
            for flavor in ["normal", "xx-large"] {
                let handle = try await desk.queue([uri], flavor: flavor)
                #expect(try await desk.told(until: handle)[handle]?.ready == [uri])
            }
            let (copy, moved) = (lab.fixtures.path("a copy.pdf"), lab.fixtures.path("möved.pdf"))
            try run("cp", "-p", old, copy)
            let copied = try #require(ThumbnailSubject(FilePath(copy)))
            _ = try await desk.call(
                "Copy",
                [.strings([uri]), .strings([copied.uri])],
                of: "Cache1"
            )
            try run("mv", old, moved)
            let there = try #require(ThumbnailSubject(FilePath(moved)))
            _ = try await desk.call("Move", [.strings([uri]), .strings([there.uri])], of: "Cache1")
            for subject in [copied, there] {
                #expect(lab.cache.thumbnail(of: subject, .normal)?.bytes() != nil)
                #expect(lab.cache.thumbnail(of: subject, .xxLarge)?.bytes() != nil)
            }
            let checked = try lab.check("--ours")
            #expect(checked.output == "4 thumbnails, 0 faults\n", "\(checked.output)")
            _ = try await desk.call("Delete", [.strings([copied.uri])], of: "Cache1")
            #expect(lab.cache.thumbnail(of: copied, .normal) == nil)
            // Not below this folder, and not so old.
            let base = "file://\(lab.fixtures.folder.path)"
            for (bases, since) in [([base + "/x"], 0), ([base], 1000), ([], 0)] {
                let arguments: [BusValue] = [.strings(bases), .uint32(UInt32(since))]
                _ = try await desk.call("Cleanup", arguments, of: "Cache1")
                #expect(lab.cache.thumbnail(of: there, .normal) != nil)
            }
            _ = try await desk.call("Cleanup", [.strings([base]), .uint32(0)], of: "Cache1")
            #expect(lab.cache.thumbnail(of: there, .normal) == nil)
            // Lists of different lengths, another type, a name that is none.
            let bad: [[BusValue]] = [[.strings([uri]), .strings([])], [.string("x")], []]
            for arguments in bad {
                await #expect(throws: BusError.self) {
                    try await desk.call("Move", arguments, of: "Cache1")
                }
            }
            _ = try await desk.call("Delete", [.strings(["../../x", "file:///%00"])], of: "Cache1")
        }
    }
}
