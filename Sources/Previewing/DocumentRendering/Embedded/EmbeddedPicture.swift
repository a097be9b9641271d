import Glibc
import PreviewHelper
import PreviewModel

/// The preview picture that a document embeds.
///
/// This code extracts the picture without parsing it: the pool has another child draw it, like any
/// document.
enum EmbeddedPicture {
    /// A candidate for the preview picture.
    struct Candidate {
        /// Its name in the package.
        let name: String
        /// The longer side in pixels, if the name states it.
        var pixels = Int.max
    }

    /// Returns the bytes of the best embedded picture for a size, or `nil` if none can be
    /// extracted.
    ///
    /// - Parameters:
    ///   - descriptor: The document.
    ///   - type: The type of the document.
    ///   - pixels: The longest edge of the requested picture.
    ///   - tried: The number of candidates to skip, since they could not be drawn.
    /// - Returns: The bytes of the picture, which begin with a known signature.
    /// - Throws: `DocumentProblemError` with `encrypted`, if a comic is encrypted.
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

    /// Returns whether an embedded picture exists that begins with a known signature, without
    /// extracting it.
    ///
    /// - Parameters:
    ///   - descriptor: The document.
    ///   - type: The type of the document.
    /// - Returns: Whether ``find(in:type:pixels:tried:)`` will probably find one.
    /// - Throws: The errors of that method.
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

    /// Returns the candidates that are large enough, smallest first, then the others, largest
    /// first.
    static func ordered(_ candidates: [Candidate], for pixels: Int) -> [Candidate] {
        let enough = candidates.filter { $0.pixels >= pixels }.stablySorted {
            $0.pixels < $1.pixels
        }
        let small = candidates.filter { $0.pixels < pixels }.stablySorted { $0.pixels > $1.pixels }
        return enough + small
    }

    /// Returns whether bytes begin with the signature of a supported picture format; metafiles are
    /// not supported.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("RIFF".utf8),
            Array("II*\0".utf8), Array("MM\0*".utf8), Array("%PDF-".utf8),
            // JPEG XL, as a codestream and in a container.
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
    /// Whether files of this type may carry tags with a cover; some audio files use the container
    /// of a video type.
    var isSound: Bool {
        rawValue.hasPrefix("audio/") || rawValue == "video/mp4" || rawValue == "application/ogg"
            || rawValue == "application/vnd.ms-asf" || rawValue == "video/x-ms-asf"
    }

    /// Whether this is a comic read by libarchive rather than by this project's zip reader.
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
