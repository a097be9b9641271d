import Glibc
import PreviewModel

/// The picture of itself that a document carries inside.
///
/// It is taken out and not looked at: whoever asked has it drawn by a child of its own, as any document.
enum EmbeddedPicture {
    /// The largest picture that is taken out, in bytes.
    static let sizeLimit = 32 << 20

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
    /// - Returns: The bytes of the picture, which begin as one.
    static func find(in descriptor: Int32, type: FileType, pixels: Int) -> [UInt8]? {
        if type.isSound { return SoundFile(descriptor)?.cover.flatMap { isPicture($0) ? $0 : nil } }
        guard let archive = try? ZipArchive.open(descriptor) else { return nil }
        let candidates = PackagePictures(archive: archive, type: type).candidates()
        for candidate in ordered(candidates, for: pixels) {
            guard let entry = archive[candidate.name],
                let bytes = try? archive.read(entry, limit: sizeLimit), isPicture(bytes)
            else { continue }
            return bytes
        }
        return nil
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
        ]
        return starts.contains { bytes.starts(with: $0) }
    }
}

extension FileType {
    /// Whether it may carry tags with a cover; some sound is told as video by its container.
    var isSound: Bool {
        rawValue.hasPrefix("audio/") || rawValue == "video/mp4" || rawValue == "application/ogg"
            || rawValue == "application/vnd.ms-asf" || rawValue == "video/x-ms-asf"
    }
}

extension Array {
    fileprivate func stablySorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
        enumerated().sorted {
            isBefore($0.element, $1.element)
                || !isBefore($1.element, $0.element) && $0.offset < $1.offset
        }
        .map(\.element)
    }
}
