/// The name of an entry, and how its encoding is known.
///
/// Zip archives have told it only since 2006 (APPNOTE 6.3.0), by a flag; Info-ZIP tells the name in Unicode in
/// an extra field beside the other (APPNOTE 4.6.9). Where neither is there, it is what the writer's system had.
struct ZipName {
    /// The name: UTF-8 where it is that, else in the code page of DOS.
    let text: String
    /// Its bytes, where they may mean something else.
    let raw: [UInt8]

    init(_ bytes: ArraySlice<UInt8>, isUTF8: Bool, extra: ArraySlice<UInt8>) {
        if !isUTF8, let told = Self.told(extra, beside: bytes) {
            (text, raw) = (told, [])
            return
        }
        let isKnown = isUTF8 || bytes.allSatisfy { $0 < 0x80 }
        raw = isKnown ? [] : Array(bytes)
        text =
            String(validating: bytes, as: UTF8.self)
            ?? (isUTF8 ? String(decoding: bytes, as: UTF8.self) : Self.codePage437(bytes))
    }

    /// The name in the extra field "Info-ZIP Unicode Path", where it is one of this very name.
    private static func told(
        _ extra: ArraySlice<UInt8>,
        beside name: ArraySlice<UInt8>
    ) -> String? {
        guard !extra.isEmpty else { return nil }
        let fields = Array(extra)
        var place = 0
        while fields.count - place >= 4 {
            let size = Int(fields.number16(place + 2))
            guard fields.count - place - 4 >= size else { return nil }
            // Version, checksum of the other name, this name.
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
