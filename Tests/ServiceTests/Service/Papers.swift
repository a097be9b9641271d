import ProofKit
import Testing

@testable import PrintLab

/// Documents that tests print, and what can be read on those that arrive.
enum Papers {
    /// A PDF of so many pages, A4 unless said otherwise; page N says "Page N" and is turned as told.
    static func pdf(
        pages: Int,
        landscape: Set<Int> = [],
        rotated: Set<Int> = [],
        size: (width: Int, height: Int) = (595, 842)
    ) -> [UInt8] {
        MinimalPDF(
            numberedPages: pages,
            landscape: landscape,
            rotated: rotated,
            size: size
        ).bytes
    }
}

extension ReceivedJob {
    /// What the text of each page says.
    func pages(_ lab: RunningLab) throws -> [String] {
        try lab.run("pdftotext", document, "-").output.split(separator: "\u{0C}")
            .map { $0.split { $0.isWhitespace }.joined(separator: " ") }
    }

    /// The numbers that the pages of ``Papers/pdf(pages:landscape:rotated:)`` carry.
    func numbers(_ lab: RunningLab) throws -> [Int] {
        try pages(lab).compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    }

    /// The numbers that stand on each page that arrived, whatever way it is turned.
    func numbersPerPage(_ lab: RunningLab) throws -> [[Int]] {
        // In the order in which they were placed, not in that of a reader's eye.
        var pages = try lab.run("pdftotext", "-raw", document, "-").output
            .split(separator: "\u{0C}", omittingEmptySubsequences: false)
            .map { page in
                page.split { $0.isWhitespace }.compactMap { Int($0) }
            }
        // Each page ends with a form feed.
        if pages.last == [] { pages.removeLast() }
        return pages
    }

    /// The MIME type in which the document arrived.
    var type: String {
        guard case .text(let type) = attributes["document-format"] else { return "" }
        return type
    }

    /// The size of the medium, in hundredths of a millimetre: the scheduler turns `media` into
    /// `media-col`.
    var media: Value? {
        guard case .text(let text) = attributes["media-col"] else { return attributes["media"] }
        let sizes = ["x-dimension=", "y-dimension="].map { name in
            text.split(separator: name).dropFirst().first?.prefix { $0.isNumber } ?? ""
        }
        return .text(sizes.joined(separator: "x"))
    }

    /// The values of a member of `media-col` or `finishings-col`, such as the tray.
    func member(_ name: String) -> Value? {
        let column = name.hasPrefix("media-") ? "media-col" : "finishings-col"
        guard case .text(let text) = attributes[column] else { return nil }
        let values = text.split(separator: "\(name)=").dropFirst()
            .map { $0.prefix { $0 != " " && $0 != "}" } }
        return values.isEmpty ? nil : .text(values.joined(separator: ","))
    }

    /// The size of each page as it is displayed.
    func shapes(_ lab: RunningLab) throws -> [String] {
        let lines = try lab.run("pdfinfo", "-f", "1", "-l", "99", document).output
            .split(separator: "\n").filter { $0.hasPrefix("Page ") }
        func values(_ key: String) -> [[Substring]] {
            lines.filter { $0.contains(" \(key):") }
                .map { $0.split(separator: ":")[1].split(separator: " ") }
        }
        return zip(values("size"), values("rot")).map { size, turn in
            let isOnItsSide = turn.first == "90" || turn.first == "270"
            return (isOnItsSide ? [size[2], size[1], size[0]] : Array(size.prefix(3)))
                .joined(separator: " ")
        }
    }

    /// Width and height, in points, of a word on each page.
    func wordSizes(_ word: String, _ lab: RunningLab) throws -> [(Double, Double)] {
        try lab.run("pdftotext", "-bbox", document, "-").output.split(separator: "\n")
            .filter { $0.contains(">\(word)<") }
            .map { line in
                let numbers = line.split(separator: "\"").compactMap { Double($0) }
                return numbers.count == 4
                    ? (numbers[2] - numbers[0], numbers[3] - numbers[1]) : (0, 0)
            }
    }
}
