/// The streams in an OLE compound file, from its directory.
///
/// The format is [MS-CFB]. Sector chains are followed for a bounded number of steps, so that a
/// cyclic chain only ends the search.
package struct CompoundFile {
    /// A stream or storage in the root storage.
    package struct Entry: Equatable {
        package var name: String
        var start: UInt32
        package var size: Int
        /// The first entry of a storage, within the directory.
        var child: UInt32 = 0xFFFF_FFFF
    }

    /// The magic number of compound files.
    package static let mark: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    private static let entriesLimit = 65_536
    static let lastSector: UInt32 = 0xFFFF_FFFA

    /// The entries of the root storage, in no particular order.
    package private(set) var entries: [Entry] = []
    /// The CLSID of the root storage, in file byte order.
    private(set) var rootClass: [UInt8] = []
    /// The bytes of the directory, in which those of other storages are found.
    private var directory: [UInt8] = []

    let file: FilePart
    let sectorSize: Int
    let tableSectors: [UInt32]
    let smallTable: UInt32
    let smallLimit: Int
    private(set) var smallStart: UInt32 = 0

    /// Reads the directory; `nil` if there is none.
    package init?(_ file: FilePart) {
        guard let header = file.bytes(at: 0, count: 512), header.starts(with: Self.mark),
            header.number16(30) == 9 || header.number16(30) == 12
        else { return nil }
        self.file = file
        self.sectorSize = 1 << Int(header.number16(30))
        // Files larger than 7 MiB keep more of the allocation table elsewhere; the directory rarely
        // needs it.
        self.tableSectors = Self.table(header, in: file, sectorSize: sectorSize)
        self.smallTable = header.number32(60)
        self.smallLimit = Int(header.number32(56))
        readDirectory(from: header.number32(48))
        guard !rootClass.isEmpty else { return nil }
    }

    private static func table(
        _ header: [UInt8],
        in file: FilePart,
        sectorSize: Int
    ) -> [UInt32] {
        var sectors = (0..<109).map { header.number32(76 + $0 * 4) }
        var next = header.number32(68)
        var steps = 0
        while next < lastSector, steps < 256,
            let more = file.bytes(at: (Int(next) + 1) * sectorSize, count: sectorSize)
        {
            let count = sectorSize / 4 - 1
            sectors += (0..<count).map { more.number32($0 * 4) }
            next = more.number32(count * 4)
            steps += 1
        }
        return sectors
    }

    private func sector(_ number: UInt32) -> [UInt8]? {
        file.bytes(at: (Int(number) + 1) * sectorSize, count: sectorSize)
            // The last sector of some files is truncated.
            ?? file.bytes(
                at: (Int(number) + 1) * sectorSize,
                count: max(0, file.size - (Int(number) + 1) * sectorSize)
            ).flatMap {
                $0.isEmpty ? nil : $0 + [UInt8](repeating: 0, count: sectorSize - $0.count)
            }
    }

    private func next(after number: UInt32) -> UInt32? {
        let index = Int(number) / (sectorSize / 4)
        guard index < tableSectors.count, tableSectors[index] < Self.lastSector,
            let word = file.bytes(
                at: (Int(tableSectors[index]) + 1) * sectorSize
                    + Int(number) % (sectorSize / 4) * 4,
                count: 4
            )
        else { return nil }
        let next = word.number32(0)
        return next < Self.lastSector ? next : nil
    }

    /// Reads the first bytes of a sector chain.
    private func chain(from start: UInt32, count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var place: UInt32? = start < Self.lastSector ? start : nil
        while let number = place, bytes.count < count, let more = sector(number) {
            bytes += more
            place = next(after: number)
        }
        return Array(bytes.prefix(count))
    }

    private mutating func readDirectory(from start: UInt32) {
        let bytes = chain(from: start, count: Self.entriesLimit * 16)
        guard bytes.count >= 128, bytes[66] == 5 else { return }
        rootClass = Array(bytes[80..<96])
        smallStart = bytes.number32(116)
        directory = bytes
        entries = entries(from: bytes.number32(76))
    }

    /// The entries of a storage, in no particular order; none of a stream.
    package func entries(of storage: Entry) -> [Entry] { entries(from: storage.child) }

    /// The entries of the tree that begins at one.
    private func entries(from first: UInt32) -> [Entry] {
        let bytes = directory
        var entries: [Entry] = []
        var open = [first]
        var seen: Set<UInt32> = []
        while let number = open.popLast() {
            let place = Int(number) * 128
            guard number < Self.lastSector, place + 128 <= bytes.count,
                seen.insert(number).inserted
            else { continue }
            open += [bytes.number32(place + 68), bytes.number32(place + 72)]
            let length = min(Int(bytes.number16(place + 64)), 64) / 2 - 1
            guard length > 0 else { continue }
            let units = (0..<length).map { bytes.number16(place + $0 * 2) }
            entries.append(
                Entry(
                    name: String(decoding: units, as: UTF16.self),
                    start: bytes.number32(place + 116),
                    size: Int(bytes.number32(place + 120)),
                    child: bytes[place + 66] == 1 ? bytes.number32(place + 76) : 0xFFFF_FFFF
                )
            )
        }
        return entries
    }

    /// The entry with this name, ignoring case, or `nil`.
    package subscript(name: String) -> Entry? {
        entries.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Reads at most the first `count` bytes of a stream.
    func start(of entry: Entry, count: Int) -> [UInt8] {
        let count = min(count, entry.size, 1 << 16)
        guard entry.size < smallLimit else { return chain(from: entry.start, count: count) }
        // Small streams are stored in 64-byte sectors of a stream in the root.
        let end = (Int(entry.start) + 1) * 64
        guard entry.start < 1 << 16 else { return [] }
        let pieces = chain(from: smallStart, count: end)
        guard pieces.count == end else { return [] }
        return Array(pieces.suffix(64).prefix(count))
    }
}

extension CompoundFile {
    /// Determines the document type from the streams.
    func inspect() -> TypeEvidence.Inside {
        let names = Set(entries.map { $0.name.lowercased() })
        if names.contains("encryptedpackage") {
            // The contents do not identify the type; the name may.
            return TypeEvidence.Inside(
                type: "application/x-ole-storage",
                sign: "EncryptedPackage",
                isProof: false,
                isEncrypted: true
            )
        }
        let text = rootClass.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        if let type = Self.classes[text] {
            return TypeEvidence.Inside(type: type, sign: "class", isProof: true)
        }
        for (stream, type) in Self.streams where names.contains(stream.lowercased()) {
            return TypeEvidence.Inside(
                type: type,
                sign: stream.filter { $0 > " " },
                isProof: true,
                isEncrypted: isEncrypted(stream)
            )
        }
        if names.contains(where: { $0.hasPrefix("__substg1.0_") }) {
            return TypeEvidence.Inside(
                type: "application/vnd.ms-outlook",
                sign: "__substg1.0",
                isProof: true
            )
        }
        return TypeEvidence.Inside(
            type: "application/x-ole-storage",
            sign: "directory",
            isProof: false
        )
    }

    /// The streams that identify a type, in the order in which they are tried.
    private static let streams: [(String, String)] = [
        ("WordDocument", "application/msword"),
        ("PowerPoint Document", "application/vnd.ms-powerpoint"),
        ("PP40", "application/vnd.ms-powerpoint"),
        ("VisioDocument", "application/vnd.visio"),
        ("Quill", "application/vnd.ms-publisher"),
        ("__properties_version1.0", "application/vnd.ms-outlook"),
        ("StarWriterDocument", "application/vnd.stardivision.writer"),
        ("StarCalcDocument", "application/vnd.stardivision.calc"),
        ("StarDrawDocument3", "application/vnd.stardivision.draw"),
        ("StarDrawDocument", "application/vnd.stardivision.draw"),
        ("StarMathDocument", "application/vnd.stardivision.math"),
        ("StarChartDocument", "application/vnd.stardivision.chart"),
        ("HwpSummaryInformation", "application/x-hwp"),
        ("\u{5}HwpSummaryInformation", "application/x-hwp"),
        ("MatOST", "application/vnd.ms-works"),
        ("NativeContent_MAIN", "application/x-quattropro"),
        ("WksSSWorkBook", "application/vnd.ms-works"),
        ("Workbook", "application/vnd.ms-excel"),
        ("Book", "application/vnd.ms-excel"),
    ]

    /// The CLSIDs of the root storage that identify a type.
    private static let classes: [String: String] = [
        // {000C1084-...}, {000C1086-...}: installers and their patches.
        "84100c0000000000c000000000000046": "application/x-msi",
        "86100c0000000000c000000000000046": "application/x-msi",
        // {565C7221-85BC-11D1-89D0-008029E4B0B1}: StarImpress, whose streams are those of StarDraw.
        "21725c56bc85d11189d0008029e4b0b1": "application/vnd.stardivision.impress",
        // {74B78F3A-C8C8-11D1-BE11-00C04FB6FAF1}: Project.
        "3a8fb774c8c8d111be1100c04fb6faf1": "application/vnd.ms-project",
    ]

    /// Whether the first bytes of a document declare that the rest is encrypted.
    private func isEncrypted(_ stream: String) -> Bool {
        guard let entry = self[stream] else { return false }
        switch stream {
        case "WordDocument":
            let start = start(of: entry, count: 12)
            return start.count == 12 && start.number16(10) & 0x100 != 0
        case "Workbook", "Book":
            // The FILEPASS record follows the first record, BOF, immediately or after a few others.
            let start = start(of: entry, count: 1024)
            var place = 0
            for _ in 0..<8 {
                guard place + 4 <= start.count else { return false }
                if start.number16(place) == 0x2F { return true }
                place += 4 + Int(start.number16(place + 2))
            }
            return false
        case "PowerPoint Document": return self["EncryptedSummary"] != nil
        default: return false
        }
    }
}
