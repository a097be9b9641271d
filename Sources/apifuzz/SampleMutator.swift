internal import IPPFuzzing

/// Changes a request in its meaning: where the frame of HTTP stays whole, so that the change gets to
/// the routes and their decoders.
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
    /// Header lines that mean something to somebody.
    private static let headers: [(name: String, value: String)] = [
        ("Idempotency-Key", ""), ("Idempotency-Key", "\u{1F5A8}"), ("Last-Event-ID", "-1"),
        ("Last-Event-ID", "9223372036854775808"), ("Last-Event-ID", "x"),
        ("Accept-Language", "zh;q=nan,*;q=-1,,;"), ("Accept", "image/x-portable-pixmap"),
        ("Expect", "100-continue"), ("Expect", "everything"), ("Content-Type", "text/html"),
        ("Content-Encoding", "gzip"), ("Range", "bytes=0-1"), ("Cookie", "a=b"), ("Host", "other"),
        ("TE", "trailers"), ("Connection", "keep-alive"), ("Printcenter-Version", "99.0.0"),
        ("Authorization", "Basic Zm9vOmJhcg=="), ("X-Forwarded-For", "1.2.3.4"),
    ]

    /// Changes a request once or a few times.
    func mutate(_ sample: inout Sample, using dice: inout Dice) {
        for _ in 0..<(dice.oneIn(4) ? 1 + dice.below(4) : 1) {
            switch dice.below(sample.body.isEmpty ? 8 : 16) {
            case 0: sample.method = dice.pick(Self.methods)
            case 1, 2: changePath(&sample, using: &dice)
            case 3, 4: changeQuery(&sample, using: &dice)
            case 5, 6, 7: addHeader(&sample, using: &dice)
            default: JSONMutator().mutate(&sample.body, using: &dice)
            }
        }
    }

    private func text(using dice: inout Dice) -> String {
        switch dice.below(4) {
        case 0: dice.pick(Self.numbers)
        case 1: String(repeating: "a", count: dice.pick([1, 255, 256, 4000, 17_000]))
        default: dice.pick(Self.texts)
        }
    }

    private func changePath(_ sample: inout Sample, using dice: inout Dice) {
        var parts = sample.path.split(separator: "/", omittingEmptySubsequences: false)
            .map { String($0) }
        let index = dice.below(parts.count)
        switch dice.below(6) {
        case 0: parts[index] = text(using: &dice)
        case 1: parts.insert(text(using: &dice), at: index)
        case 2: parts.remove(at: index)
        case 3: parts[index] = Self.escaped(parts[index])
        case 4: parts[parts.count - 1] += text(using: &dice)
        default: parts[index] = parts[index].uppercased()
        }
        let path = parts.joined(separator: "/").replacing(" ", with: "+")
        sample.path = path.hasPrefix("/") ? path : "/" + path
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func changeQuery(_ sample: inout Sample, using dice: inout Dice) {
        let value = text(using: &dice).replacing("#", with: "%23").replacing(" ", with: "+")
        guard !sample.query.isEmpty, !dice.oneIn(4) else {
            let name = dice.pick([
                "job", "all", "size", "face", "printer", "name", "type", "more", "",
            ])
            sample.query.append("\(name)=\(value)")
            return
        }
        let index = dice.below(sample.query.count)
        let name = sample.query[index].prefix { $0 != "=" }
        switch dice.below(4) {
        case 0: sample.query[index] = String(name)
        case 1: sample.query.append(sample.query[index])
        case 2: sample.query.remove(at: index)
        default: sample.query[index] = "\(name)=\(value)"
        }
    }

    private func addHeader(_ sample: inout Sample, using dice: inout Dice) {
        switch dice.below(8) {
        case 0:
            for index in 0..<dice.pick([20, 90, 120]) { sample.headers.append(("X-\(index)", "y")) }
        case 1:
            let size = dice.pick([4000, 15_000, 17_000, 70_000])
            sample.headers.append(("X-Large", String(repeating: "y", count: size)))
        case 2 where !sample.headers.isEmpty:
            sample.headers.append(dice.pick(sample.headers))
        case 3: sample.headers.append(("Idempotency-Key", "k\(dice.below(40))"))
        case 4:
            let size = dice.pick([255, 256])
            sample.headers.append(("Idempotency-Key", String(repeating: "k", count: size)))
        default: sample.headers.append(dice.pick(Self.headers))
        }
    }
}
