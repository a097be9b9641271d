/// A stream of an OLE compound file, with reads at any offset.
///
/// Its chain of sectors is followed once, for as many sectors as its size needs, so that a cyclic
/// chain ends, too.
package struct CompoundStream {
    /// The number of bytes; smaller than the directory says where the file ends earlier.
    package let size: Int

    private let file: FilePart
    /// The place in the file of each piece of the stream.
    private let places: [Int]
    private let pieceSize: Int

    /// The largest stream, in bytes.
    private static let sizeLimit = 512 << 20

    /// The stream in the root storage with this name; `nil` where there is none.
    package init?(_ name: String, in compound: CompoundFile) {
        guard let entry = compound[name] else { return nil }
        self.init(entry, in: compound)
    }

    /// The stream of an entry, of whatever storage.
    package init(_ entry: CompoundFile.Entry, in compound: CompoundFile) {
        let wanted = min(entry.size, Self.sizeLimit)
        file = compound.file
        let isSmall = entry.size < compound.smallLimit
        pieceSize = isSmall ? 64 : compound.sectorSize
        let count = (wanted + pieceSize - 1) / pieceSize
        if isSmall {
            places = Self.smallPlaces(entry.start, count: count, in: compound)
        } else {
            let sectors = Self.sectors(entry.start, count: count, in: compound)
            places = sectors.map { (Int($0) + 1) * compound.sectorSize }
        }
        size = min(wanted, places.count * pieceSize)
    }

    /// Reads at most `count` bytes at an offset; fewer where the stream ends earlier.
    package func available(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        let end = offset + min(count, size - offset)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end - offset)
        var place = offset
        while place < end {
            let index = place / pieceSize
            // Pieces that follow each other in the file are read at once.
            var last = index
            while last + 1 < places.count, (last + 1) * pieceSize < end,
                places[last + 1] == places[last] + pieceSize
            {
                last += 1
            }
            let within = place - index * pieceSize
            let length = min(end, (last + 1) * pieceSize) - place
            let read = file.available(at: places[index] + within, count: length)
            bytes += read
            guard read.count == length else { break }
            place += length
        }
        return bytes
    }

    /// Reads exactly `count` bytes at an offset; `nil` where the stream ends earlier.
    package func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        let bytes = available(at: offset, count: count)
        return bytes.count == count ? bytes : nil
    }

    private static func sectors(
        _ start: UInt32,
        count: Int,
        in compound: CompoundFile
    ) -> [UInt32] {
        var sectors: [UInt32] = []
        let perTable = compound.sectorSize / 4
        // The part of the allocation table that was read last.
        var (table, index): ([UInt8], Int) = ([], -1)
        var next = start
        while next < CompoundFile.lastSector, sectors.count < count {
            sectors.append(next)
            let wanted = Int(next) / perTable
            if wanted != index {
                guard wanted < compound.tableSectors.count else { break }
                let sector = compound.tableSectors[wanted]
                guard sector < CompoundFile.lastSector,
                    let bytes = compound.file.bytes(
                        at: (Int(sector) + 1) * compound.sectorSize,
                        count: compound.sectorSize
                    )
                else { break }
                (table, index) = (bytes, wanted)
            }
            next = table.number32(Int(next) % perTable * 4)
        }
        return sectors
    }

    private static func smallPlaces(
        _ start: UInt32,
        count: Int,
        in compound: CompoundFile
    ) -> [Int] {
        let tables = sectors(compound.smallTable, count: 1 << 12, in: compound)
        let holders = sectors(compound.smallStart, count: 1 << 15, in: compound)
        let perTable = compound.sectorSize / 4
        let perSector = compound.sectorSize / 64
        var places: [Int] = []
        var next = start
        while next < CompoundFile.lastSector, places.count < count {
            let holder = Int(next) / perSector
            guard holder < holders.count else { break }
            places.append(
                (Int(holders[holder]) + 1) * compound.sectorSize + Int(next) % perSector * 64
            )
            let index = Int(next) / perTable
            guard index < tables.count,
                let word = compound.file.bytes(
                    at: (Int(tables[index]) + 1) * compound.sectorSize
                        + Int(next) % perTable * 4,
                    count: 4
                )
            else { break }
            next = word.number32(0)
        }
        return places
    }
}
