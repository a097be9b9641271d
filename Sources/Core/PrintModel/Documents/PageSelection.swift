/// A selection of pages of a document, in printing order.
///
/// The syntax is `1-3,7,5-` or `3-1`: numbers are document pages from 1, ranges may run backwards,
/// `5-` extends to the end, `-3` starts at the beginning, and `last` is the last page; a page listed twice prints twice.
public struct PageSelection: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The reason why a text is not a valid page list.
    public struct SyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
        /// A sentence that names the invalid part.
        public let description: String
    }

    /// One part of the list, between two commas; `nil` is an open end, and ``lastPage`` the last page.
    struct Part: Hashable, Sendable {
        var first: Int?
        var last: Int?
    }

    /// The number that stands for the last page: no page has it.
    private static let lastPage = 0

    let parts: [Part]
    /// The list as it was written, without spaces.
    public let description: String

    /// The maximum number of pages in a selection, including repeats.
    public static let limit = 100_000

    /// The maximum length of a page list in bytes: it is part of every record of its job.
    static let longestText = 131_072

    /// Parses a page list.
    ///
    /// - Throws: ``SyntaxError`` for an empty part, a zero, or a part that is not a number.
    public init(_ text: String) throws(SyntaxError) {
        guard text.utf8.count <= Self.longestText else {
            throw SyntaxError(
                description:
                    "The page list is longer than \(Self.longestText) characters; print the document in parts."
            )
        }
        let text = Self.plain(text)
        let compact = text.filter { !$0.isWhitespace }
        // Without its space "1 2" would be page 12.
        guard !Self.hasSpaceInNumber(text) else {
            throw SyntaxError(
                description: "Invalid page list '\(text)': separate pages with commas, as in 1-3,7."
            )
        }
        var parts: [Part] = []
        for piece in compact.split(separator: ",", omittingEmptySubsequences: false) {
            parts.append(try Self.part(String(piece), in: compact))
        }
        self.parts = parts
        self.description = compact
    }

    /// The list with the digits, commas, and dashes of ASCII: keyboards and word processors write others.
    private static func plain(_ text: String) -> String {
        String(
            text.map { character in
                switch character {
                case "，", "、", "､": ","
                case "－", "–", "—", "‐", "‑", "−", "〜", "～": "-"
                case "０"..."９": character.wholeNumberValue.map { Character("\($0)") } ?? character
                default: character
                }
            }
        )
    }

    private static func hasSpaceInNumber(_ text: String) -> Bool {
        text.split { $0 == "," || $0 == "-" }
            .contains { $0.split(whereSeparator: \.isWhitespace).count > 1 }
    }

    private static func part(_ piece: String, in text: String) throws(SyntaxError) -> Part {
        guard !piece.isEmpty else {
            throw SyntaxError(
                description: text.isEmpty
                    ? "The page list is empty: use a list such as 1-3,7."
                    : "Invalid page list '\(text)': a page is missing at a comma; use a list such as 1-3,7."
            )
        }
        let ends = piece.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count <= 2, ends.contains(where: { !$0.isEmpty }) else {
            throw SyntaxError(
                description: "Invalid page or range '\(piece)': use a list such as 1-3, 5-, or 7."
            )
        }
        let first = try number(ends[0], in: piece)
        guard ends.count == 2 else { return Part(first: first, last: first) }
        return Part(first: first, last: try number(ends[1], in: piece))
    }

    private static func number(_ digits: Substring, in piece: String) throws(SyntaxError) -> Int? {
        guard !digits.isEmpty else { return nil }
        guard digits.lowercased() != "last" else { return lastPage }
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(digits) else {
            throw SyntaxError(
                description: "Invalid page or range '\(piece)': use a list such as 1-3, 5-, or 7."
            )
        }
        guard value > 0 else {
            throw SyntaxError(description: "There is no page 0; pages are numbered from 1.")
        }
        return value
    }

    /// The reason why a selection does not fit a document.
    public enum Misfit: Error, Sendable, Equatable {
        /// The selection names this page, and the document has fewer.
        case outside(Int)
        /// The selection has more than ``PageSelection/limit`` pages.
        case tooMany
    }

    /// The pages, in order, for a document with `count` pages.
    public func pages(of count: Int) -> Result<[Int], Misfit> {
        var pages: [Int] = []
        for part in parts {
            let end = max(count, 1)
            let first = part.first == Self.lastPage ? end : part.first ?? 1
            let last = part.last == Self.lastPage ? end : part.last ?? max(count, first)
            guard first <= count, last <= count else {
                // An open end alone is never out of range.
                let named = part.last == nil ? first : max(first, last)
                return .failure(.outside(named))
            }
            guard abs(last - first) < Self.limit - pages.count else { return .failure(.tooMany) }
            pages += first <= last ? Array(first...last) : Array(last...first).reversed()
        }
        return .success(pages)
    }

    /// Decodes the list from its written form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: error.description
            )
        }
    }

    /// Encodes the list in its written form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
