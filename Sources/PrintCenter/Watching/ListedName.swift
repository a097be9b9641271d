/// The name of a job as far as a printer's list leaves it: printers cut names, and replace characters in them.
struct ListedName: Sendable {
    /// The ASCII letters, in lower case, and digits.
    private(set) var letters: [UInt8] = []
    /// The places in them before which the name has other characters.
    private var breaks: Set<Int> = []
    /// The length of the name, in scalars.
    private let length: Int

    init(_ name: String) {
        length = name.unicodeScalars.count
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
    /// A number is not the beginning or the end of a longer one: "Scan 1" is not "Scan 12", unless the list cuts names there, or
    /// the printer has added the id.
    ///
    /// - Parameters:
    ///   - listed: The name in the list.
    ///   - id: The job's id there.
    ///   - longest: The longest name in the list: shorter ones are not cut.
    /// - Returns: `false` where it is another job's name.
    func mayBeListed(as listed: ListedName, id: Int, longest: Int) -> Bool {
        listed.contains(self, before: Array("\(id)".utf8))
            || contains(listed, before: nil, isCut: listed.length >= longest)
    }

    /// The longest of some names, in scalars.
    static func longest(_ names: [ListedName]) -> Int { names.map(\.length).max() ?? 0 }

    private func contains(
        _ other: ListedName,
        before number: [UInt8]?,
        isCut: Bool = false
    ) -> Bool {
        guard !other.isEmpty, other.letters.count <= letters.count else { return false }
        return (0...letters.count - other.letters.count).contains { start in
            let end = start + other.letters.count
            guard letters[start..<end].elementsEqual(other.letters) else { return false }
            guard !dividesNumber(at: start) else { return false }
            guard !isCut, dividesNumber(at: end) else { return true }
            let rest = letters[end...].prefix { Self.isDigit($0) }
            return number.map { rest.elementsEqual($0) } ?? false
        }
    }

    /// Whether a place is within a number.
    private func dividesNumber(at place: Int) -> Bool {
        place > 0 && place < letters.count && !breaks.contains(place)
            && Self.isDigit(letters[place - 1]) && Self.isDigit(letters[place])
    }

    private static func isDigit(_ value: some BinaryInteger) -> Bool { 0x30...0x39 ~= value }
}
