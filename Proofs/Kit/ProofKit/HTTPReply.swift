internal import FoundationEssentials
internal import PrintModel

/// A reply of the service.
package struct HTTPReply: Sendable {
    /// The status, such as 200.
    package private(set) var status = 0
    /// The header fields by their names in lower case.
    package private(set) var headers: [String: String] = [:]
    /// The content, joined from its chunks where it came in chunks.
    package private(set) var body: [UInt8] = []
    /// Whether the reply has no content although its head announces some.
    package private(set) var isHeadOnly = false

    /// What follows the head of a reply.
    package enum Rest: Sendable {
        /// The content that the head announces.
        case body
        /// Nothing: the request was a HEAD, or the reader stops here.
        case nothing
        /// Either of the two: the request was broken, and the service may have read it as a HEAD.
        case either
    }

    /// Whether the status is one of success.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// The content as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// Decodes the content.
    ///
    /// - Throws: ``ProofError`` with the status and the content where it is something else.
    package func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do {
            return try WireFormat.decode(type, from: Data(body))
        } catch {
            throw ProofError("\(status) \(text): \(error)")
        }
    }

    /// Takes complete replies from the beginning of the bytes that arrived.
    ///
    /// - Parameters:
    ///   - bytes: What arrived; complete replies are removed from it.
    ///   - rests: What follows the head of each of these replies.
    /// - Returns: The replies; `nil` where the bytes are not HTTP.
    package static func take(
        from bytes: inout [UInt8],
        rests: (Int) -> Rest = { _ in .body }
    ) -> [HTTPReply]? {
        var found: [HTTPReply] = []
        var rest = bytes[...]
        while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
            guard var reply = HTTPReply(head: rest[..<end.lowerBound]) else { return nil }
            let body = rest[end.upperBound...]
            if reply.status / 100 == 1 {
                // The final reply follows.
                rest = body
                continue
            }
            if isEmpty(body, rests(found.count)) {
                reply.isHeadOnly = reply.headers["content-length"] != "0"
                rest = body
            } else if reply.headers["transfer-encoding"] == "chunked" {
                guard let (joined, after) = joined(body) else { break }
                reply.body = joined
                rest = after
            } else {
                let length = reply.headers["content-length"].flatMap { Int($0) } ?? 0
                guard body.count >= length else { break }
                reply.body = Array(body.prefix(length))
                rest = body.dropFirst(length)
            }
            found.append(reply)
        }
        bytes = Array(rest)
        return found
    }

    /// Whether a reply ends with its head.
    ///
    /// No content of the service begins as a reply does.
    private static func isEmpty(_ body: ArraySlice<UInt8>, _ rest: Rest) -> Bool {
        switch rest {
        case .body: false
        case .nothing: true
        case .either: body.isEmpty || body.starts(with: Array("HTTP/1.1 ".utf8))
        }
    }

    private init?(head: ArraySlice<UInt8>) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            return nil
        }
        self.status = status
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
    }

    /// The content without the chunk headers, and what follows it; `nil` where its end is missing.
    private static func joined(_ bytes: ArraySlice<UInt8>) -> ([UInt8], ArraySlice<UInt8>)? {
        var body: [UInt8] = []
        var rest = bytes
        while let end = rest.firstRange(of: Array("\r\n".utf8)) {
            let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            guard let size = Int(digits, radix: 16), rest[end.upperBound...].count >= size + 2
            else { return nil }
            body += rest[end.upperBound...].prefix(size)
            rest = rest[end.upperBound...].dropFirst(size + 2)
            if size == 0 { return (body, rest) }
        }
        return nil
    }
}
