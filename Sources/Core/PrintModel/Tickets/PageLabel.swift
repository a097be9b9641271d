/// A line of text at the top or bottom of each side: its left, middle, and right part.
///
/// A text such as `{title}|{date}|{page} of {pages}` has its parts separated by bars; of two, the second is at the
/// right, and a single one is in the middle. `{{` is a brace, and `{|}` a bar.
public struct PageLabel: Codable, Sendable, Equatable {
    /// What a field stands for.
    public enum Field: String, CaseIterable, Sendable {
        /// The title of the job, or else of the document, or else its name.
        case title
        /// The number of the page in the document; of several pages on a side such as `1-4`.
        case page
        /// The number of pages of the document.
        case pages
        /// The day on which the job was submitted, such as `2030-05-17`.
        case date
        /// The name of the document.
        case file
    }

    /// Why a text is not a line that could be printed.
    enum Misfit: Error, Equatable {
        case empty
        case tooLong
        case control
        case tooManyParts
        case unknown(String)
        case open
    }

    /// The part at the left, in which only the fields of pages are left.
    public var left: String
    /// The part in the middle.
    public var center: String
    /// The part at the right.
    public var right: String

    /// The most characters (Unicode scalars) of a text in a ticket.
    public static let limit = 255
    /// The most characters of a part when its fields are filled in.
    static let filledLimit = 500
    /// The word for no line, for where a saved option has one.
    static let none = "none"

    /// Parses a text.
    init(_ text: String) throws(Misfit) {
        try Self.checkCharacters(text, limit: Self.limit)
        var parts: [[Piece]] = [[]]
        for piece in try Self.pieces(of: text, separates: true) {
            if piece == .bar { parts.append([]) } else { parts[parts.count - 1].append(piece) }
        }
        guard parts.count <= 3 else { throw .tooManyParts }
        let written = parts.map { $0.map(\.written).joined() }
        guard parts.joined().contains(where: \.isVisible) else { throw .empty }
        left = written.count > 1 ? written[0] : ""
        center = written.count == 1 ? written[0] : written.count == 3 ? written[1] : ""
        right = written.count > 1 ? written[written.count - 1] : ""
    }

    /// Whether the characters of a text can be printed, and how many they may be.
    static func checkCharacters(_ text: String, limit: Int) throws(Misfit) {
        let scalars = text.unicodeScalars
        guard scalars.dropFirst(limit).isEmpty else { throw .tooLong }
        guard
            !scalars.contains(where: { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: true
                default: false
                }
            })
        else { throw .control }
        guard scalars.contains(where: isVisible) else { throw .empty }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format: false
        default: !scalar.properties.isWhitespace
        }
    }

    /// The line with all fields filled in but those of pages, which differ from side to side.
    public func filled(title: String, file: String, date: String) -> PageLabel {
        func filled(_ part: String) -> String {
            guard let pieces = try? Self.pieces(of: part, separates: false) else { return part }
            var room = Self.filledLimit
            var text = ""
            for piece in pieces {
                let value: String? =
                    switch piece {
                    case .field(.title): title
                    case .field(.file): file
                    case .field(.date): date
                    case .text(let text): text
                    case .field(.page), .field(.pages), .bar: nil
                    }
                guard let value else {
                    text += piece.written
                    continue
                }
                let scalars = value.unicodeScalars
                let isWhole = scalars.dropFirst(room).isEmpty
                let kept = String(String.UnicodeScalarView(scalars.prefix(room)))
                text += Piece.text(isWhole || room == 0 ? kept : kept + "…").written
                room = isWhole ? room - scalars.count : 0
            }
            return text
        }
        var copy = self
        (copy.left, copy.center, copy.right) = (filled(left), filled(center), filled(right))
        return copy
    }

    /// The text of each part, in pieces between which the page numbers of a side stand.
    ///
    /// - Parameter pages: The number of pages of the document.
    /// - Returns: Three lists; that of an empty part has one empty text.
    public func segments(pages: Int) -> [[String]] {
        [left, center, right].map { part in
            var segments = [""]
            for piece in (try? Self.pieces(of: part, separates: false)) ?? [] {
                switch piece {
                case .field(.page): segments.append("")
                case .field(.pages): segments[segments.count - 1] += "\(pages)"
                case .field, .bar: segments[segments.count - 1] += piece.written
                case .text(let text): segments[segments.count - 1] += text
                }
            }
            return segments
        }
    }

    // MARK: Pieces

    private enum Piece: Equatable {
        case text(String)
        case field(Field)
        case bar

        var written: String {
            switch self {
            case .text(let text):
                text.split(separator: "{", omittingEmptySubsequences: false)
                    .joined(separator: "{{")
            case .field(let field): "{\(field.rawValue)}"
            case .bar: "|"
            }
        }

        var isVisible: Bool {
            switch self {
            case .text(let text): text.unicodeScalars.contains(where: PageLabel.isVisible)
            case .field: true
            case .bar: false
            }
        }
    }

    /// The pieces of a text, of which a bar is one where it separates parts.
    private static func pieces(of text: String, separates: Bool) throws(Misfit) -> [Piece] {
        var pieces: [Piece] = []
        var plain = ""
        func flush() {
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
        }
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "|" where separates:
                flush()
                pieces.append(.bar)
            case "{" where rest.first == "{":
                rest.removeFirst()
                plain.unicodeScalars.append(scalar)
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw .open }
                let name = String(rest[..<end])
                rest = rest[rest.index(after: end)...]
                if name == "|" {
                    plain += name
                } else if let field = Field(rawValue: name) {
                    flush()
                    pieces.append(.field(field))
                } else {
                    throw .unknown(name)
                }
            default: plain.unicodeScalars.append(scalar)
            }
        }
        flush()
        return pieces
    }
}

extension PageLabel {
    /// The line of a ticket's text; `nil` where it has none, or none that could be printed.
    init?(ticket text: String?) {
        guard let text, text != Self.none, let label = try? PageLabel(text) else { return nil }
        self = label
    }
}
