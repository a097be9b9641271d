import Foundation
import PreviewModel
import Testing

@testable import QuickPreview

/// A PDF whose owner forbids printing, or any but that in low quality.
struct `A restricted PDF` {
    private func restricted(_ print: String, user: String, _ fixtures: Fixtures) throws -> String {
        let plain = try fixtures.write(PDFMaker.report.text, as: "plain.pdf")
        let path = fixtures.path("restricted.pdf")
        // 3 is success with warnings: the fixtures have no table of contents.
        let code = try execute(
            "qpdf",
            ["--encrypt", user, "owner", "256", "--print=\(print)", "--", plain, path]
        ).code
        try #require(code == 0 || code == 3)
        return path
    }

    @Test(arguments: [
        ("none", PrintRestriction.printing), ("low", PrintRestriction.highQuality), ("full", nil),
    ])
    func `says what it allows, to those who are not its owner`(
        print: String,
        restriction: PrintRestriction?
    ) async throws {
        try await withFixtures { fixtures in
            for user in ["", "user"] {
                let path = try restricted(print, user: user, fixtures)
                let result = fixtures.path("open.pdf")
                try await withPreviewer { previewer in
                    if user.isEmpty {
                        let info = try await withFile(path) {
                            try await previewer.info(of: $0, name: "a.pdf")
                        }
                        #expect(info.problem == nil && info.restriction == restriction)
                    }
                    for password in [user, "owner"] where !password.isEmpty {
                        let opened = try await withFile(path) { input in
                            try await withFile(result, flags: O_RDWR | O_CREAT | O_TRUNC) {
                                try await previewer.unlocked(input, password: password, into: $0)
                            }
                        }
                        let expected = password == "owner" ? nil : restriction
                        #expect(opened.isOpen && opened.restriction == expected)
                    }
                }
            }
        }
    }

    @Test func `is written without its encryption for a printer`() async throws {
        try await withFixtures { fixtures in
            for (print, isWritten) in [("low", true), ("full", false)] {
                let path = try restricted(print, user: "", fixtures)
                let result = fixtures.path("printable-\(print).pdf")
                var written = false
                try await withPreviewer { previewer in
                    written = try await withFile(path) { input in
                        try await withFile(result, flags: O_RDWR | O_CREAT) {
                            try await previewer.makePrintable(input, name: ".pdf", into: $0)
                        }
                    }
                }
                #expect(written == isWritten)
                guard isWritten else { continue }
                #expect(
                    try run("qpdf", "--show-encryption", result).contains("not encrypted")
                )
            }
        }
    }
}
