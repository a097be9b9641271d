import Glibc

/// Parses the parts of a form from a stream of bytes (RFC 7578).
struct FormParser {
    /// An element of a form, in order.
    enum Part: Equatable {
        /// The headers of a part, their names in lower case.
        case head([String: String])
        /// Some bytes of the part.
        case bytes([UInt8])
        /// The part is complete.
        case partEnd
        /// The form is complete.
        case end
    }

    /// The error for bytes that are not a form.
    struct Malformed: Error {}

    private enum State {
        case preamble
        /// After a boundary, before either a part or the end.
        case boundary
        case head([String: String])
        case body
        case complete
    }

    /// The maximum size of the head of a part, in bytes.
    private static let limit = 16 << 10

    private let delimiter: [UInt8]
    private var state = State.preamble
    private var pending: [UInt8] = Array("\r\n".utf8)

    /// Creates a parser from the value of the header `Content-Type`; `nil` if it is not a form's.
    init?(contentType: String) {
        let fields = contentType.split(separator: ";").map { field in
            var field = field.drop { $0 == " " || $0 == "\t" }
            while field.last == " " || field.last == "\t" { field.removeLast() }
            return field
        }
        // A value may be empty, or only separators: then it has no fields.
        guard fields.first?.lowercased() == "multipart/form-data",
            let field = fields.first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { return nil }
        let boundary = field.dropFirst("boundary=".count).filter { $0 != "\"" }
        guard (1...70).contains(boundary.utf8.count) else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Appends bytes.
    mutating func add(_ bytes: [UInt8]) {
        pending = pending.isEmpty ? bytes : pending + bytes
    }

    /// The next part; `nil` if more bytes are necessary.
    mutating func next() throws(Malformed) -> Part? {
        while true {
            switch state {
            case .preamble:
                guard let place = delimiterPlace else {
                    guard pending.count <= Self.limit else { throw Malformed() }
                    return nil
                }
                pending.removeFirst(place + delimiter.count)
                state = .boundary
            case .boundary:
                guard let line = try line() else { return nil }
                state = line.hasPrefix("--") ? .complete : .head([:])
            case .head(var headers):
                guard let line = try line() else { return nil }
                if line.isEmpty {
                    state = .body
                    return .head(headers)
                }
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, headers.count < 16 else { throw Malformed() }
                headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
                state = .head(headers)
            case .body:
                if let place = delimiterPlace {
                    guard place == 0 else { return .bytes(take(place)) }
                    pending.removeFirst(delimiter.count)
                    state = .boundary
                    return .partEnd
                }
                // The end of the available bytes may be the beginning of a boundary.
                let sure = pending.count - delimiter.count + 1
                return sure > 0 ? .bytes(take(sure)) : nil
            case .complete:
                return .end
            }
        }
    }

    /// The position of the next boundary.
    private var delimiterPlace: Int? {
        unsafe pending.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var place = 0
            // memchr is many times faster than a loop, and documents are long.
            while place + delimiter.count <= bytes.count,
                let found = unsafe memchr(start + place, 13, bytes.count - place)
            {
                place = unsafe UnsafeRawPointer(found) - start
                guard place + delimiter.count <= bytes.count else { return nil }
                if unsafe memcmp(found, delimiter, delimiter.count) == 0 { return place }
                place += 1
            }
            return nil
        }
    }

    private mutating func take(_ count: Int) -> [UInt8] {
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    /// The next line without its end; `nil` if it is incomplete.
    private mutating func line() throws(Malformed) -> String? {
        guard let end = pending.prefix(Self.limit).firstIndex(of: UInt8(ascii: "\n")) else {
            guard pending.count < Self.limit else { throw Malformed() }
            return nil
        }
        var line = pending[..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { pending.removeSubrange(...end) }
        return String(decoding: line, as: UTF8.self)
    }
}
