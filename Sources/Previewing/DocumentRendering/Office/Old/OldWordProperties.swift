import PreviewHelper

/// The properties of the characters or paragraphs of a document: pages of 512 bytes, each for a range of the stream
/// ([MS-DOC] 2.9.23 and 2.9.33).
struct OldWordProperties {
    private var starts: [UInt32] = []
    private var pages: [UInt32] = []
    private var areParagraphs = false

    init() {}

    /// Reads the table of the pages.
    init(_ table: [UInt8], areParagraphs: Bool) {
        let count = (table.count - 4) / 8
        guard count > 0 else { return }
        starts = (0...count).map { table.number32($0 * 4) }
        pages = (0..<count).map { table.number32((count + 1) * 4 + $0 * 4) & 0x3F_FFFF }
        self.areParagraphs = areParagraphs
    }

    /// Properties, and the range of the stream for which they apply.
    struct Run {
        var range: Range<Int>
        /// The index of the style; 0 for characters.
        var style = 0
        var changes: ArraySlice<UInt8> = []
    }

    /// The properties of what is at an offset of the stream; `nil` where nothing is known.
    func run(at offset: Int, in stream: CompoundStream, _ cache: inout PageCache) -> Run? {
        guard let last = starts.last, offset < last, let first = starts.first, offset >= first
        else { return nil }
        var (low, high) = (0, pages.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        guard let page = cache.page(pages[low], in: stream) else { return nil }
        let count = Int(page[511])
        let size = areParagraphs ? 13 : 1
        guard count > 0, (count + 1) * 4 + count * size <= 511 else { return nil }
        for index in 0..<count {
            let range = (Int(page.number32(index * 4)), Int(page.number32(index * 4 + 4)))
            guard range.0 <= offset, offset < range.1 else { continue }
            var run = Run(range: range.0..<range.1)
            let place = Int(page[(count + 1) * 4 + index * size]) * 2
            if place > 0 { fill(&run, page, place) }
            return run
        }
        return nil
    }

    private func fill(_ run: inout Run, _ page: [UInt8], _ place: Int) {
        guard place < 510 else { return }
        var (start, size) = (place + 1, Int(page[place]))
        if areParagraphs {
            if size == 0 {
                size = Int(page[place + 1]) * 2
                start += 1
            } else {
                size = size * 2 - 1
            }
        }
        guard start + size <= 511 else { return }
        var changes = page[start..<(start + size)]
        if areParagraphs {
            guard size >= 2 else { return }
            run.style = Int(page.number16(start))
            changes = changes.dropFirst(2)
        }
        run.changes = changes
    }

    /// The page that was read last.
    struct PageCache {
        private var number: UInt32 = .max
        private var bytes: [UInt8] = []

        mutating func page(_ wanted: UInt32, in stream: CompoundStream) -> [UInt8]? {
            if wanted == number { return bytes }
            guard let page = stream.bytes(at: Int(wanted) * 512, count: 512) else { return nil }
            (number, bytes) = (wanted, page)
            return page
        }
    }

    /// Calls a closure with each change: its code and its operand.
    static func forEach(_ changes: ArraySlice<UInt8>, _ body: (UInt16, ArraySlice<UInt8>) -> Void) {
        var rest = changes
        while rest.count >= 3 {
            let code = UInt16(rest[rest.startIndex]) | UInt16(rest[rest.startIndex + 1]) << 8
            rest = rest.dropFirst(2)
            var size: Int
            switch code >> 13 {
            case 0, 1: size = 1
            case 2, 4, 5: size = 2
            case 3: size = 4
            case 7: size = 3
            default:
                size = Int(rest[rest.startIndex])
                rest = rest.dropFirst()
                // The definition of a table has a size of two bytes, less one.
                if code == 0xD608 {
                    guard let high = rest.first else { return }
                    size = (size | Int(high) << 8) - 1
                    rest = rest.dropFirst()
                }
            }
            guard size >= 0, size <= rest.count else { return }
            body(code, rest.prefix(size))
            rest = rest.dropFirst(size)
        }
    }
}

/// The style sheet of a document ([MS-DOC] 2.9.271).
struct OldWordStyles {
    private var kinds: [(kind: Int, base: Int)] = []

    /// The kind of titles.
    private static let title = 62

    init() {}

    /// Reads the kinds of styles.
    init(_ table: [UInt8]) {
        guard table.count >= 6 else { return }
        let count = min(Int(table.number16(2)), 4096)
        var place = 2 + Int(table.number16(0))
        while kinds.count < count, place + 2 <= table.count {
            let size = Int(table.number16(place))
            var style = (kind: 0xFFF, base: 0xFFF)
            if size >= 4, place + 6 <= table.count {
                style = (
                    Int(table.number16(place + 2) & 0xFFF), Int(table.number16(place + 4) >> 4)
                )
            }
            kinds.append(style)
            place += 2 + size
        }
    }

    /// The level of the heading that a style is, or is based on; 0 for other styles.
    func level(of style: Int) -> Int {
        var index = style
        for _ in 0..<8 {
            guard kinds.indices.contains(index) else { return 0 }
            let kind = kinds[index].kind
            if (1...9).contains(kind) { return kind }
            if kind == Self.title { return 1 }
            index = kinds[index].base
        }
        return 0
    }
}
