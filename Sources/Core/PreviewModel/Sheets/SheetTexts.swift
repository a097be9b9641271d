/// The texts on the sides of a layout, each once: those of headers, footers, stamps, and contact sheets.
///
/// A child that has fonts writes a PDF with a page for each, in this order; another child, which reads the document,
/// places these pages. Both get the list from the same layout.
public struct SheetTexts: Equatable, Sendable {
    /// A text.
    public struct Text: Hashable, Sendable {
        /// What it says, in one line.
        public var string: String
        /// Whether it is in large letters.
        public var isStamp = false
    }

    /// The texts, in the order of their pages.
    public private(set) var all: [Text] = []
    private var places: [Text: Int] = [:]
    /// The stamp, if there is one.
    private(set) var stamp: Text?

    private static func stamp(_ layout: SheetLayout) -> Text? {
        guard let line = layout.stamp?.singleLine, !line.isEmpty else { return nil }
        return Text(string: line, isStamp: true)
    }

    /// The texts of a layout.
    public init(_ layout: SheetLayout) {
        guard layout.hasTexts else { return }
        stamp = Self.stamp(layout)
        if let stamp { add(stamp) }
        if let contactSheet = layout.contactSheet {
            for page in layout.faces.joined() { add(Text(string: contactSheet.name(of: page))) }
        }
        for face in layout.faces where layout.header != nil || layout.footer != nil {
            for pages in layout.readTogether(face) {
                for label in [layout.header, layout.footer].compactMap({ $0 }) {
                    for text in label.texts(pages) where !text.isEmpty { add(Text(string: text)) }
                }
            }
        }
    }

    private mutating func add(_ text: Text) {
        guard places[text] == nil else { return }
        places[text] = all.count
        all.append(text)
    }

    /// The index of a text, from 0.
    func index(of text: Text) -> Int? { places[text] }

    /// The numbers of pages as a header has them: `7`, `1-4`, `3, 1`.
    static func numbers(_ pages: [Int]) -> String {
        var runs: [(first: Int, last: Int)] = []
        for page in pages {
            if let last = runs.last, last.last + 1 == page {
                runs[runs.count - 1].last = page
            } else {
                runs.append((page, page))
            }
        }
        return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }
            .joined(separator: ", ")
    }
}

extension SheetLayout {
    /// The pages of a face that have a header together: all of them, or each half of a folded sheet.
    func readTogether(_ face: [Int]) -> [[Int]] {
        let pages = face.filter { $0 > 0 }
        guard fold == .none else { return pages.map { [$0] } }
        return pages.isEmpty ? [] : [pages]
    }
}

extension SheetTexts {
    /// The page of a text: its height, and the distance of the baseline from its top, in points.
    public static let (height, baseline) = (18.0, 12.0)
    /// The room at the left and right of a text on its page.
    public static let padding = 2.0
    /// The size of the letters of a stamp on its page, in points.
    public static let stampSize = 72.0
    /// The widest text; a longer one is cut in the middle.
    public static let widest = 900.0
    private static let magicNumber: UInt32 = 0x5054_0001
    /// The most texts of a layout.
    private static let limit = 4 * SheetLayout.limit

    /// Encodes the texts.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(UInt32(clamping: all.count))
        for text in all {
            writer.write(UInt8(clamping: text.isStamp ? 1 : 0))
            writer.write(text.string, limit: SheetLayout.Label.textLimit)
        }
        return writer.bytes
    }

    /// Decodes texts; `nil` where the bytes are invalid.
    public init?(decoding bytes: [UInt8]) {
        guard let texts = try? Self.decode(bytes) else { return nil }
        self = texts
    }

    private static func decode(_ bytes: [UInt8]) throws(ByteReader.Malformed) -> SheetTexts {
        var reader = ByteReader(bytes)
        guard try reader.read(UInt32.self) == magicNumber else { throw ByteReader.Malformed() }
        let count = Int(try reader.read(UInt32.self))
        guard (1...limit).contains(count) else { throw ByteReader.Malformed() }
        var texts = SheetTexts(SheetLayout(faces: []))
        for _ in 0..<count {
            let isStamp = try reader.read(UInt8.self) != 0
            let string = try reader.readText(limit: SheetLayout.Label.textLimit)
            texts.add(Text(string: string, isStamp: isStamp))
        }
        guard reader.isAtEnd, texts.all.count == count else { throw ByteReader.Malformed() }
        return texts
    }
}
