import FileAccess
import Glibc
import Hashing
import PreviewModel

extension ThumbnailCache {
    /// Gives the thumbnails of a file to its copy, or to the file under its new name, without decoding them.
    ///
    /// A thumbnail of another version of the file is not carried.
    ///
    /// - Parameters:
    ///   - old: The URI of the file.
    ///   - subject: The copy.
    ///   - isMoved: Whether the thumbnails of the old name go.
    package func carry(from old: String, to subject: ThumbnailSubject, isMoved: Bool) {
        let isAllowed = reasonNotToKeep(subject) == nil
        for size in ThumbnailSize.allCases {
            let path = path(of: old, size)
            if isAllowed, thumbnail(of: subject, size).map({ $0.isShared }) ?? true,
                let found = FoundThumbnail(FilePath(path), of: subject, uri: old, size),
                let bytes = found.bytes()
            {
                // Without room for it, the file is drawn again.
                try? write(
                    PNGTexts.renamed(bytes, subject.uri),
                    to: self.path(of: subject.uri, size)
                )
            }
        }
        if isMoved { forget(old) }
    }
}

extension PNGTexts {
    /// A whole PNG with another `Thumb::URI`.
    static func renamed(_ png: [UInt8], _ uri: String) -> [UInt8] {
        let key = Array("Thumb::URI".utf8) + [0]
        var result = Array(png.prefix(8))
        var place = 8
        while place + 12 <= png.count {
            let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= png.count - place - 12 else { break }
            let end = place + 12 + length
            let kind = png[place + 4..<place + 8]
            if PNGText.isText(kind), png[(place + 8)..<(end - 4)].starts(with: key) {
                result += PNGChecksums.chunk("tEXt", key + Array(uri.utf8))
            } else {
                result += png[place..<end]
            }
            place = end
        }
        return result
    }
}
