/// The text of a page, and the places of its words.
public struct PageText: Sendable, Hashable {
    /// A word, in points from the top left of the page as displayed.
    public struct Word: Sendable, Hashable {
        /// The word.
        public var text: String
        /// The left edge.
        public var x: Double
        /// The upper edge.
        public var y: Double
        /// The width.
        public var width: Double
        /// The height.
        public var height: Double

        /// A word at a place.
        public init(text: String, x: Double, y: Double, width: Double, height: Double) {
            self.text = text
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// The page, counted from 1.
    public var page: Int
    /// The width of the page in points.
    public var width: Double
    /// The height of the page in points.
    public var height: Double
    /// The text in reading order; lines end with a line feed.
    public var text: String
    /// The words; empty where they were not asked for.
    public var words: [Word]

    /// The most bytes of the text of one page; the rest of a longer one is left out.
    public static let textLimit = 4 << 20
    /// The most words of one page with their places.
    public static let wordsLimit = 100_000
    /// The most bytes of a word with its place.
    public static let wordLimit = 1024

    /// The text of a page.
    public init(page: Int, width: Double, height: Double, text: String, words: [Word] = []) {
        self.page = page
        self.width = width
        self.height = height
        self.text = text
        self.words = words
    }

    /// Encodes the page as a record of a file: its number, its size, and the lengths of what follows; then the text, and
    /// each word after its place and its length.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        var text = Array(text.utf8.prefix(Self.textLimit))
        while !text.isEmpty, String(validating: text, as: UTF8.self) == nil { text.removeLast() }
        let words = words.prefix(Self.wordsLimit)
        writer.write(UInt32(clamping: page))
        writer.write(width)
        writer.write(height)
        writer.write(UInt32(clamping: text.count))
        writer.write(UInt32(clamping: words.count))
        writer.append(text)
        for word in words {
            for number in [word.x, word.y, word.width, word.height] {
                writer.write(Float(number).bitPattern)
            }
            writer.write(word.text, limit: Self.wordLimit)
        }
        return writer.bytes
    }

    /// Decodes the records of a file; `nil` where the bytes are invalid.
    ///
    /// They are as untrusted as the document: control characters become spaces, and numbers are checked.
    package static func decode(_ bytes: [UInt8]) -> [PageText]? {
        var reader = ByteReader(bytes)
        var pages: [PageText] = []
        do throws(ByteReader.Malformed) {
            while !reader.isAtEnd { pages.append(try decode(&reader)) }
        } catch {
            return nil
        }
        return pages
    }

    private static func decode(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> PageText {
        let page = Int(try reader.read(UInt32.self))
        let size = PageSize(width: try reader.readDouble(), height: try reader.readDouble())
        let length = Int(try reader.read(UInt32.self))
        let count = Int(try reader.read(UInt32.self))
        guard size.isPossible, length <= textLimit, count <= wordsLimit else {
            throw ByteReader.Malformed()
        }
        let text = try reader.readText(length: length)
        var decoded = PageText(
            page: page,
            width: size.width,
            height: size.height,
            text: clean(text, keepsLines: true)
        )
        for _ in 0..<count {
            var place: [Double] = []
            for _ in 0..<4 {
                let number = Double(Float(bitPattern: try reader.read()))
                guard abs(number) <= 2 * PageSize.edgeLimit else { throw ByteReader.Malformed() }
                place.append(number)
            }
            let text = clean(try reader.readText(limit: wordLimit), keepsLines: false)
            decoded.words.append(
                Word(text: text, x: place[0], y: place[1], width: place[2], height: place[3])
            )
        }
        return decoded
    }

    /// The text without control characters, each of which becomes a space.
    private static func clean(_ text: String, keepsLines: Bool) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            if keepsLines, scalar == "\n" || scalar == "\t" { return false }
            return scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 })
        )
    }
}
