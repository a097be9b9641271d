import Foundation
import ProofKit
import Testing

@Suite(.serialized) struct `The preview window` {
    @Test func `shows what Nautilus asks for, and leaves when it is idle`() async throws {
        try await withWindow { desktop in
            try await desktop.show(WindowFixture.sample("report.pdf"))
            try await wait(for: "the window") { try desktop.title == "report.pdf" }
            #expect(try await desktop.isVisible)
            var picture = try await desktop.next(after: "", colors: WindowFixture.pages)
            // One window for all files, each with a picture or a card.
            for (name, colors) in [("photo.jpg", 1000), ("notes.txt", 10), ("data.bin", 10)] {
                try await desktop.show(WindowFixture.sample(name))
                try await wait(for: "the title of \(name)") { try desktop.title == name }
                picture = try await desktop.next(after: picture, colors: colors...)
            }
            // The space bar in Nautilus, and then its end.
            try await desktop.show(WindowFixture.sample("data.bin"), closes: true)
            try await wait(for: "the window to close") { try desktop.window == nil }
            #expect(try await desktop.isVisible == false)
            try await desktop.show(WindowFixture.sample("photo.jpg"), closes: true)
            try await wait(for: "the window") { try desktop.title == "photo.jpg" }
            try await desktop.call("Close")
            try await wait(for: "the window to close") { try desktop.window == nil }
            #expect(try await desktop.isVisible == false)
            try await wait(for: "the program to leave") { try await !desktop.runs }
        }
    }

    @Test(mountsFiles) func `waits for no file on a silent share, and says so`()
        async throws
    {
        try await withWindow { desktop in
            let report = WindowFixture.sample("report.pdf")
            let contents = try [UInt8](Data(contentsOf: URL(filePath: report)))
            try await withSilentFiles(at: "\(desktop.folder)/share", contents) { share in
                share.set(.all)
                for name in ["a.pdf", "b.pdf"] {
                    try await desktop.show(share.path(name))
                    try await wait(for: "the title") { try desktop.title == name }
                    try await wait(for: "the question") { share.waiting > 0 }
                }
                try await desktop.show(report)
                let picture = try await desktop.next(after: "", colors: WindowFixture.pages)
                // The sentence has few colors, and is there although it never answers.
                try await desktop.show(share.path("c.pdf"))
                let sentence = try await desktop.next(after: picture, colors: 2...300)
                share.set(.none)
                try await desktop.show(share.path("d.pdf"))
                _ = try await desktop.next(after: sentence, colors: WindowFixture.pages)
            }
            try await desktop.call("Close")
        }
    }

    /// A picture inside the document is the first answer, not the last.
    @Test(arguments: [("odt", true), ("epub", true), ("cbz", false)])
    func `has pages and text of what carries a picture`(
        kind: String,
        hasText: Bool
    ) async throws {
        try await withWindow { desktop in
            let file = try PagedMaker.pages(kind, in: desktop.folder)
            try await desktop.show(file)
            // The picture inside has four colors.
            let first = try await desktop.next(after: "", colors: WindowFixture.pages)
            try desktop.focus()
            try desktop.press("Page_Down")
            _ = try await desktop.next(after: first, colors: WindowFixture.pages)
            if hasText {
                try desktop.press("ctrl+a", "ctrl+c")
                try await wait(for: "the text of the second page") {
                    try desktop.clipboard.contains("Second")
                }
            }
            try await desktop.call("Close")
        }
    }

    @Test func `leafs through pages, and asks for the next file`() async throws {
        try await withWindow { desktop in
            try await desktop.show(WindowFixture.sample("report.pdf"))
            let first = try await desktop.next(after: "", colors: WindowFixture.pages)
            try desktop.focus()
            try desktop.press("Page_Down")
            let second = try await desktop.next(after: first, colors: WindowFixture.pages)
            try desktop.press("plus", "plus")
            _ = try await desktop.next(after: second, colors: 10...)
            try desktop.press("0", "Home")
            try await wait(for: "the first page as it was", every: WindowFixture.glance) {
                try desktop.picture().signature == first
            }
            try desktop.press("Right", "Left", "Up", "Down")
            // The numbers of GtkDirectionType.
            try await wait(for: "the directions") { desktop.directions == [5, 4, 2, 3] }
            try desktop.press("space")
            try await wait(for: "the window to close") { try desktop.window == nil }
            try await wait(for: "the program to leave") { try await !desktop.runs }
        }
    }

    @Test func `copies the text of a page, and a part of it`() async throws {
        try await withWindow { desktop in
            let report = WindowFixture.sample("report.pdf")
            try await desktop.show(report)
            let first = try await desktop.next(after: "", colors: WindowFixture.pages)
            try desktop.focus()
            try desktop.press("Page_Down")
            let second = try await desktop.next(after: first, colors: WindowFixture.pages)
            try desktop.press("ctrl+a")
            _ = try await desktop.next(after: second, colors: 10...)
            try desktop.press("ctrl+c")
            let page = try run("pdftotext", "-f", "2", "-l", "2", report, "-")
                .split(whereSeparator: \.isWhitespace)
            #expect(page.count > 20)
            try await wait(for: "the page's text") {
                try desktop.clipboard.sorted() == page.sorted()
            }
            // Over the heading.
            try desktop.run(
                "xdotool",
                "mousemove",
                "110",
                "95",
                "mousedown",
                "1",
                "mousemove",
                "300",
                "110",
                "mousemove",
                "640",
                "112",
                "mouseup",
                "1"
            )
            try desktop.press("ctrl+c")
            try await wait(for: "the heading") {
                try desktop.clipboard == ["Quarterly", "report,", "part", "2"]
            }
            try desktop.press("ctrl+w")
            try await wait(for: "the program to leave") { try await !desktop.runs }
        }
    }

    @Test func `goes through the files of the command line`() async throws {
        try await withWindow { desktop in
            let report = WindowFixture.sample("report.pdf")
            let window = try RunningProgram(
                [program("qpreview"), "window", report, WindowFixture.sample("photo.jpg")],
                environment: desktop.environment,
                files: "\(desktop.folder)/window"
            )
            defer { window.kill() }
            let first = try await desktop.next(after: "", colors: WindowFixture.pages)
            try desktop.focus()
            try desktop.press("Right")
            try await wait(for: "the second file") { try desktop.title == "photo.jpg" }
            _ = try await desktop.next(after: first, colors: 1000...)
            try desktop.press("q")
            try await wait(for: "the program to end") { window.endingIfEnded() != nil }
            let ending = try #require(window.endingIfEnded())
            #expect(ending.code == 0 && ending.errors.isEmpty, "\(ending)")
            let missing = try desktop.run(program("qpreview"), "window", "/missing")
            #expect(missing.code == 66 && missing.errors.contains("does not exist"))
            let usage = try desktop.run("env", "LC_ALL=zh_CN.UTF-8", program("qpreview-window"))
            #expect(usage.code == 64 && usage.errors.contains("用法"))
        }
    }
}
