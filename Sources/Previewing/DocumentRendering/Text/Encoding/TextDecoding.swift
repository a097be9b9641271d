import CText
import Glibc
import PreviewHelper

/// Decodes text in any encoding and makes it safe to display.
enum TextDecoding {
    /// Opens the converters of all encodings that are guessed or named, so that a child, which
    /// opens no libraries, finds them loaded.
    ///
    /// The converters stay open until the process exits.
    static func warmUp() {
        let western = (1...16).map { "ISO-8859-\($0)" } + (1250...1258).map { "WINDOWS-\($0)" }
        let eastern = [
            "BIG5", "BIG5-HKSCS", "EUC-JP", "EUC-KR", "EUC-TW", "GB18030", "GBK", "GB2312",
            "ISO-2022-CN", "ISO-2022-JP", "ISO-2022-KR", "JOHAB", "SHIFT_JIS", "TIS-620", "UHC",
            "VISCII", "CP932", "CP936", "CP949", "CP950", "CP874",
        ]
        let others = [
            "CP437", "CP850", "CP1252", "IBM852", "IBM855", "IBM865", "IBM866", "KOI8-R", "KOI8-U",
            "MACINTOSH", "MAC-CENTRALEUROPE", "MAC-CYRILLIC", "MACCYRILLIC", "UTF-7", "UTF-16",
            "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE", "ASCII",
        ]
        for encoding in western + eastern + others {
            // One that this system lacks is one that no text here is shown in.
            unsafe _ = iconv_open("UTF-8", encoding)
        }
    }

    /// Returns the text of the bytes, safe to display, or `nil` if they are not text.
    static func decode(_ bytes: [UInt8], isWhole: Bool) -> String? {
        text(bytes, isWhole: isWhole).map(harmless)
    }

    /// Returns the unfiltered text of the bytes, or `nil` if they are not text.
    ///
    /// The order: a byte order mark; UTF-8 where every byte fits; UTF-16 and UTF-32 by where their
    /// zeros stand; UTF-8 with a few wrong bytes; then what statistics say. `isWhole` says whether
    /// the bytes end where the text does.
    static func text(_ bytes: [UInt8], isWhole: Bool) -> String? {
        let marks: [(mark: [UInt8], encoding: String)] = [
            ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"),
            ([0, 0, 0xFE, 0xFF], "UTF-32BE"), ([0xFF, 0xFE], "UTF-16LE"),
            ([0xFE, 0xFF], "UTF-16BE"),
        ]
        for (mark, encoding) in marks where bytes.starts(with: mark) {
            return convert(bytes[mark.count...], from: encoding)
        }
        if let text = utf8(bytes, isWhole: isWhole), isText(text) { return text }
        if let encoding = wideEncoding(bytes) {
            guard let text = convert(bytes[...], from: encoding), isText(text) else { return nil }
            return text
        }
        guard !bytes.contains(0) else { return nil }
        if let text = damagedUTF8(bytes) { return text }
        guard let text = guess(bytes), isText(text) else { return nil }
        return text
    }

    /// Decodes UTF-8 with a few invalid bytes: at least ten valid non-ASCII characters for each of
    /// them.
    private static func damagedUTF8(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        var (right, wrong) = (0, 0)
        for scalar in text.unicodeScalars where scalar.value >= 0x80 {
            if scalar.value == 0xFFFD { wrong += 1 } else { right += 1 }
        }
        return right >= 10 * wrong && isText(text) ? text : nil
    }

