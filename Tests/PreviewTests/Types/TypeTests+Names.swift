import Foundation
import PreviewModel
import QuickPreview
import Testing

/// Types for which the first bytes are not enough.
extension `The type of a file` {
    /// What its tracks are, the first bytes of such a file do not tell.
    @Test func `of sound in the container of a video are those of their names`() async throws {
        try await withFixtures { fixtures in
            let box: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
            let bytes = box + [0, 0, 0, 8] + Array("free".utf8)
            try await withPreviewer { previewer in
                for (name, type) in [
                    ("a.m4a", "audio/mp4"), ("a.m4b", "audio/x-m4b"), ("a.mp4", "video/mp4"),
                    ("a", "video/mp4"),
                ] {
                    let path = try fixtures.write(bytes, as: name)
                    #expect(try await info(previewer, path).type == type, "\(name)")
                }
            }
        }
    }

    @Test(arguments: [
        "d4:infod6:lengthi5e4:name1:aee", "d10:created by3:abc4:infod4:name1:aee",
        "d7:comment3:abc4:infod4:name1:aee", "d8:encoding5:UTF-84:infod4:name1:aee",
    ])
    func `of torrents are found whatever comes first`(text: String) async throws {
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                let path = try fixtures.write(text, as: "a.torrent")
                #expect(try await info(previewer, path).type == "application/x-bittorrent")
                let other = try fixtures.write("d4:abcdi1ee " + text, as: "b.torrent")
                #expect(try await info(previewer, other).type != "application/x-bittorrent")
            }
        }
    }

    @Test func `of GPX and KML need no namespace`() async throws {
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (root, type) in [
                    ("gpx", "application/gpx+xml"), ("kml", "application/vnd.google-earth.kml+xml"),
                    ("other", "application/xml"),
                ] {
                    let text = "<?xml version=\"1.0\"?>\n<\(root)><a/></\(root)>"
                    let path = try fixtures.write(text, as: "file")
                    #expect(try await info(previewer, path).type == type)
                    let bare = try fixtures.write("<\(root)><a/></\(root)>", as: "a.\(root)")
                    let isKnown = root != "other"
                    #expect((try await info(previewer, bare).type == type) == isKnown)
                }
            }
        }
    }
}
