/// The name of a job as far as a printer's list leaves it: printers cut names, and replace characters in them.
struct ListedName: Sendable {
    /// The ASCII letters, in lower case, and digits.
    private(set) var letters: [UInt8] = []
    /// The places in them before which the name has other characters.
    private var breaks: Set<Int> = []

    init(_ name: String) {
        for scalar in name.unicodeScalars {
            if Self.isDigit(scalar.value) || scalar.isASCII && scalar.properties.isAlphabetic {
                letters.append(UInt8(ascii: scalar) | (scalar.properties.isAlphabetic ? 0x20 : 0))
            } else {
                breaks.insert(letters.count)
            }
        }
    }

    /// Whether no letter and no digit is left.
    var isEmpty: Bool { letters.isEmpty }

    /// Whether the name has a number, not within a longer one.
    func hasNumber(_ number: Int) -> Bool {
        letters.split { !Self.isDigit($0) }.contains(Array("\(number)".utf8)[...])
    }

    /// Whether the job of this name, with an id, may be listed under another name.
    ///
    /// A number at the end of its name does not go on: "Scan 1" is not listed as "Scan 12", unless the printer has added the id.
    /// Any part of the name may be what a printer has left of it.
    func mayBeListed(as listed: ListedName, id: Int) -> Bool {
        !Self.places(of: listed, in: self).isEmpty
            || Self.places(of: self, in: listed).contains { start in
                let end = start + letters.count
                guard listed.dividesNumber(at: end) else { return true }
                let rest = listed.letters[end...].prefix { Self.isDigit($0) }
                return rest.drop { $0 == UInt8(ascii: "0") }.elementsEqual("\(id)".utf8)
            }
    }

    /// The places at which a name is in another one.
    private static func places(of part: ListedName, in whole: ListedName) -> [Int] {
        let (part, whole) = (part.letters, whole.letters)
        guard !part.isEmpty, part.count <= whole.count else { return [] }
        return (0...whole.count - part.count).filter { start in
            whole[start..<(start + part.count)].elementsEqual(part)
        }
    }

    /// Whether a place is within a number.
    private func dividesNumber(at place: Int) -> Bool {
        place > 0 && place < letters.count && !breaks.contains(place)
            && Self.isDigit(letters[place - 1]) && Self.isDigit(letters[place])
    }

    private static func isDigit(_ value: some BinaryInteger) -> Bool { 0x30...0x39 ~= value }
}
