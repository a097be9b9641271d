/// Makes photos for tests: JPEG files with a thumbnail in their EXIF data, and raw files of cameras.
enum PhotoMaker {
    /// A directory of a TIFF structure: tags with numbers, and the tag of a directory below it.
    struct Directory {
        var numbers: [(tag: UInt16, value: UInt32)] = []
        /// JPEG files, by the tags of their place and size.
        var pictures: [(place: UInt16, size: UInt16, bytes: [UInt8])] = []
        var below: [Directory] = []
    }

    /// A TIFF structure of a chain of directories, the lower byte of each number first.
    static func tiff(_ chain: [Directory], orientation: UInt16? = nil) -> [UInt8] {
        var bytes: [UInt8] = Array("II*\0".utf8) + four(8)
        for (index, directory) in chain.enumerated() {
            var directory = directory
            if index == 0, let orientation {
                directory.numbers.append((0x112, UInt32(orientation)))
            }
            add(directory, to: &bytes, isLast: index == chain.count - 1)
        }
        return bytes
    }

    private static func add(_ directory: Directory, to bytes: inout [UInt8], isLast: Bool) {
        let count =
            directory.numbers.count + 2 * directory.pictures.count
            + (directory.below.isEmpty ? 0 : 1)
        let start = bytes.count
        var place = start + 2 + 12 * count + 4
        var entries: [(tag: UInt16, value: UInt32)] = directory.numbers
        var data: [UInt8] = []
        for picture in directory.pictures {
            entries.append((picture.place, UInt32(place)))
            entries.append((picture.size, UInt32(picture.bytes.count)))
            data += picture.bytes
            place += picture.bytes.count
        }
        if !directory.below.isEmpty { entries.append((0x14A, UInt32(place))) }
        bytes += two(UInt16(count))
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            // Readers of EXIF data take an orientation of 16 bits only.
            bytes += two(entry.tag) + two(entry.tag == 0x112 ? 3 : 4) + four(1) + four(entry.value)
        }
        let next = bytes.count
        bytes += four(0) + data
        for below in directory.below { add(below, to: &bytes, isLast: true) }
        if !isLast { bytes.replaceSubrange(next..<next + 4, with: four(UInt32(bytes.count))) }
    }

    /// A JPEG file with EXIF data before all else.
    static func photo(_ jpeg: [UInt8], exif tiff: [UInt8]) -> [UInt8] {
        let body = Array("Exif\0\0".utf8) + tiff
        let size = body.count + 2
        return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 0xFF)] + body
            + jpeg.dropFirst(2)
    }

    private static func two(_ value: UInt16) -> [UInt8] {
        [UInt8(value & 0xFF), UInt8(value >> 8)]
    }

    private static func four(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
}