    private static func utf8(_ bytes: [UInt8], isWhole: Bool) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard !isWhole else { return nil }
        // The cut may have gone through a character.
        for cut in 1...min(3, max(1, bytes.count)) where bytes.count > cut {
            if let text = String(validating: bytes.dropLast(cut), as: UTF8.self) { return text }
        }
        return nil
    }

    /// UTF-16 or UTF-32 without a byte order mark: in most scripts, the upper bytes of many characters are zero; of
    /// Chinese, those of spaces and lines are.
    private static func wideEncoding(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 4 else { return nil }
        let sample = bytes.prefix(4096)
        var zeros = [0, 0, 0, 0]
        for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 4] += 1 }
        let quarter = sample.count / 4
        if zeros[3] == quarter, zeros[2] > quarter * 9 / 10 { return "UTF-32LE" }
        if zeros[0] >= quarter, zeros[1] > quarter * 9 / 10 { return "UTF-32BE" }
        let (even, odd) = (zeros[0] + zeros[2], zeros[1] + zeros[3])
        let half = sample.count / 2
        if let order = WideText(Array(sample)) { return order.encoding }
        if odd > half / 4, even < odd / 8 { return "UTF-16LE" }
        if even > half / 4, odd < even / 8 { return "UTF-16BE" }
        return nil
    }

    private static func guess(_ bytes: [UInt8]) -> String? {
        let sample = bytes.prefix(65_536)
        let name = unsafe sample.withUnsafeBufferPointer { buffer in
            unsafe ctext_guess_encoding(buffer.baseAddress, buffer.count)
                .map { unsafe String(cString: $0) }
        }
        // ISO 2022 encodings switch character sets with escape sequences and have no non-ASCII
        // bytes to score.
        if let name, name.hasPrefix("ISO-2022"), let text = convert(bytes[...], from: name) {
            return text
        }
        // Every byte means something in the last of these.
        for encoding in [EncodingGuess(bytes).best(hint: name), "WINDOWS-1252", "ISO-8859-1"] {
            if let text = convert(bytes[...], from: encoding) { return text }
        }
        return nil
    }

    /// The text of bytes in an encoding that iconv knows; what does not fit becomes U+FFFD.
    static func convert(_ bytes: ArraySlice<UInt8>, from encoding: String) -> String? {
        guard encoding.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }) else { return nil }
        if encoding == "UTF-8" { return String(decoding: bytes, as: UTF8.self) }
        guard let converter = unsafe iconv_open("UTF-8", encoding),
            Int(bitPattern: converter) != -1
        else { return nil }
        defer { unsafe _ = iconv_close(converter) }
        var source = bytes.map { CChar(bitPattern: $0) }
        var output: [UInt8] = []
        var chunk = [CChar](repeating: 0, count: 16_384)
        var failures = 0
        unsafe source.withUnsafeMutableBufferPointer { source in
            var next = source.baseAddress
            var left = source.count
            while left > 0 {
                let (status, made) = unsafe chunk.withUnsafeMutableBufferPointer { room in
                    var target = room.baseAddress
                    var free = room.count
                    let status = unsafe iconv(converter, &next, &left, &target, &free)
                    return (status == -1 ? errno : 0, room.count - free)
                }
                output.append(contentsOf: chunk.prefix(made).map { UInt8(bitPattern: $0) })
                if status == EILSEQ {
                    // One wrong character costs no more than itself.
                    failures += 1
                    output.append(contentsOf: [0xEF, 0xBF, 0xBD])
                    unsafe next = next.map { unsafe $0 + 1 }
                    left -= 1
                } else if status != 0, status != E2BIG {
                    return
                }
            }
        }
        guard failures * 20 <= bytes.count else { return nil }
        unsafe output += rest(of: converter)
        return String(decoding: output, as: UTF8.self)
    }

    /// Flushes the characters that a converter, such as that for Hebrew, holds back in case an
    /// accent follows.
    @unsafe private static func rest(of converter: iconv_t) -> [UInt8] {
        var chunk = [CChar](repeating: 0, count: 64)
        let made = unsafe chunk.withUnsafeMutableBufferPointer { room in
            var target = room.baseAddress
            var free = room.count
            unsafe _ = iconv(converter, nil, nil, &target, &free)
            return room.count - free
        }
        return chunk.prefix(made).map { UInt8(bitPattern: $0) }
    }

    /// Returns whether this can be text: it has few characters that do not occur in text.
    private static func isText(_ text: String) -> Bool {
        var (controls, count) = (0, 0)
        for scalar in text.unicodeScalars.prefix(16_384) {
            count += 1
            switch scalar.value {
            case 0: controls += 8
            case 0x07, 0x09...0x0D, 0x1B: break
            case 1..<0x20, 0x7F: controls += 1
            default: break
            }
        }
        return controls * 20 <= count
    }

    /// Returns the text with control characters made visible, and without terminal colors and
    /// bidirectional control characters.
    static func harmless(_ text: String) -> String { harmless(text, keepsFormFeeds: false) }

    /// Returns such text, in which a form feed is the end of a line, or stays.
    static func harmless(_ text: String, keepsFormFeeds: Bool) -> String {
        var clean = String.UnicodeScalarView()
        var scalars = text.unicodeScalars.makeIterator()
        var last: Unicode.Scalar = " "
        while let scalar = scalars.next() {
            switch scalar.value {
            case 0x0A: if last != "\r" { clean.append("\n") }
            case 0x0C where keepsFormFeeds: clean.append(scalar)
            case 0x0D, 0x0C, 0x85, 0x2028, 0x2029: clean.append("\n")
            case 0x1B: skipEscape(&scalars)
            case 0x09: clean.append(scalar)
            case 0..<0x20: clean.append(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
            case 0x7F: clean.append("\u{2421}")
            case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: break
            default: clean.append(scalar)
            }
            last = scalar
        }
        return String(clean)
    }

    /// Skips a terminal escape sequence such as "ESC [ 31 m".
    private static func skipEscape(_ scalars: inout String.UnicodeScalarView.Iterator) {
        guard scalars.next() == "[" else { return }
        var length = 0
        while length < 32, let scalar = scalars.next() {
            length += 1
            if (0x40...0x7E).contains(scalar.value) { return }
        }
    }
}
