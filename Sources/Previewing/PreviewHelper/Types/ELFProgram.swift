/// The distinction between programs and libraries in ELF files.
///
/// Position-independent executables have the type of shared objects.
enum ELFProgram {
    private static let segmentsLimit = 256
    private static let dynamicLimit = 64 << 10

    /// Whether a file is a program: it has the flag `DF_1_PIE`, or an interpreter and no
    /// `DT_SONAME`.
    static func isOne(_ file: FilePart, start: [UInt8]) -> Bool {
        guard start.count >= 64, start.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return false }
        let header = Reader(bytes: start, isLarge: start[4] == 2, isBig: start[5] == 2)
        // ET_DYN.
        guard header.number(16, 2) == 3 else { return false }
        let isLarge = header.isLarge
        let table = header.number(isLarge ? 32 : 28, isLarge ? 8 : 4)
        let size = header.number(isLarge ? 54 : 42, 2)
        let count = min(header.number(isLarge ? 56 : 44, 2), segmentsLimit)
        guard size >= (isLarge ? 56 : 32),
            let bytes = file.bytes(at: table, count: size * count)
        else { return false }
        let segments = Reader(bytes: bytes, isLarge: isLarge, isBig: header.isBig)
        var isLoaded = false
        var dynamic = Dynamic()
        for place in stride(from: 0, to: size * count, by: size) {
            switch segments.number(place, 4) {
            case 3: isLoaded = true
            case 2:
                let begin = segments.number(place + (isLarge ? 8 : 4), isLarge ? 8 : 4)
                let length = segments.number(place + (isLarge ? 32 : 16), isLarge ? 8 : 4)
                let part = file.bytes(at: begin, count: min(length, dynamicLimit)) ?? []
                dynamic.read(Reader(bytes: part, isLarge: isLarge, isBig: header.isBig))
            default: break
            }
        }
        return dynamic.isProgram || (isLoaded && !dynamic.isNamed)
    }

    /// The relevant entries of the dynamic section.
    private struct Dynamic {
        /// DF_1_PIE.
        var isProgram = false
        /// DT_SONAME.
        var isNamed = false

        mutating func read(_ reader: Reader) {
            let word = reader.isLarge ? 8 : 4
            for place in stride(from: 0, to: reader.bytes.count - 2 * word + 1, by: 2 * word) {
                switch reader.number(place, word) {
                case 0: return
                case 14: isNamed = true
                case 0x6FFF_FFFB:
                    isProgram = reader.number(place + word, word) & 0x0800_0000 != 0
                default: break
                }
            }
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        let isLarge: Bool
        let isBig: Bool

        /// Reads a number of `size` bytes within bounds; a value that no file can have becomes 0.
        func number(_ place: Int, _ size: Int) -> Int {
            let part = bytes[place..<place + size]
            let value =
                isBig
                ? part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                : part.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int(exactly: value) ?? 0
        }
    }
}
