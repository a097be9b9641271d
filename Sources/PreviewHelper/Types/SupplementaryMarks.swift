/// Marks of types that the shared MIME database has no marks of.
enum SupplementaryMarks {
    private struct Mark {
        let type: String
        let bytes: [UInt8]

        init(_ type: String, _ text: String) { (self.type, bytes) = (type, Array(text.utf8)) }
        init(_ type: String, _ bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }
    }

    /// What files begin with.
    private static let marks = [
        Mark("image/qoi", "qoif"), Mark("image/x-blp", "BLP1"), Mark("image/x-blp", "BLP2"),
        Mark("image/x-ftex", "FTEX"), Mark("image/x-ifunc", "Image type: "),
        Mark("image/x-msp", "DanM"), Mark("image/x-msp", "LinS"),
        Mark("image/x-pixar", [0x80, 0xE8, 0, 0]), Mark("image/x-xv-thumbnail", "P7 332\n"),
    ]

    /// Types that no few bytes tell, but numbers that have to agree.
    private static let headers: [(type: String, isIn: @Sendable ([UInt8]) -> Bool)] = [
        ("image/x-sgi", isSGI), ("video/x-flic", isFLIC),
        ("image/x-spider", { SpiderHeader.facts(of: $0) != nil }),
        ("image/x-imtools", { IMToolsHeader.facts(of: $0) != nil }),
    ]

    /// Marks in words before data that are none: what else is found in these words is chance.
    private static let worded = [
        Mark("image/vnd.radiance", "#?RADIANCE\n")
    ]

    /// The type of data whose first bytes are the words of its header, or `nil`.
    static func type(ofWords data: [UInt8]) -> String? {
        worded.first { data.starts(with: $0.bytes) }?.type
    }

    private static let types = Set((marks + worded).map(\.type) + headers.map(\.type))

    /// Whether files of a type are known by a mark of these.
    static func has(_ type: String) -> Bool { types.contains(type) }

    /// The type whose mark the first bytes of a file bear, or `nil`.
    static func type(ofStart data: [UInt8]) -> String? {
        marks.first { data.starts(with: $0.bytes) }?.type
            ?? headers.first { $0.isIn(data) }?.type
    }

    /// FLI or FLC, of 8 bits, and the mark of the first frame or of what may come before it.
    private static func isFLIC(_ data: [UInt8]) -> Bool {
        data.count >= 144 && [0xAF11, 0xAF12].contains(data.number16(4))
            && data.number16(12) == 8 && [0xF1FA, 0xF100].contains(data.number16(132))
    }

    /// The magic number 474, as it is or in runs, one or two bytes for a value, one to three dimensions.
    private static func isSGI(_ data: [UInt8]) -> Bool {
        data.count >= 512 && data.starts(with: [1, 0xDA]) && data[2] <= 1
            && (1...2).contains(data[3]) && data[4] == 0 && (1...3).contains(data[5])
    }
}
