import PreviewModel

/// The encodings of mail: RFC 2045's of bodies, RFC 2047's of words in a head.
enum EncodedWords {
    /// A head's field with its encoded words decoded: "=?utf-8?q?caf=C3=A9?=".
    static func decode(_ bytes: [UInt8]) -> String {
        let raw =
            TextDecoding.decode(bytes, isWhole: true) ?? String(decoding: bytes, as: UTF8.self)
        guard raw.contains("=?") else { return raw }
        var result = ""
        // A character may be divided between two words, so bytes are collected.
        var collected: (charset: String, bytes: [UInt8])?
        func flush() {
            guard let (charset, bytes) = collected else { return }
            collected = nil
            result +=
                TextDecoding.convert(bytes[...], from: charset).map(TextDecoding.harmless)
                ?? "\u{FFFD}"
        }
        var rest = Substring(raw)
        while let start = rest.range(of: "=?") {
            let before = rest[..<start.lowerBound]
            guard let (charset, bytes, end) = word(rest[start.upperBound...]) else {
                flush()
                result += rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                continue
            }
            // Blanks between two encoded words are none.
            if collected == nil || before.contains(where: { $0 != " " }) {
                flush()
                result += before
            }
            if collected?.charset == charset {
                collected?.bytes += bytes
            } else {
                flush()
                collected = (charset, bytes)
            }
            rest = rest[end...]
        }
        flush()
        return result + rest
    }

    /// Reads "utf-8?q?caf=C3=A9?=".
    private static func word(
        _ text: Substring
    ) -> (charset: String, bytes: [UInt8], end: Substring.Index)? {
        guard let first = text.firstIndex(of: "?"), first != text.startIndex,
            text.distance(from: text.startIndex, to: first) < 40
        else { return nil }
        // RFC 2231 allows a language after the charset.
        let charset = text[..<first].prefix { $0 != "*" }.uppercased()
        let afterFirst = text.index(after: first)
        guard let second = text[afterFirst...].firstIndex(of: "?") else { return nil }
        let contents = text[text.index(after: second)...]
        guard let end = contents.range(of: "?=") else { return nil }
        let body = Array(contents[..<end.lowerBound].utf8)
        switch text[afterFirst..<second] {
        case "q", "Q": return (charset, quotedPrintable(body[...], isWord: true), end.upperBound)
        case "b", "B": return (charset, base64(body[...]), end.upperBound)
        default: return nil
        }
    }

    /// Quoted-printable; in words of a head, "_" is a blank.
    static func quotedPrintable(_ bytes: ArraySlice<UInt8>, isWord: Bool) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "_"), isWord {
                decoded.append(0x20)
            } else if byte == UInt8(ascii: "=") {
                let line = rest.prefix(2)
                if line.first == 0x0A {
                    rest = rest.dropFirst()
                } else if line.elementsEqual([0x0D, 0x0A]) {
                    rest = rest.dropFirst(2)
                } else if line.count == 2,
                    let value = UInt8(String(decoding: line, as: UTF8.self), radix: 16)
                {
                    decoded.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    decoded.append(byte)
                }
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// Base64; what is no digit of it is passed over.
    static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var (bits, count): (UInt32, Int) = (0, 0)
        for byte in bytes {
            let value: UInt8
            switch byte {
            case 0x41...0x5A: value = byte - 0x41
            case 0x61...0x7A: value = byte - 0x61 + 26
            case 0x30...0x39: value = byte - 0x30 + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "="): return decoded
            default: continue
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return decoded
    }

    /// RFC 2231's values: charset, language, and bytes as "%C3".
    static func percentDecoded(_ value: String) -> String {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return value }
        var bytes: [UInt8] = []
        var rest = Array(parts[2].utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        let text = TextDecoding.convert(bytes[...], from: parts[0].uppercased())
        return (text ?? String(decoding: bytes, as: UTF8.self)).singleLine
    }
}

extension Substring {
    /// The first range of a short delimiter.
    fileprivate func range(of mark: String) -> Range<Index>? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(mark) {
                return place..<index(place, offsetBy: mark.count)
            }
            formIndex(after: &place)
        }
        return nil
    }
}
