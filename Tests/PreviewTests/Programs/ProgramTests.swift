import PreviewModel
import Testing

@testable import QuickPreview

struct Programs {
    /// An ELF file with these segments and this dynamic section.
    private static func elf(
        isLarge: Bool,
        isBig: Bool,
        isLoaded: Bool,
        _ dynamic: [(tag: UInt64, value: UInt64)]
    ) -> [UInt8] {
        func number(_ value: UInt64, _ size: Int) -> [UInt8] {
            let bytes = (0..<size).map { UInt8(value >> UInt64(8 * $0) & 0xFF) }
            return isBig ? bytes.reversed() : bytes
        }
        let word = isLarge ? 8 : 4
        let (header, entry): (UInt64, UInt64) = isLarge ? (64, 56) : (52, 32)
        let begin = header + 2 * entry
        var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, isLarge ? 2 : 1, isBig ? 2 : 1, 1]
        bytes += Array(repeating: 0, count: 9) + number(3, 2) + number(isLarge ? 62 : 3, 2)
        bytes += number(1, 4) + number(0, word) + number(header, word) + number(0, word)
        bytes += number(0, 4) + number(header, 2) + number(entry, 2) + number(2, 2)
        bytes += number(0, 2) + number(0, 2) + number(0, 2)
        let size = UInt64(dynamic.count * 2 * word)
        for (kind, offset, length) in [(isLoaded ? 3 : 0, 0, 0), (2, begin, size)]
            as [(UInt64, UInt64, UInt64)]
        {
            bytes += number(kind, 4) + (isLarge ? number(0, 4) : [])
            bytes += number(offset, word) + number(0, 2 * word).prefix(2 * word)
            bytes += number(length, word) + number(length, word)
            bytes += (isLarge ? [] : number(0, 4)) + number(0, word)
        }
        return bytes + dynamic.flatMap { number($0.tag, word) + number($0.value, word) }
    }

    @Test(arguments: [true, false], [true, false])
    func `are distinguished from libraries at any load address`(
        isLarge: Bool,
        isBig: Bool
    ) async throws {
        let (program, library) = ("application/x-executable", "application/x-sharedlib")
        let cases: [(Bool, [(tag: UInt64, value: UInt64)], String)] = [
            (true, [(0, 0)], program), (false, [(0x6FFF_FFFB, 0x0800_0001)], program),
            (true, [(14, 1), (0, 0)], library), (false, [(14, 1)], library), (false, [], library),
            (false, [(0, 0), (0x6FFF_FFFB, 0x0800_0000)], library),
        ]
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (index, (isLoaded, dynamic, type)) in cases.enumerated() {
                    let bytes = Self.elf(
                        isLarge: isLarge,
                        isBig: isBig,
                        isLoaded: isLoaded,
                        dynamic
                    )
                    let path = try fixtures.write(bytes, as: "program")
                    let found = try await info(previewer, path).type
                    #expect(found == type, "case \(index)")
                }
            }
        }
    }
}
