/// An answer of the service.
struct Answer: Sendable {
    var status = 0
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// Whether it has no body although its head speaks of one.
    var isHeadOnly = false

    /// What follows the head of an answer.
    enum Rest: Sendable {
        /// What the head says.
        case body
        /// Nothing: it answers a HEAD, or nobody wants to read more.
        case nothing
        /// One of these: nobody knows what a broken request was taken for.
        case either
    }

    /// Takes whole answers from the beginning of what has come.
    ///
    /// - Parameters:
    ///   - bytes: What has come; whole answers are removed from it.
    ///   - rests: What follows the head of each of these answers.
    /// - Returns: The answers; `nil` where the bytes are no HTTP.
    static func take(
        from bytes: inout [UInt8],
        rests: (Int) -> Rest = { _ in .body }
    ) -> [Answer]? {
        var found: [Answer] = []
        var rest = bytes[...]
        while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
            guard var answer = Answer(head: rest[..<end.lowerBound]) else { return nil }
            let body = rest[end.upperBound...]
            if answer.status / 100 == 1 {
                // Another answer follows.
                rest = body
                continue
            }
            if isEmpty(body, rests(found.count)) {
                answer.isHeadOnly = answer.headers["content-length"] != "0"
                rest = body
            } else if answer.headers["transfer-encoding"] == "chunked" {
                guard let (joined, after) = joined(body) else { break }
                answer.body = joined
                rest = after
            } else {
                let length = answer.headers["content-length"].flatMap { Int($0) } ?? 0
                guard body.count >= length else { break }
                answer.body = Array(body.prefix(length))
                rest = body.dropFirst(length)
            }
            found.append(answer)
        }
        bytes = Array(rest)
        return found
    }

    /// Whether an answer ends with its head.
    ///
    /// No body of the service begins as an answer does.
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

    /// The body without the marks of the chunks, and what follows it; `nil` where it is not whole.
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
