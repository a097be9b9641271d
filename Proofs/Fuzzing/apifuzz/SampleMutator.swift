internal import ProofKit

/// Mutates the contents of a request, but keeps its framing valid, so that it reaches the routes and
/// their decoders.
struct SampleMutator {
    private static let numbers = [
        "0", "-1", "-0", "1", "2147483648", "9223372036854775807", "9223372036854775808",
        "-9223372036854775809", "18446744073709551616", "1e400", "-1e-400", "1.5", "NaN",
        "Infinity", "0x10", "", "\u{660}",
    ]
    private static let texts = [
        "", ".", "..", "../../etc/passwd", "%00", "%2e%2e%2f", "%zz", "%", "%e4%b8", "%1b%5b2J",
        "//",
        "a;b", "*", "?", "#", "null", "'\"", "\u{202E}x", "\u{FEFF}", "%F0%9F%96%A8",
    ]
    private static let methods = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "REPORT", "LINK",
    ]
    /// Header fields that an HTTP server may interpret.
    private static let headers: [(name: String, value: String)] = [
        ("Idempotency-Key", ""), ("Idempotency-Key", "\u{1F5A8}"), ("Last-Event-ID", "-1"),
        ("Last-Event-ID", "9223372036854775808"), ("Last-Event-ID", "x"),
        ("Accept-Language", "zh;q=nan,*;q=-1,,;"), ("Accept", "image/x-portable-pixmap"),
        ("Expect", "100-continue"), ("Expect", "everything"), ("Content-Type", "text/html"),
        ("Content-Encoding", "gzip"), ("Range", "bytes=0-1"), ("Cookie", "a=b"), ("Host", "other"),
        ("TE", "trailers"), ("Connection", "keep-alive"), ("Printcenter-Version", "99.0.0"),
        ("Authorization", "Basic Zm9vOmJhcg=="), ("X-Forwarded-For", "1.2.3.4"),
    ]

    /// Mutates a request up to four times.
    func mutate(_ sample: inout Sample, using generator: inout SeededGenerator) {
        for _ in 0..<(generator.oneIn(4) ? 1 + generator.next(below: 4) : 1) {
            switch generator.next(below: sample.body.isEmpty ? 8 : 16) {
            case 0: sample.method = generator.pick(Self.methods)
            case 1, 2: changePath(&sample, using: &generator)
            case 3, 4: changeQuery(&sample, using: &generator)
            case 5, 6, 7: addHeader(&sample, using: &generator)
            default: JSONMutator().mutate(&sample.body, using: &generator)
            }
        }
    }

    private func text(using generator: inout SeededGenerator) -> String {
        switch generator.next(below: 4) {
        case 0: generator.pick(Self.numbers)
        case 1: String(repeating: "a", count: generator.pick([1, 255, 256, 4000, 17_000]))
        default: generator.pick(Self.texts)
        }
    }

    private func changePath(_ sample: inout Sample, using generator: inout SeededGenerator) {
        var parts = sample.path.split(separator: "/", omittingEmptySubsequences: false)
            .map { String($0) }
        let index = generator.next(below: parts.count)
        switch generator.next(below: 6) {
        case 0: parts[index] = text(using: &generator)
        case 1: parts.insert(text(using: &generator), at: index)
        case 2: parts.remove(at: index)
        case 3: parts[index] = Self.escaped(parts[index])
        case 4: parts[parts.count - 1] += text(using: &generator)
        default: parts[index] = parts[index].uppercased()
        }
        let path = parts.joined(separator: "/").replacing(" ", with: "+")
        sample.path = path.hasPrefix("/") ? path : "/" + path
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func changeQuery(_ sample: inout Sample, using generator: inout SeededGenerator) {
        let value = text(using: &generator).replacing("#", with: "%23").replacing(" ", with: "+")
        guard !sample.query.isEmpty, !generator.oneIn(4) else {
            let name = generator.pick([
                "job", "all", "size", "face", "printer", "name", "type", "more", "",
            ])
            sample.query.append("\(name)=\(value)")
            return
        }
        let index = generator.next(below: sample.query.count)
        let name = sample.query[index].prefix { $0 != "=" }
        switch generator.next(below: 4) {
        case 0: sample.query[index] = String(name)
        case 1: sample.query.append(sample.query[index])
        case 2: sample.query.remove(at: index)
        default: sample.query[index] = "\(name)=\(value)"
        }
    }

    private func addHeader(_ sample: inout Sample, using generator: inout SeededGenerator) {
        switch generator.next(below: 8) {
        case 0:
            for index in 0..<generator.pick([20, 90, 120]) {
                sample.headers.append(("X-\(index)", "y"))
            }
        case 1:
            let size = generator.pick([4000, 15_000, 17_000, 70_000])
            sample.headers.append(("X-Large", String(repeating: "y", count: size)))
        case 2 where !sample.headers.isEmpty:
            sample.headers.append(generator.pick(sample.headers))
        case 3: sample.headers.append(("Idempotency-Key", "k\(generator.next(below: 40))"))
        case 4:
            let size = generator.pick([255, 256])
            sample.headers.append(("Idempotency-Key", String(repeating: "k", count: size)))
        default: sample.headers.append(generator.pick(Self.headers))
        }
    }
}
