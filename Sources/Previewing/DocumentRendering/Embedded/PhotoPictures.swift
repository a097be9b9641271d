import Glibc
import PlainRendering
import PreviewHelper
import PreviewModel

/// The JPEG pictures embedded in a photo: the previews of a camera's raw file, the thumbnail of
/// EXIF data.
///
/// Both are TIFF structures (TIFF 6.0, 2; Exif 2.32, 4.5; TIFF/EP), of which only the directories
/// are read.
struct PhotoPictures {
    /// A picture that is complete according to its header.
    struct Found {
        let offset: Int
        let size: Int
        let width: Int
        let height: Int
    }

    /// The EXIF orientation, 1 to 8.
    private(set) var orientation: UInt32 = 1
    private var pictures: [Found] = []
    private let file: FilePart
    private let isBig: Bool

    /// The most directories that are read, entries of one, and bytes of a picture's header.
    private static let directoriesLimit = 32
    private static let entriesLimit = 512
    private static let headerLimit = 256 << 10

    /// The pictures of a raw file; `nil` where it is no TIFF file.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(FilePart(descriptor: descriptor, size: Int(status.st_size)))
    }

    /// The pictures in the EXIF data of a JPEG file; `nil` where it has none.
    init?(exifOf descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        let file = FilePart(descriptor: descriptor, size: Int(status.st_size))
        guard let start = file.bytes(at: 0, count: min(file.size, Self.headerLimit)),
            start.starts(with: [0xFF, 0xD8])
        else { return nil }
        var place = 2
        while place + 10 <= start.count, start[place] == 0xFF, start[place + 1] != 0xDA {
            let length = Int(start[place + 2]) << 8 | Int(start[place + 3])
            guard length >= 2 else { return nil }
            if start[place + 1] == 0xE1, length >= 16,
                start[(place + 4)...].starts(with: Array("Exif\0\0".utf8))
            {
                guard let part = file.part(at: place + 10, count: length - 8) else { return nil }
                self.init(part)
                return
            }
            place += 2 + length
        }
        return nil
    }

    private init?(_ file: FilePart) {
        guard let header = file.bytes(at: 0, count: 8) else { return nil }
        switch Array(header[..<4]) {
        case [0x49, 0x49, 0x2A, 0]: isBig = false
        case [0x4D, 0x4D, 0, 0x2A]: isBig = true
        default: return nil
        }
        self.file = file
        readDirectories(from: number(header, 4, 4))
        pictures = pictures.stablySorted { $0.width * $0.height > $1.width * $1.height }
    }

    /// Whether the photo has no embedded pictures.
    var isEmpty: Bool { pictures.isEmpty }

    /// The picture with the most pixels.
    var largest: Found? { pictures.first }

    /// Adds the size of the largest picture, as displayed, to a document's facts; returns `false`
    /// if there is none.
    func describe(_ info: inout DocumentInfo) -> Bool {
        guard let largest else { return false }
        let isUpright = orientation < 5
        info.pages = 1
        info.width = Double(isUpright ? largest.width : largest.height)
        info.height = Double(isUpright ? largest.height : largest.width)
        return true
    }

    /// The smallest picture that is large enough, else the largest.
    ///
    /// - Parameters:
    ///   - pixels: The requested longest edge.
    ///   - tried: The number of pictures to skip.
    ///   - limit: The most bytes of a picture.
    /// - Returns: A JPEG file that contains its orientation.
    func jpeg(for pixels: Int, tried: Int, limit: Int) -> [UInt8]? {
        let fitting = pictures.filter { $0.size <= limit - 64 }
        let enough = fitting.filter { max($0.width, $0.height) >= pixels }
        let small = fitting.filter { max($0.width, $0.height) < pixels }
        return (enough.reversed() + small).dropFirst(tried).first.flatMap {
            jpeg($0, orientation: orientation)
        }
    }

    /// Returns a picture as a JPEG file with the given orientation, unless it has one of its own.
    func jpeg(_ found: Found, orientation: UInt32) -> [UInt8]? {
        guard let bytes = file.bytes(at: found.offset, count: found.size) else { return nil }
        guard (2...8).contains(orientation), bytes.count > 4, bytes[3] != 0xE1 else { return bytes }
        // One directory with one entry: tag 0x0112, a number of 16 bits.
        let directory: [UInt8] = [
            0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0,
            UInt8(clamping: orientation), 0, 0, 0, 0, 0, 0, 0,
        ]
        let body = Array("Exif\0\0".utf8) + directory
        return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(clamping: body.count + 2)] + body
            + bytes.dropFirst(2)
    }

    // MARK: Directories

    private mutating func readDirectories(from first: Int) {
        var waiting = [first]
        var known: Set<Int> = []
        while let place = waiting.popLast() {
            guard place > 0, known.count < Self.directoriesLimit, known.insert(place).inserted,
                let head = file.bytes(at: place, count: 2)
            else { continue }
            let count = number(head, 0, 2)
            guard count <= Self.entriesLimit,
                let entries = file.bytes(at: place + 2, count: 12 * count)
            else { continue }
            var values: [Int: [Int]] = [:]
            for entry in stride(from: 0, to: entries.count, by: 12) {
                values[number(entries, entry, 2)] = self.values(Array(entries[entry..<entry + 12]))
            }
            if place == first, let turned = values[0x112]?.first, (1...8).contains(turned) {
                orientation = UInt32(clamping: turned)
            }
            addPicture(values)
            // Directories below this one, then the next of the chain.
            waiting += values[0x14A] ?? []
            if let next = file.bytes(at: place + 2 + 12 * count, count: 4) {
                waiting.append(number(next, 0, 4))
            }
        }
    }

    /// Adds the picture that a directory describes, if it is a JPEG file that can be shown.
    private mutating func addPicture(_ values: [Int: [Int]]) {
        // The interchange format of JPEG, or one strip that is compressed so.
        let places: [(Int?, Int?)] = [
            (values[0x201]?.first, values[0x202]?.first),
            values[0x111]?.count == 1 ? (values[0x111]?.first, values[0x117]?.first) : (nil, nil),
        ]
        for case (let offset?, let size?) in places {
            guard size > 4, let part = file.part(at: offset, count: size),
                let start = part.bytes(at: 0, count: min(size, Self.headerLimit)),
                start.starts(with: [0xFF, 0xD8, 0xFF]),
                let header = unsafe start.withUnsafeBytes({ unsafe JPEGHeader($0) })
            else { continue }
            pictures.append(
                Found(offset: offset, size: size, width: header.width, height: header.height)
            )
            return
        }
    }

    /// The numbers of an entry, at most 16; nothing of one that has other contents.
    private func values(_ entry: [UInt8]) -> [Int] {
        let size: Int
        switch number(entry, 2, 2) {
        case 3: size = 2
        case 4, 13: size = 4
        default: return []
        }
        let count = number(entry, 4, 4)
        guard (1...16).contains(count) else { return [] }
        let bytes =
            count * size <= 4
            ? Array(entry[8...]) : file.bytes(at: number(entry, 8, 4), count: count * size)
        guard let bytes else { return [] }
        return (0..<count).map { number(bytes, $0 * size, size) }
    }

    private func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
        let part = bytes[place..<place + size]
        return isBig
            ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
