/// The header of a Netpbm image: its two letters alone also begin sentences.
enum NetpbmHeader {
    /// Whether data begin with the magic number, and then a number or a comment.
    static func begins(_ data: [UInt8]) -> Bool {
        guard data.count > 3, data[0] == UInt8(ascii: "P"),
            (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(data[1])
        else { return false }
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard isSpace(data[2]), let next = data.dropFirst(2).first(where: { !isSpace($0) })
        else { return false }
        return next == UInt8(ascii: "#") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
    }
}
