import Glibc
import PreviewHelper
import PreviewModel

/// The picture of itself that a document carries inside.
///
/// It is taken out and not looked at: whoever asked has it drawn by a child of its own, as any document.
enum EmbeddedPicture {
    /// One that may do.
    struct Candidate {
        /// Its name in the package.
        let name: String
        /// The pixels of its longer side, as far as its name tells.
        var pixels = Int.max
    }

    /// The bytes of the best picture inside for a size, or `nil` where there is none that can be taken out.
    ///
    /// - Parameters:
    ///   - descriptor: The document.
    ///   - type: What it is.
    ///   - pixels: The longest edge of the picture that is wanted.
    ///   - tried: How many are passed over, since they could not be drawn.
    /// - Returns: The bytes of the picture, which begin as one.
    /// - Throws: `DocumentProblemError` with `encrypted`, where a comic takes a password.
    static func find(
        in descriptor: Int32,
        type: FileType,
        pixels: Int,
        tried: Int = 0
    ) throws(DocumentProblemError) -> [UInt8]? {
        if type.isSound { return tried == 0 ? cover(ofSound: descriptor) : nil }
        if type.isPackedComic {
            return try ComicArchive(descriptor, reach: .cover)?.cover(tried: tried)
        }
        if type.isCameraFile {
            return PhotoPictures(descriptor)?.jpeg(
                for: pixels,
                tried: tried,
                limit: SizeLimit.embeddedPicture
            )
        }
        if type == .eps {
            guard tried == 0, let file = PostScriptFile(descriptor, type: type) else { return nil }
            return file.previewBytes(limit: SizeLimit.embeddedPicture).flatMap {
                isPicture($0) ? $0 : nil
            }
        }
        guard let archive = try? ZipArchive.open(descriptor) else { return nil }
        var left = tried
        let candidates = PackagePictures(archive: archive, type: type).candidates()
        for candidate in ordered(candidates, for: pixels) {
            guard let entry = archive[candidate.name],
                let bytes = try? archive.read(entry, limit: SizeLimit.embeddedPicture),
                isPicture(bytes)
            else { continue }
            if left == 0 { return bytes }
            left -= 1
        }
        return nil
    }

    /// Whether there is one that begins as a picture; none is taken out.
    ///
    /// - Parameters:
    ///   - descriptor: The document.
    ///   - type: What it is.
    /// - Returns: Whether ``find(in:type:pixels:tried:)`` will probably find one.
    /// - Throws: As that.
    static func exists(
        in descriptor: Int32,
        type: FileType
    ) throws(DocumentProblemError) -> Bool {
        if type.isSound { return cover(ofSound: descriptor) != nil }
        if type.isPackedComic { return try ComicArchive(descriptor, reach: .cover) != nil }
        if type.isCameraFile { return PhotoPictures(descriptor)?.isEmpty == false }
        guard let archive = try? ZipArchive.open(descriptor) else { return false }
        return PackagePictures(archive: archive, type: type).candidates().contains {
            guard let entry = archive[$0.name], entry.size <= SizeLimit.embeddedPicture,
                let start = try? archive.start(of: entry, count: XMLRoot.limit)
            else { return false }
            return isPicture(start)
        }
    }

    /// The smallest that is large enough first, then larger ones, then the others, largest first.
    static func ordered(_ candidates: [Candidate], for pixels: Int) -> [Candidate] {
        let enough = candidates.filter { $0.pixels >= pixels }.stablySorted {
            $0.pixels < $1.pixels
        }
        let small = candidates.filter { $0.pixels < pixels }.stablySorted { $0.pixels > $1.pixels }
        return enough + small
    }

    /// Whether these are the first bytes of something that is drawn here; metafiles are not.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("RIFF".utf8),
            Array("II*\0".utf8), Array("MM\0*".utf8), Array("%PDF-".utf8),
            // JPEG XL, bare and in boxes.
            [0xFF, 0x0A], [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20],
        ]
        return starts.contains { bytes.starts(with: $0) } || isInBoxes(bytes) || isDrawing(bytes)
    }

    /// Whether these are the first bytes of an AVIF or HEIC file (ISO/IEC 23008-12).
    private static func isInBoxes(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
        let brands: Set<String> = ["avif", "avis", "heic", "heix", "mif1", "msf1"]
        return brands.contains(String(decoding: bytes[8..<12], as: UTF8.self))
    }

    /// Whether these are the first bytes of an SVG file.
    static func isDrawing(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, first == 0xEF || first == 0x3C || first <= 0x20 else {
            return false
        }
        return XMLRoot(bytes)?.name == "svg"
    }

    private static func cover(ofSound descriptor: Int32) -> [UInt8]? {
        SoundFile(descriptor)?.cover.flatMap { isPicture($0) ? $0 : nil }
    }
}

extension FileType {
    /// Whether it may carry tags with a cover; some sound is told as video by its container.
    var isSound: Bool {
        rawValue.hasPrefix("audio/") || rawValue == "video/mp4" || rawValue == "application/ogg"
            || rawValue == "application/vnd.ms-asf" || rawValue == "video/x-ms-asf"
    }

    /// Whether it is a comic that libarchive reads, and not our own reader of zip archives.
    var isPackedComic: Bool { isComic && TextFormat(self) == .archive }
}

extension Array {
    func stablySorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
        enumerated().sorted {
            isBefore($0.element, $1.element)
                || !isBefore($1.element, $0.element) && $0.offset < $1.offset
        }
        .map(\.element)
    }
}
