/// The name of an entry, decoded from its declared or guessed encoding.
///
/// Zip archives declare the encoding only since 2006 (APPNOTE 6.3.0), by a flag; Info-ZIP stores a
/// Unicode name in an extra field beside the other name (APPNOTE 4.6.9). Without either, the name
/// is in the encoding of the system that wrote it.
struct ZipName {
    /// The name, decoded from UTF-8 if it is valid, otherwise from the DOS code page.
    let text: String
    /// The undecoded bytes, where they may be in another encoding.
    let raw: [UInt8]

    init(_ bytes: ArraySlice<UInt8>, isUTF8: Bool, extra: ArraySlice<UInt8>) {
        if !isUTF8, let name = Self.unicodeName(extra, beside: bytes) {
            (text, raw) = (name, [])
            return
        }
        let isKnown = isUTF8 || bytes.allSatisfy { $0 < 0x80 }
        raw = isKnown ? [] : Array(bytes)
        text =
            String(validating: bytes, as: UTF8.self)
            ?? (isUTF8 ? String(decoding: bytes, as: UTF8.self) : Self.codePage437(bytes))
    }

    /// The name in the extra field "Info-ZIP Unicode Path", if its checksum matches the regular
    /// name.
    private static func unicodeName(
        _ extra: ArraySlice<UInt8>,
        beside name: ArraySlice<UInt8>
    ) -> String? {
        guard !extra.isEmpty else { return nil }
        let fields = Array(extra)
        var place = 0
        while fields.count - place >= 4 {
            let size = Int(fields.number16(place + 2))
            guard fields.count - place - 4 >= size else { return nil }
            // The field contains a version, the checksum of the regular name, and the Unicode name.
            if fields.number16(place) == 0x7075, size > 5, fields[place + 4] == 1,
                fields.number32(place + 5) == Deflate.checksum(of: Array(name))
            {
                return String(validating: fields[(place + 9)..<(place + 4 + size)], as: UTF8.self)
            }
            place += 4 + size
        }
        return nil
    }

    private static func codePage437(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append(byte < 0x80 ? Unicode.Scalar(byte) : upperCodePage437[Int(byte) - 0x80])
        }
        return String(text)
    }

    private static let upperCodePage437 = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.unicodeScalars
    )
}
