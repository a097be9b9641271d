/// The encoding of the names in an archive that does not declare it.
///
/// One program wrote all of them, so they are scored together: single names are too short. Each
/// encoding gets the probability of these bytes; byte sequences that are invalid in it rule it out.
enum NameDecoding {
    /// Returns the names as text.
    ///
    /// - Parameter names: Bytes in one unknown encoding; ASCII names are allowed but give no evidence.
    /// - Returns: The decoded names, in the same order.
    static func decode(_ names: [[UInt8]]) -> [String] {
        let strings = names.map { String(validating: $0, as: UTF8.self) }
        if strings.allSatisfy({ $0 != nil }) { return strings.compactMap(\.self) }
        let encoding = encoding(of: names)
        return names.map {
            TextDecoding.convert($0[...], from: encoding) ?? String(decoding: $0, as: UTF8.self)
        }
    }

    /// Returns the iconv name of the encoding that makes the names most probable.
    static func encoding(of names: [[UInt8]]) -> String {
        var best = (encoding: "CP437", score: -Double.infinity)
        for candidate in candidates {
            var score = candidate.prior
            for name in names.prefix(namesLimit) {
                guard let part = candidate.score(name.prefix(lengthLimit)) else {
                    score = -.infinity
                    break
                }
                score += part
            }
            if score > best.score { best = (candidate.encoding, score) }
        }
        return best.encoding
    }

    private static let namesLimit = 500
    private static let lengthLimit = 1024

    /// An encoding, and the logarithm of how often archives are written in it.
    private struct Candidate {
        let encoding: String
        let prior: Double
        let kind: Kind

        /// How bytes form characters.
        enum Kind {
            /// One byte per character, with the class of each byte above ASCII.
            case single(@Sendable (UInt8) -> NameLetter)
            /// One or two bytes per character, with the logarithm of a character's probability, or
            /// `nil` if invalid.
            case double(
                isLead: @Sendable (UInt8) -> Bool,
                score: @Sendable (UInt8, UInt8) -> Double?,
                single: @Sendable (UInt8) -> Double?
            )
        }

        /// Returns the logarithm of a name's probability, or `nil` if it is invalid in this
        /// encoding.
        func score(_ name: ArraySlice<UInt8>) -> Double? {
            switch kind {
            case .single(let letter): NameLetter.score(name, letter)
            case .double(let isLead, let double, let single):
                Self.score(name, isLead, double, single)
            }
        }

        private static func score(
            _ name: ArraySlice<UInt8>,
            _ isLead: (UInt8) -> Bool,
            _ double: (UInt8, UInt8) -> Double?,
            _ single: (UInt8) -> Double?
        ) -> Double? {
            var total = 0.0
            var rest = name
            while let first = rest.popFirst() {
                let score: Double?
                if first < 0x80 {
                    score = NameLetter.ascii
                } else if isLead(first) {
                    guard let second = rest.popFirst() else { return nil }
                    score = double(first, second)
                } else {
                    score = single(first)
                }
                guard let score else { return nil }
                total += score
            }
            return total
        }
    }

    // MARK: Candidates

