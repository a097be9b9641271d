internal import Glibc

/// Queries attributes of a printer or scheduler in the lab, over a separate connection.
///
/// It implements only the IPP that the lab needs: to check whether a printer is up, whether its
/// queue is correct, and whether a job has been canceled. It decodes only responses of programs in
/// the lab, and is not hardened against others.
struct PrinterProbe {
    /// The address at which the server listens.
    enum Endpoint {
        case port(UInt16)
        case socket(String)
    }

    var endpoint: Endpoint
    /// The "printer-uri" operation attribute.
    var uri: String
    /// The path of the HTTP request.
    var resource: String

    /// A virtual printer.
    init(port: UInt16) {
        endpoint = .port(port)
        uri = "ipp://localhost:\(port)/ipp/print"
        resource = "/ipp/print"
    }

    /// A queue of the lab's scheduler.
    init(queue: String, socket: String) {
        endpoint = .socket(socket)
        uri = "ipp://localhost/printers/\(queue)"
        resource = "/printers/\(queue)"
    }

    /// Returns the text values of the named printer attributes; `nil` without a response.
    func printerAttributes(_ names: [String]) -> [String: [String]]? {
        ask(operation: 0x000B, job: nil, names)
    }

    /// Returns the text values of the named job attributes; `nil` without a response.
    func jobAttributes(_ job: Int32, _ names: [String]) -> [String: [String]]? {
        ask(operation: 0x0009, job: job, names)
    }

    private func ask(operation: UInt16, job: Int32?, _ names: [String]) -> [String: [String]]? {
        var message: [UInt8] = [2, 0] + bytes(operation) + [0, 0, 0, 1, 0x01]
        message += attribute(0x47, "attributes-charset", "utf-8")
        message += attribute(0x48, "attributes-natural-language", "en")
        message += attribute(0x45, "printer-uri", uri)
        if let job {
            message += [0x21] + sized("job-id") + [0, 4] + bytes(UInt32(bitPattern: job))
        }
        for (index, name) in names.enumerated() {
            message += attribute(0x44, index == 0 ? "requested-attributes" : "", name)
        }
        message.append(0x03)
        let head =
            "POST \(resource) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/ipp\r\n"
            + "Content-Length: \(message.count)\r\nConnection: close\r\n\r\n"
        guard let answer = exchange(Array(head.utf8) + message) else { return nil }
        return Self.texts(in: answer)
    }

    private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        stride(from: value.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: value >> $0)
        }
    }

    private func sized(_ text: String) -> [UInt8] {
        bytes(UInt16(clamping: text.utf8.count)) + Array(text.utf8)
    }

    private func attribute(_ tag: UInt8, _ name: String, _ value: String) -> [UInt8] {
        [tag] + sized(name) + sized(value)
    }

    /// Sends one request, and returns the body of the response.
    private func exchange(_ request: [UInt8]) -> [UInt8]? {
        guard let connection = Connection(to: endpoint, seconds: 10) else { return nil }
        guard connection.send(request) else { return nil }
        // The printers keep the connection open in any case, so the end must be found in the
        // response itself.
        var body: [UInt8]?
        _ = connection.receiveAll(limit: 1 << 20) {
            body = Self.body(of: $0)
            return body != nil
        }
        return body
    }

    /// The body of an HTTP response, plain or chunked; `nil` while it is incomplete.
    static func body(of answer: [UInt8]) -> [UInt8]? {
        let end = Array("\r\n\r\n".utf8)
        guard
            let start = answer.indices.first(where: { answer[$0...].starts(with: end) })
        else { return nil }
        let head = String(decoding: answer[..<start], as: UTF8.self).lowercased()
        let rest = Array(answer[(start + end.count)...])
        let lines = head.split { $0.isNewline }
        if lines.contains(where: { $0.hasPrefix("transfer-encoding:") && $0.hasSuffix("chunked") })
        {
            return joined(chunks: rest)
        }
        let length = lines.first { $0.hasPrefix("content-length:") }?.split(separator: " ").last
        guard let size = length.flatMap({ Int($0) }), rest.count >= size else { return nil }
        return Array(rest[..<size])
    }

    private static func joined(chunks: [UInt8]) -> [UInt8]? {
        var body: [UInt8] = []
        var at = 0
        while let line = chunks[at...].firstIndex(of: 0x0A) {
            let digits = String(decoding: chunks[at..<line], as: UTF8.self).prefix { $0.isHexDigit }
            guard let size = Int(digits, radix: 16), line + 1 + size <= chunks.count else {
                return nil
            }
            if size == 0 { return body }
            body += chunks[(line + 1)..<(line + 1 + size)]
            at = min(line + 1 + size + 2, chunks.count)
        }
        return nil
    }

    /// The attributes of a response with their text values; those with other values are present
    /// without a value.
    static func texts(in message: [UInt8]) -> [String: [String]]? {
        guard message.count > 8 else { return nil }
        var found: [String: [String]] = [:]
        var name = ""
        var index = 8
        func number(_ at: Int) -> Int? {
            at + 1 < message.count ? Int(message[at]) << 8 | Int(message[at + 1]) : nil
        }
        while index < message.count, message[index] != 0x03 {
            let tag = message[index]
            index += 1
            // Tags below 0x10 are delimiters.
            if tag < 0x10 { continue }
            guard let nameLength = number(index), let valueLength = number(index + 2 + nameLength)
            else { return nil }
            let value = index + 4 + nameLength
            guard value + valueLength <= message.count else { return nil }
            if nameLength > 0 {
                name = String(
                    decoding: message[(index + 2)..<(index + 2 + nameLength)],
                    as: UTF8.self
                )
            }
            // Tags from 0x40 on have text values; collections and their members are recorded as
            // present.
            let text =
                tag >= 0x40
                ? String(decoding: message[value..<(value + valueLength)], as: UTF8.self) : ""
            found[name, default: []].append(text)
            index = value + valueLength
        }
        return found
    }
}
