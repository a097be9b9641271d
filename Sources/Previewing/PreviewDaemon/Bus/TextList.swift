/// A list of texts in one buffer: a hundred thousand URIs take no more memory than their letters.
struct TextList: Sendable {
    private var bytes: [UInt8] = []
    /// Where each text ends.
    private var ends: [UInt32] = []

    /// The number of texts.
    var count: Int { ends.count }

    /// The number of bytes of all texts.
    var size: Int { bytes.count }

    /// The largest list, in bytes.
    static let sizeLimit = 256 << 20

    /// Appends a text.
    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        ends.append(UInt32(clamping: bytes.count))
    }

    /// A text, counted from 0.
    subscript(index: Int) -> String {
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return String(decoding: bytes[start..<Int(ends[index])], as: UTF8.self)
    }
}
