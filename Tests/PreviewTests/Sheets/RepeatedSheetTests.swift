import Foundation
import QuickPreview
import Testing

@Suite struct `A finished PDF with its copies` {
    struct Repeated: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var isCollated = true
        var isTwoSided = false
        /// The page on each side; `nil` for a white one.
        var expected: [Int?]
    }

    static let orders = [
        Repeated(testDescription: "collated", expected: [1, 2, 3, 1, 2, 3]),
        Repeated(testDescription: "uncollated", isCollated: false, expected: [1, 1, 2, 2, 3, 3]),
        Repeated(
            testDescription: "collated on both sides",
            isTwoSided: true,
            expected: [1, 2, 3, nil, 1, 2, 3, nil]
        ),
        Repeated(
            testDescription: "uncollated on both sides",
            isCollated: false,
            isTwoSided: true,
            expected: [1, 2, 1, 2, 3, nil, 3, nil]
        ),
    ]

    @Test(arguments: orders)
    func `repeats its sheets`(_ given: Repeated) async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            for sheet in [nil, SheetLayout.Sheet.a4] {
                var layout = SheetLayout(faces: [[1], [2], [3]], sheet: sheet)
                layout.scaling = sheet == nil ? .none : .fit
                layout.copies = 2
                layout.isCollated = given.isCollated
                layout.isTwoSided = given.isTwoSided
                let result = try await prepare(layout, of: source, fixtures)
                let pages = try run("pdftotext", result, "-").split(
                    separator: "\u{C}",
                    omittingEmptySubsequences: false
                )
                let numbers = pages.dropLast().map { page in
                    page.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
                }
                #expect(numbers == given.expected, "\(sheet == nil ? "as they are" : "on A4")")
            }
        }
    }

    @Test func `is hardly larger than one copy`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            func size(_ copies: Int) async throws -> Int {
                var layout = SheetLayout(faces: [[1, 2], [3, 4]], sheet: .a4, numberUp: 2)
                layout.copies = copies
                let result = try await prepare(layout, of: source, fixtures, as: "\(copies).pdf")
                return try Data(contentsOf: URL(fileURLWithPath: result)).count
            }
            // A page that is placed again takes some hundred bytes, and the pages themselves stand in the file once.
            let (one, many) = (try await size(1), try await size(999))
            #expect(many - one < 998 * 2 * 1000)
        }
    }
}