    private static let candidates: [Candidate] = [
        Candidate(encoding: "CP437", prior: 0, kind: .single(western437)),
        Candidate(encoding: "CP850", prior: -1, kind: .single(western850)),
        Candidate(encoding: "WINDOWS-1252", prior: -1, kind: .single(western1252)),
        Candidate(encoding: "IBM866", prior: -1, kind: .single(cyrillic866)),
        Candidate(encoding: "WINDOWS-1251", prior: -2, kind: .single(cyrillic1251)),
        Candidate(encoding: "KOI8-R", prior: -5, kind: .single(cyrillicKOI8)),
        Candidate(
            encoding: "GB18030",
            prior: -1,
            kind: .double(isLead: { (0x81...0xFE).contains($0) }, score: gb, single: { _ in nil })
        ),
        Candidate(
            encoding: "CP932",
            prior: -1,
            kind: .double(
                isLead: { (0x81...0x9F).contains($0) || (0xE0...0xFC).contains($0) },
                score: shiftJIS,
                // Half-width katakana, which are out of use.
                single: { (0xA1...0xDF).contains($0) ? -9 : nil }
            )
        ),
        Candidate(
            encoding: "BIG5",
            prior: -2.5,
            kind: .double(isLead: { (0xA1...0xF9).contains($0) }, score: big5, single: { _ in nil })
        ),
        Candidate(
            encoding: "CP949",
            prior: -3,
            kind: .double(
                isLead: { (0x81...0xFD).contains($0) },
                score: korean,
                single: { _ in nil }
            )
        ),
        Candidate(
            encoding: "EUC-JP",
            prior: -6,
            kind: .double(
                isLead: { (0xA1...0xFE).contains($0) },
                score: japaneseEUC,
                single: { _ in nil }
            )
        ),
    ]

    // The numbers are logarithms of one over how many characters of a kind are about as frequent.

    @Sendable private static func gb(_ lead: UInt8, _ trail: UInt8) -> Double? {
        guard trail >= 0x40, trail != 0x7F, trail != 0xFF else { return nil }
        guard trail >= 0xA1, lead >= 0xA1 else { return -12.5 }
        switch lead {
        case 0xB0...0xD7: return -7.8
        case 0xA1, 0xA3: return -7.5
        case 0xD8...0xF7: return -10.5
        default: return -11
        }
    }

    @Sendable private static func shiftJIS(_ lead: UInt8, _ trail: UInt8) -> Double? {
        guard (0x40...0xFC).contains(trail), trail != 0x7F else { return nil }
        switch (lead, trail) {
        case (0x82, 0x9F...0xF1): return -4.4
        case (0x83, 0x40...0x96): return -4.5
        case (0x81, 0x5B), (0x81, 0x40...0x9E): return -6
        case (0x82, 0x4F...0x9A): return -9.5
        case (0x88...0x97, _): return -7.6
        case (0x98...0x9F, _), (0xE0...0xEA, _): return -10.5
        default: return -12.5
        }
    }

