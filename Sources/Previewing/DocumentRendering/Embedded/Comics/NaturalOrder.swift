/// The natural sort order: "page 2" comes before "page 10".
enum NaturalOrder {
    /// The same of the names of files: "cover.png" comes before "cover-1.png".
    static func isBefore(fileNamed left: String, _ right: String) -> Bool {
        let (a, b) = (stem(left), stem(right))
        if isBefore(a, b) { return true }
        return isBefore(b, a) ? false : isBefore(left, right)
    }

    private static func stem(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return name }
        return String(name[..<dot])
    }

    static func isBefore(_ left: String, _ right: String) -> Bool {
        var (a, b) = (Array(left.lowercased().utf8)[...], Array(right.lowercased().utf8)[...])
        while let x = a.first, let y = b.first {
            if isDigit(x), isDigit(y) {
                let (m, n) = (number(&a), number(&b))
                if m.count != n.count { return m.count < n.count }
                if !m.elementsEqual(n) { return m.lexicographicallyPrecedes(n) }
            } else {
                if x != y { return x < y }
                a.removeFirst()
                b.removeFirst()
            }
        }
        return a.isEmpty && !b.isEmpty
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Takes the digits of a number, without the zeros before it.
    private static func number(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = text.prefix(while: isDigit)
        text = text.dropFirst(digits.count)
        return digits.drop { $0 == 0x30 }
    }
}
