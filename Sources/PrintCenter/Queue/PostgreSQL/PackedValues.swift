/// The values of a statement as `cpostgres_send_prepared` takes them.
struct PackedValues {
    private(set) var bytes: [CChar] = []
    private(set) var lengths: [Int32] = []
    private(set) var formats: [Int32] = []

    init(_ values: [StoreValue]) {
        for value in values {
            switch value {
            case .null:
                lengths.append(-1)
                formats.append(0)
            case .number(let number): append(String(number), format: 0)
            // As bytes, so that a NUL does not end it in silence: the server refuses that.
            case .text(let text): append(text, format: 1)
            }
        }
    }

    private mutating func append(_ text: String, format: Int32) {
        lengths.append(Int32(clamping: text.utf8.count))
        formats.append(format)
        bytes.append(contentsOf: text.utf8.lazy.map { CChar(bitPattern: $0) })
        bytes.append(0)
    }
}
