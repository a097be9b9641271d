import PreviewHelper
import PreviewModel

/// An image of a disk: its partitions, or what the header of a virtual disk says.
enum DiskImageText {
    private struct Partition {
        var kind: String
        var name = ""
        var start: Int
        var size: Int
    }

    private static let sector = 512

    /// Reports the facts until the sink returns false.
    static func read(
        _ descriptor: Int32,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        guard let file = FilePart(whole: descriptor), let start = file.bytes(at: 0, count: 512)
        else {
            throw DocumentProblemError(.damaged(why: .init(.cannotBeRead)))
        }
        if start.starts(with: [0x51, 0x46, 0x49, 0xFB]) {
            _ = qcow(start, file).emit(into: sink)
            return
        }
        if start.number32(64) == 0xBEDA_107F {
            _ = virtualBox(start, file).emit(into: sink)
            return
        }
        var facts = FactSheet("Disk image")
        facts.add("Size", ByteSize.words(file.size))
        let guid = file.bytes(at: sector, count: sector)
            .flatMap { $0.starts(with: Array("EFI PART".utf8)) ? $0 : nil }
        let hasTable = start[510] == 0x55 && start[511] == 0xAA
        let partitions = guid.map { gpt($0, file) } ?? (hasTable ? mbr(start) : [])
        facts.add("Partition table", guid != nil ? "GPT" : !partitions.isEmpty ? "MBR" : nil)
        if partitions.isEmpty { facts.add("File system", fileSystem(start, file)) }
        guard facts.emit(into: sink), !partitions.isEmpty else { return }
        var table = Table(kind: .document)
        table.hasHeader = true
        table.rows = [
            ["Number", "Kind", "Name", "Start", "Size"].map { Table.Cell(text: StyledText($0)) }
        ]
        for (number, partition) in partitions.enumerated() {
            table.rows.append([
                Table.Cell(text: StyledText("\(number + 1)"), alignment: .end),
                Table.Cell(text: StyledText(partition.kind)),
                Table.Cell(text: StyledText(TextDecoding.harmless(partition.name))),
                Table.Cell(text: StyledText(ByteSize.words(partition.start)), alignment: .end),
                Table.Cell(text: StyledText(ByteSize.words(partition.size)), alignment: .end),
            ])
        }
        _ = sink(.table(table))
    }

    // MARK: Tables of partitions

    private static func mbr(_ start: [UInt8]) -> [Partition] {
        (0..<4).compactMap { index in
            let place = 446 + index * 16
            let (kind, size) = (start[place + 4], Int(start.number32(place + 12)))
            // The state is 0 or 0x80 in a table, and anything in the first sector of a file system.
            guard kind != 0, kind != 0xEE, size > 0, start[place] & 0x7F == 0 else { return nil }
            let code = String(kind, radix: 16, uppercase: true)
            return Partition(
                kind: kinds[kind] ?? "0x\(code)",
                start: Int(start.number32(place + 8)) * sector,
                size: size * sector
            )
        }
    }

    private static func gpt(_ header: [UInt8], _ file: FilePart) -> [Partition] {
        let (count, size) = (min(Int(header.number32(80)), 256), Int(header.number32(84)))
        guard (128...4096).contains(size), let place = header.number64(72), place < 1 << 40 else {
            return []
        }
        return (0..<count).compactMap { index in
            guard let entry = file.bytes(at: place * sector + index * size, count: 128),
                entry[0..<16].contains(where: { $0 != 0 }),
                let first = entry.number64(32), let last = entry.number64(40), last >= first,
                last < 1 << 50
            else { return nil }
            let units = (0..<36).map { entry.number16(56 + $0 * 2) }.prefix { $0 != 0 }
            let id = entry[0..<4].reversed().map { String($0, radix: 16) }
                .map { $0.count < 2 ? "0" + $0 : $0 }.joined()
            return Partition(
                kind: guids[id] ?? id,
                name: String(decoding: units, as: UTF16.self),
                start: first * sector,
                size: (last - first + 1) * sector
            )
        }
    }

    private static let kinds: [UInt8: String] = [
        0x01: "FAT12", 0x04: "FAT16", 0x05: "extended", 0x06: "FAT16", 0x07: "NTFS or exFAT",
        0x0B: "FAT32", 0x0C: "FAT32", 0x0E: "FAT16", 0x0F: "extended", 0x82: "Linux swap",
        0x83: "Linux", 0x8E: "Linux LVM", 0xA5: "FreeBSD", 0xAF: "HFS", 0xEF: "EFI system",
        0xFD: "Linux RAID",
    ]
    private static let guids = [
        "c12a7328": "EFI system", "0fc63daf": "Linux", "0657fd6d": "Linux swap",
        "e6d6d379": "Linux LVM", "4f68bce3": "Linux root", "44479540": "Linux root",
        "933ac7e1": "Linux home", "ebd0a0a2": "Microsoft data", "e3c9e316": "Microsoft reserved",
        "de94bba4": "Windows recovery", "21686148": "BIOS boot", "48465300": "HFS",
        "7c3457ef": "APFS", "a19d880f": "Linux RAID",
    ]

    private static func fileSystem(_ start: [UInt8], _ file: FilePart) -> String? {
        if start[3..<11].elementsEqual("NTFS    ".utf8) { return "NTFS" }
        if start[3..<11].elementsEqual("EXFAT   ".utf8) { return "exFAT" }
        if start[82..<87].elementsEqual("FAT32".utf8) { return "FAT32" }
        if start[54..<57].elementsEqual("FAT".utf8) { return "FAT" }
        if start.starts(with: Array("hsqs".utf8)) { return "SquashFS" }
        if start.starts(with: Array("XFSB".utf8)) { return "XFS" }
        if start.starts(with: Array("LUKS".utf8)) { return "LUKS, encrypted" }
        if file.bytes(at: 1080, count: 2) == [0x53, 0xEF] { return "ext2, ext3, or ext4" }
        if file.bytes(at: 0x10040, count: 8) == Array("_BHRfS_M".utf8) { return "Btrfs" }
        return nil
    }

    // MARK: Virtual disks

    private static func qcow(_ start: [UInt8], _ file: FilePart) -> FactSheet {
        var facts = FactSheet("Disk of a virtual machine", "QEMU copy-on-write")
        facts.add("Version", "\(start.big32(4))")
        let size = UInt64(start.big32(24)) << 32 | UInt64(start.big32(28))
        facts.add("Size of the disk", ByteSize.words(Int(clamping: size)))
        facts.add("Size of the file", ByteSize.words(file.size))
        facts.add("Encrypted", start.big32(32) != 0 ? "yes" : nil)
        facts.add("Snapshots", start.big32(60) > 0 ? "\(start.big32(60))" : nil)
        let (place, count) = (Int(start.big32(12)), Int(start.big32(16)))
        if start.big32(8) == 0, place > 0, (1...1023).contains(count),
            let name = file.bytes(at: place, count: count)
        {
            facts.add("Based on", String(decoding: name, as: UTF8.self))
        }
        return facts
    }

    private static func virtualBox(_ start: [UInt8], _ file: FilePart) -> FactSheet {
        var facts = FactSheet("Disk of a virtual machine", "VirtualBox")
        facts.add("Version", "\(start.number16(70)).\(start.number16(68))")
        facts.add("Size of the disk", start.number64(368).map { ByteSize.words($0) })
        facts.add("Size of the file", ByteSize.words(file.size))
        let kind = start.number32(76)
        facts.add("Kind", kind == 1 ? "grows with its contents" : kind == 2 ? "fixed" : nil)
        return facts
    }
}
