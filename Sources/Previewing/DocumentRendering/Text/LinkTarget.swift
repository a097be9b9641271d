/// The address of a link that is kept on pages.
enum LinkTarget {
    private static let lengthLimit = 1_500
    private static let schemes = ["http://", "https://", "mailto:"]

    /// An address as printable ASCII without quotes and backslashes; `nil` for one that leads elsewhere than to a web
    /// page or a mailbox.
    static func kept(_ address: String) -> String? {
        let start = address.prefix(8).lowercased()
        guard schemes.contains(where: start.hasPrefix), address.utf8.count <= lengthLimit / 3 else {
            return nil
        }
        var target = ""
        for byte in address.utf8 {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"),
                UInt8(ascii: ">"), UInt8(ascii: "("), UInt8(ascii: ")"), 0...0x20, 0x7F...:
                let digits = String(byte, radix: 16, uppercase: true)
                target += byte < 16 ? "%0\(digits)" : "%\(digits)"
            default: target.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return target
    }
}