    @Sendable private static func big5(_ lead: UInt8, _ trail: UInt8) -> Double? {
        guard (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else { return nil }
        switch lead {
        case 0xA4...0xC6: return -8
        case 0xA1...0xA3: return -8
        case 0xC9...0xF9: return -11
        default: return -12.5
        }
    }

    @Sendable private static func korean(_ lead: UInt8, _ trail: UInt8) -> Double? {
        guard trail >= 0x41, trail != 0xFF else { return nil }
        guard lead >= 0xA1, trail >= 0xA1 else { return -11 }
        switch lead {
        case 0xB0...0xC8: return -7.1
        case 0xA1...0xAF: return -9
        default: return -10.5
        }
    }

    @Sendable private static func japaneseEUC(_ lead: UInt8, _ trail: UInt8) -> Double? {
        guard (0xA1...0xFE).contains(trail) else { return nil }
        switch lead {
        case 0xA4, 0xA5: return -4.5
        case 0xA1: return -6
        case 0xB0...0xCF: return -7.6
        default: return -10.5
        }
    }

    @Sendable private static func western437(_ byte: UInt8) -> NameLetter {
        switch byte {
        case 0x80...0xA5, 0xE1: western437Upper.contains(byte) ? .upper(.latin) : .lower(.latin)
        default: .other
        }
    }

    private static let western437Upper: Set<UInt8> = [
        0x80, 0x8E, 0x8F, 0x90, 0x92, 0x99, 0x9A, 0xA5,
    ]

    @Sendable private static func western850(_ byte: UInt8) -> NameLetter {
        switch byte {
        case 0x9D, 0xB5...0xB7, 0xC7, 0xD1...0xD4, 0xD6...0xD8, 0xDE, 0xE0, 0xE2, 0xE3, 0xE5,
            0xE8...0xEB, 0xED:
            .upper(.latin)
        case 0x9B, 0xC6, 0xD0, 0xD5, 0xE4, 0xE7, 0xEC: .lower(.latin)
        case 0x9C, 0x9E, 0x9F: .other
        default: western437(byte)
        }
    }

    @Sendable private static func western1252(_ byte: UInt8) -> NameLetter {
        switch byte {
        case 0xD7, 0xF7: .other
        case 0xC0...0xDE, 0x8A, 0x8C, 0x8E, 0x9F: .upper(.latin)
        case 0xDF...0xFF, 0x9A, 0x9C, 0x9E: .lower(.latin)
        // Dashes and quotation marks.
        case 0x91...0x97, 0xA0, 0xAB, 0xB0, 0xB7, 0xBB: .sign
        default: .other
        }
    }

    @Sendable private static func cyrillic866(_ byte: UInt8) -> NameLetter {
        switch byte {
        case 0x80...0x9F, 0xF0: .upper(.cyrillic)
        case 0xA0...0xAF, 0xE0...0xEF, 0xF1: .lower(.cyrillic)
        case 0xFC: .sign
        default: .other
        }
    }

    @Sendable private static func cyrillic1251(_ byte: UInt8) -> NameLetter {
        switch byte {
        case 0xC0...0xDF, 0xA8: .upper(.cyrillic)
        case 0xE0...0xFF, 0xB8: .lower(.cyrillic)
        case 0x91...0x97, 0xA0, 0xAB, 0xB9, 0xBB: .sign
        default: .other
        }
    }

    @Sendable private static func cyrillicKOI8(_ byte: UInt8) -> NameLetter {
        switch byte {
        case 0xC0...0xDF, 0xA3: .lower(.cyrillic)
        case 0xE0...0xFF, 0xB3: .upper(.cyrillic)
        default: .other
        }
    }
}

/// The character class of a byte in a single-byte encoding.
enum NameLetter: Equatable {
    /// The letters that words are made of.
    enum Script: Equatable { case latin, cyrillic }

    case lower(Script)
    case upper(Script)
    /// A dash or quotation mark, which names occasionally contain.
    case sign
    /// Characters that names rarely contain: box drawing, symbols.
    case other

    /// The logarithm of the probability of any ASCII character, in every encoding.
    static let ascii = -3.0

    private var script: Script? {
        switch self {
        case .lower(let script), .upper(let script): script
        case .sign, .other: nil
        }
    }

    /// The logarithm of a name's probability: letters are frequent among those of their kind.
    static func score(
        _ name: ArraySlice<UInt8>,
        _ letter: (UInt8) -> NameLetter
    ) -> Double {
        var total = 0.0
        var last: NameLetter = .sign
        for byte in name {
            let now: NameLetter
            if byte < 0x80 {
                total += ascii
                switch byte {
                case 0x41...0x5A: now = .upper(.latin)
                case 0x61...0x7A: now = .lower(.latin)
                default: now = .sign
                }
                if last.script == .cyrillic, now.script == .latin { total -= 4 }
            } else {
                now = letter(byte)
                total += now.score(after: last)
            }
            // Accented letters are rare within a word, and do not form whole words.
            if byte >= 0x80, now.script == .latin, last.script == nil { total -= 0.5 }
            last = now
        }
        return total
    }

    /// The logarithm of the probability of a character above ASCII.
    private func score(after last: NameLetter) -> Double {
        let isMixed = last.script != nil && script != nil && last.script != script
        switch self {
        case .lower(.latin): return -4 - (isMixed ? 4 : 0)
        case .upper(.latin):
            // Uppercase letters do not follow lowercase letters within a word.
            if case .lower = last { return -9 }
            return -5.5 - (isMixed ? 4 : 0)
        case .lower(.cyrillic): return -3.4 - (isMixed ? 4 : 0)
        case .upper(.cyrillic):
            if case .lower = last { return -8 }
            return -4.6 - (isMixed ? 4 : 0)
        case .sign: return -7
        case .other: return -11
        }
    }
}
