import PreviewHelper
import PreviewModel

/// The properties of a message, of its recipient, or of its attachment ([MS-OXPROPS]), by their numbers.
struct MailProperties {
    /// A value, which is read where it is needed.
    struct Value {
        /// Its type ([MS-OXCDATA], 2.11.1).
        let type: UInt16
        /// At most so many of its first bytes.
        let bytes: (_ limit: Int) -> [UInt8]
    }

    /// The properties that are read.
    enum Name: UInt16 {
        case subject = 0x0037
        case submitted = 0x0039
        case representedName = 0x0042
        case representedAddress = 0x0065
        case senderName = 0x0C1A
        case senderAddress = 0x0C1F
        case copied = 0x0E03
        case recipients = 0x0E04
        case delivered = 0x0E06
        case text = 0x1000
        case compressedRTF = 0x1009
        case html = 0x1013
        case displayName = 0x3001
        case attached = 0x3701
        case shortFileName = 0x3704
        case fileName = 0x3707
        case mimeType = 0x370E
        case contentID = 0x3712
        case contentLocation = 0x3713
        case senderMail = 0x5D01
        case codePage = 0x3FDE
        case locale = 0x3FF1
        case messageCodePage = 0x3FFD
    }

    private enum Kind {
        static let number: UInt16 = 0x0003
        static let narrow: UInt16 = 0x001E
        static let wide: UInt16 = 0x001F
        static let time: UInt16 = 0x0040
        static let binary: UInt16 = 0x0102
    }

    private var values: [UInt16: Value] = [:]

    /// The most bytes of a name or an address.
    private static let wordsLimit = 65_536

    subscript(number: UInt16) -> Value? {
        get { values[number] }
        set { values[number] = newValue }
    }

    /// The text of a property, in the code page of its message where it is not in UTF-16; `nil` where it has none.
    func text(_ name: Name, limit: Int = wordsLimit, codePage: Int?) -> String? {
        guard let value = values[name.rawValue] else { return nil }
        var bytes = value.bytes(limit)
        let isWhole = bytes.count < limit
        if !isWhole { ReadingExtent.noteOmission() }
        var words: String?
        switch value.type {
        case Kind.wide:
            if bytes.count % 2 == 1 { bytes.removeLast() }
            words = TextDecoding.convert(bytes[...], from: "UTF-16LE")
        case Kind.narrow, Kind.binary:
            // A zero ends it, and is no letter.
            while bytes.last == 0 { bytes.removeLast() }
            words = codePage.flatMap {
                TextDecoding.convert(bytes[...], from: Self.encoding(ofCodePage: $0))
            }
            // Some programs name another code page than they use.
            if words?.unicodeScalars.contains("\u{FFFD}") != false {
                words = TextDecoding.text(bytes, isWhole: isWhole) ?? words
            }
        default: break
        }
        while words?.unicodeScalars.last == "\0" { words?.unicodeScalars.removeLast() }
        return words.map(TextDecoding.harmless).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The bytes of a property; `nil` where it has none.
    func bytes(_ name: Name, limit: Int) -> [UInt8]? {
        values[name.rawValue]?.bytes(limit)
    }

    /// The number of a property.
    func number(_ name: Name) -> Int? {
        guard let value = values[name.rawValue], value.type == Kind.number else { return nil }
        let bytes = value.bytes(4)
        return bytes.count == 4 ? Int(bytes.number32(0)) : nil
    }

    /// The time of a property, such as "2024-06-03 14:05 UTC".
    func time(_ name: Name) -> String? {
        guard let value = values[name.rawValue], value.type == Kind.time else { return nil }
        let bytes = value.bytes(8)
        guard bytes.count == 8, let ticks = bytes.number64(0) else { return nil }
        // Tenths of microseconds since 1601.
        let seconds = ticks / 10_000_000 - 11_644_473_600
        guard let date = FactSheet.date(seconds) else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date) \(two(seconds / 3_600 % 24)):\(two(seconds / 60 % 60)) UTC"
    }

    /// The code page of texts that are not in UTF-16: that of the message, or of the language of its sender.
    var codePage: Int? {
        number(.messageCodePage) ?? number(.locale).map(Self.codePage(ofLanguage:))
            ?? number(.codePage)
    }

    /// The code page of Windows for a language ([MS-LCID]).
    private static func codePage(ofLanguage locale: Int) -> Int {
        switch locale & 0x3FF {
        case 0x04: [0x0404, 0x0C04, 0x1404].contains(locale) ? 950 : 936
        case 0x11: 932
        case 0x12: 949
        case 0x1E: 874
        case 0x05, 0x0E, 0x15, 0x18, 0x1A, 0x1B, 0x1C, 0x24: 1250
        case 0x02, 0x19, 0x22, 0x23, 0x2F: 1251
        case 0x08: 1253
        case 0x1F: 1254
        case 0x0D: 1255
        case 0x01, 0x20, 0x29: 1256
        case 0x25, 0x26, 0x27: 1257
        case 0x2A: 1258
        default: 1252
        }
    }

    /// The name that iconv has for a code page.
    private static func encoding(ofCodePage page: Int) -> String {
        switch page {
        case 20_127: "WINDOWS-1252"
        case 20_866: "KOI8-R"
        case 21_866: "KOI8-U"
        case 28_591...28_605: "ISO-8859-\(page - 28_590)"
        case 50_220...50_222: "ISO-2022-JP"
        case 51_932: "EUC-JP"
        case 51_949: "EUC-KR"
        default: RichText.encoding(ofCodePage: page)
        }
    }
}
