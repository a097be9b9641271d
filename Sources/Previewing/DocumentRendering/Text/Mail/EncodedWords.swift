import PreviewModel

/// Decodes the encodings of mail: those of bodies (RFC 2045), and encoded words in header fields (RFC 2047).
enum EncodedWords {
    /// Decodes the encoded words of a header field, such as "=?utf-8?q?caf=C3=A9?=".
    static func decode(_ bytes: [UInt8]) -> String {
        let raw =
            TextDecoding.decode(bytes, isWhole: true) ?? String(decoding: bytes, as: UTF8.self)
        guard raw.contains("=?") else { return raw }
        var result = ""
        // A character may be split between two encoded words, so collect bytes before converting.
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
            // Spaces between two encoded words are not part of the text.
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

    /// Parses an encoded word after its "=?", such as "utf-8?q?caf=C3=A9?=".
    private static func word(
        _ text: Substring
    ) -> (charset: String, bytes: [UInt8], end: Substring.Index)? {
        guard let first = text.firstIndex(of: "?"), first != text.startIndex,
            text.distance(from: text.startIndex, to: first) < 40
        else { return nil }
        // RFC 2231 allows a language after the charset: "utf-8*en".
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

    /// Decodes quoted-printable; in an encoded word, "_" is a space.
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

    /// Decodes Base64 up to its padding, and skips characters outside its alphabet.
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
                decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(clamping: count)))
            }
        }
        return decoded
    }

    /// Decodes an extended parameter value (RFC 2231, 4): charset, language, and percent-encoded bytes.
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
    /// Returns the first range of a short delimiter.
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
