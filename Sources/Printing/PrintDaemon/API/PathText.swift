import Hummingbird
import PrintModel

extension BasicRequestContext {
    /// A name in the path, such as that of a printer, without its percent encoding.
    ///
    /// The router leaves the encoding in.
    func text(_ name: String) throws -> String {
        let encoded = try parameters.require(name)
        guard let text = PathText.decoded(encoded) else { throw Problem(.malformed) }
        return text
    }

    /// A number in the path, such as that of a page.
    func number(_ name: String) throws -> Int {
        try Request.number(try text(name)[...], named: name)
    }
}

/// The percent encoding in a path (RFC 3986, 2.1).
enum PathText {
    /// The text without its encoding; `nil` if that is malformed, or not UTF-8.
    static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let first = rest.popFirst(), let second = rest.popFirst(),
                let high = Character(Unicode.Scalar(first)).hexDigitValue,
                let low = Character(Unicode.Scalar(second)).hexDigitValue
            else { return nil }
            bytes.append(UInt8(clamping: high << 4 | low))
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
