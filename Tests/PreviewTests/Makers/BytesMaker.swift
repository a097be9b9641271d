/// Puts bytes together, numbers in little-endian order.
struct BytesMaker {
    var bytes: [UInt8] = []

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    mutating func add(_ more: [UInt8]) { bytes += more }
    mutating func add(_ text: String) { bytes += Array(text.utf8) }
    mutating func add16(_ numbers: Int...) {
        for number in numbers { bytes += [UInt8(number & 255), UInt8(number >> 8 & 255)] }
    }
    mutating func add32(_ numbers: Int...) {
        for number in numbers { bytes += (0..<4).map { UInt8(number >> ($0 * 8) & 255) } }
    }

    mutating func set32(_ number: Int, at place: Int) {
        for index in 0..<4 { bytes[place + index] = UInt8(number >> (index * 8) & 255) }
    }

    mutating func fill(to size: Int) {
        bytes += [UInt8](repeating: 0, count: max(0, size - bytes.count))
    }
}

extension [UInt8] {
    /// Text as UTF-16 in little-endian order.
    static func wide(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    }
}
