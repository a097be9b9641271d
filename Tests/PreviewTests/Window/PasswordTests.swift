import Foundation
import ProofKit
import Testing

@Suite(.serialized) struct `The password in the preview window` {
    /// The card and the pages, without the form below them.
    private static let page = "760x640+0+60"
    /// The line that says what is wrong.
    private static let problem = "400x12+180+830"
    /// The left edge of the sheet of a card; the icon of the file, which may come before, does not reach it.
    private static let edge = "40x10+15+400"
    /// The entry.
    private static let entry = "240x14+218+796"

    /// Waits until a locked document is shown with an empty form, on this card; a better one may follow another.
    private func asks(_ desktop: WindowFixture, on card: String? = nil) async throws {
        try await wait(for: "the form", every: WindowFixture.glance) {
            try (card == nil || desktop.picture(of: Self.page).signature == card)
                && desktop.picture(of: Self.edge).colors > 1
                && desktop.picture(of: Self.entry).colors > 2
                && desktop.picture(of: Self.problem).colors == 1
        }
    }

    @Test func `opens all pages, and is forgotten with the next file`() async throws {
        try await withWindow { desktop in
            let locked = "\(desktop.folder)/locked.pdf"
            let password = "correct horse battery staple"
            try encrypt(WindowFixture.sample("report.pdf"), user: password, into: locked)
            try await desktop.show(locked)
            try await asks(desktop)
            try desktop.focus()
            try desktop.type("Correct horse battery staple")
            // In what was typed.
            try desktop.press("Left", "Home", "End", "Return")
            try await wait(for: "the words", every: WindowFixture.glance) {
                try desktop.picture(of: Self.problem).colors > 3
            }
            // With the last answer, the card is the best one.
            #expect(try desktop.picture(of: Self.edge).colors > 1)
            let card = try desktop.picture(of: Self.page).signature
            // In the place of the wrong one.
            try desktop.type(password)
            try await wait(for: "the words to leave", every: WindowFixture.glance) {
                try desktop.picture(of: Self.problem).colors == 1
            }
            // With the button.
            try desktop.press("Tab", "space")
            // A page: with the form below the card, the form would get the next key.
            let first = try await desktop.next(after: card, colors: WindowFixture.pages)
            // Its end: the first bytes of memory that was freed are overwritten.
            #expect(try await desktop.remembers("battery staple"))
            try desktop.press("Page_Down")
            let second = try await desktop.next(after: first, colors: WindowFixture.pages)
            try desktop.press("ctrl+a")
            let marked = try await desktop.next(after: second, colors: 10...)
            try desktop.press("ctrl+c")
            let words = try run("pdftotext", "-upw", password, "-f", "2", "-l", "2", locked, "-")
                .split(whereSeparator: \.isWhitespace)
            #expect(words.count > 10)
            try await wait(for: "the page's text") {
                try desktop.clipboard.sorted() == words.sorted()
            }
            try await desktop.show(WindowFixture.sample("letter.pdf"))
            _ = try await desktop.next(after: marked, colors: 10...)
            #expect(try await !desktop.remembers("battery staple"))
            try await desktop.show(locked)
            try await asks(desktop, on: card)
            #expect(desktop.directions.isEmpty)
            try desktop.press("Escape")
            try await wait(for: "the window to close") { try desktop.window == nil }
            try await wait(for: "the program to leave") { try await !desktop.runs }
        }
    }

    @Test func `leaves the arrow keys to the files while the entry is empty`() async throws {
        try await withWindow { desktop in
            try await desktop.show(WindowFixture.sample("locked.pdf"))
            try await asks(desktop)
            try desktop.focus()
            try desktop.press("Right", "Left", "Up", "Down")
            try await wait(for: "the directions") { desktop.directions == [5, 4, 2, 3] }
            // These close the window elsewhere.
            try desktop.type("q q")
            try desktop.press("Right", "Up", "BackSpace", "BackSpace", "BackSpace", "Right")
            try await wait(for: "the direction") { desktop.directions == [5, 4, 2, 3, 5] }
            #expect(try desktop.title == "locked.pdf")
            // Another document has a form of its own.
            try desktop.type("x")
            try run("cp", WindowFixture.sample("locked.pdf"), "\(desktop.folder)/other.pdf")
            try await desktop.show("\(desktop.folder)/other.pdf")
            try await wait(for: "the title") { try desktop.title == "other.pdf" }
            try await asks(desktop)
            try desktop.press("Right")
            try await wait(for: "the direction") { desktop.directions == [5, 4, 2, 3, 5, 5] }
            // What is not locked has no form, where another document had one.
            try await desktop.show(WindowFixture.sample("owner-locked.pdf"))
            try await wait(for: "the title") { try desktop.title == "owner-locked.pdf" }
            _ = try await desktop.next(after: "", colors: WindowFixture.pages)
            try desktop.press("q")
            try await wait(for: "the window to close") { try desktop.window == nil }
            try await wait(for: "the program to leave") { try await !desktop.runs }
        }
    }
}
