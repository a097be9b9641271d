import Foundation
import PreviewModel
import QuickPreview
import Testing

/// Files that are text by their bytes.
extension `The type of a file` {
    @Test func `of text follows its name and its root element`() async throws {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"
        try await Self.check([
            .text("Makefile", "text/x-makefile", .agreement, "all:\n\ttrue\n"),
            .text("Dockerfile", "text/x-dockerfile", .textNamed, "FROM scratch\n"),
            .text("a.zig", "text/x-zig", .textNamed, "const a = 1;\n"),
            .text("a.rs", "text/rust", .textNamed, "fn main() {}\n"),
            .text("a.ts", "application/typescript", .textNamed, "let a: number = 1\n"),
            .text("a.json", "application/json", .agreement, "{\"a\": 1}\n"),
            .text("a.txt", "text/plain", .textNamed, svg),
            .text("a.svg", "image/svg+xml", .agreement, svg),
            .text("a", "image/svg+xml", .text, svg),
            .text("a.xml", "image/svg+xml", .container, "<?xml version=\"1.0\"?>" + svg),
            .text("a.ai", "application/illustrator", .textNamed, "%!PS-Adobe-3.0\n%%EOF\n"),
            .text("a.txt", "application/postscript", .contents, "%!PS-Adobe-3.0\n%%EOF\n")
                .misnamed(),
            .text("a.doc", "application/rtf", .contents, "{\\rtf1 Words.}").misnamed(),
            .text("a.pdf", "text/plain", .text, "Only words.\n").misnamed(),
            .text("a.docx", "text/plain", .text, "Only words.\n").misnamed(),
            .text("a.doc", "text/plain", .text, "Only words.\n").misnamed(),
            .text("a.iso", "text/plain", .text, "Only words.\n").misnamed(),
            .text("a.vb", "text/x-vb", .textNamed, "Module M\nEnd Module\n"),
            .text("a.m3u", "audio/x-mpegurl", .textNamed, "a.mp3\n"),
            .text("a.tex", "text/x-tex", .textNamed, "%!TEX root = main.tex\nWords.\n"),
            .text("a.txt", "text/plain", .textNamed, "The header is %PDF-1.7 and more.\n"),
            .text("a.snap", "text/plain", .text, "// A snapshot\n`<svg width=\"1\">`\n").misnamed(),
        ])
    }

    @Test func `of text does not depend on the word that it begins with`() async throws {
        // Each word is the magic number of some format.
        let starts = [
            "PAGE 1", "SPECIAL ORDER LIST", "NPM packages", "BPM of the songs", "PA", "SP list",
            "MAC addresses of the office", "P1 and P2 are pumps", "GDBM is a database",
            "FLV or MP4", "MP+ is a plan", "PACK this", "MZ list", "FORM 12", "BZh",
            "# Notes about the calculation of our  Spreadsheet", "moo moov", "Rar! it said",
        ]
        var samples: [Sample] = []
        for start in starts {
            let text = start + "\nMonthly totals\n"
            samples.append(.text("a", "text/plain", .text, text))
            samples.append(.text("a.txt", "text/plain", .textNamed, text))
            samples.append(.text("a.md", "text/markdown", .textNamed, text))
        }
        samples.append(.text("a", "text/plain", .text, "PAGE 1"))
        // What has no words is not written for people; what the name says, too, is no coincidence.
        let plot = "IN;SP1;PU0,0;PD100,100;"
        samples.append(.text("a", "application/vnd.hp-hpgl", .contents, plot))
        samples.append(.text("a.hpgl", "application/vnd.hp-hpgl", .agreement, plot + "\n"))
        let gray = "P2\n# Two pixels\n2 1\n255\n0 255\n"
        samples.append(.text("a", "image/x-portable-graymap", .contents, gray))
        try await Self.check(samples)
    }

    @Test func `of what is written before data is not that of text`() async throws {
        // A header of FITS of more than the bytes that are looked at, all of them letters.
        let cards =
            ["SIMPLE  =                    T", "BITPIX  =                    8", "NAXIS   = 0"]
            + Array(repeating: "HISTORY words", count: 150) + ["END"]
        let fits = cards.map { $0.padding(toLength: 80, withPad: " ", startingAt: 0) }.joined()
        try await Self.check([
            .text("a.fits", "application/fits", .agreement, fits),
            .text("a", "application/fits", .contents, fits),
            .text(
                "a.torrent",
                "application/x-bittorrent",
                .agreement,
                "d11:collectionsl3:bare4:infod6:lengthi425e4:name1:aee"
            ),
        ])
    }

    @Test func `of keys and messages does not depend on their extension`() async throws {
        func key(_ label: String) -> String {
            "-----BEGIN \(label)-----\nMIIEvgIBADANBgkqhkiG\n-----END \(label)-----\n"
        }
        let message =
            "DKIM-Signature: v=1;\n a=b\nFrom: a@example.com\nSubject: One\nDate: today\n\nWords\n"
        try await Self.check([
            .text("ca.key", "application/pkcs8+pem", .contents, key("PRIVATE KEY")),
            .text("ca.key", "application/x-pem-key", .contents, key("EC PRIVATE KEY")),
            .text("ca.txt", "text/plain", .textNamed, key("PRIVATE KEY")),
            .text("ca.pem", "application/x-pem-file", .textNamed, key("PRIVATE KEY")),
            .text("a.msg", "message/rfc822", .text, message).misnamed(),
            .text("a", "message/rfc822", .text, message),
            .text("a.txt", "text/plain", .textNamed, message),
            .text("a", "text/plain", .text, "Words first\nFrom: me\nSubject: a\nDate: b\n"),
        ])
    }

    @Test func `of images in letters is one that some format has`() {
        let types = DocumentFormat.all.flatMap { $0.types + $0.aliases.values }
        #expect(DocumentFormat.writtenImages.subtracting(types) == [])
    }

    @Test func `of a batch file has a preview as code`() async throws {
        try await Self.check([
            .text("run.bat", "application/x-bat", .agreement, "@echo off\r\necho Hello\r\n")
        ])
        #expect(DocumentFormat(of: FileType(rawValue: "application/x-bat")) != nil)
    }
}
