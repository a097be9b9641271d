import CText
import PreviewHelper
import PreviewModel

/// A book of Mobipocket or Kindle, which libmobi unpacks: its cover, and its text in HTML.
@safe final class MobiBook {
    /// The largest book that is read, in bytes.
    private static let sizeLimit = 256 << 20
    /// The Debian package of the library.
    private static let package = "libmobi0"
    private static let partsLimit = 20_000

    private let book: OpaquePointer

    /// Reads a book.
    init(_ descriptor: Int32) throws(DocumentProblemError) {
        guard ctext_has_mobi() != 0 else {
            throw DocumentProblemError(.missingPackage(why: .init(.packageNeeded, Self.package)))
        }
        guard let file = FilePart(whole: descriptor), file.size <= Self.sizeLimit else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.tooLargeToRead, "\(Self.sizeLimit >> 20)"))
            )
        }
        guard let book = unsafe ctext_mobi_open(descriptor) else {
            throw DocumentProblemError(.damaged(why: .init(.cannotBeRead)))
        }
        unsafe self.book = book
    }

    deinit { unsafe ctext_mobi_close(book) }

    /// The title of the book.
    var title: String? {
        let words = unsafe ctext_mobi_title(book).map { unsafe String(cString: $0) }
        let title = words.map(TextDecoding.harmless)?.singleLine
        return title?.isEmpty == false ? title : nil
    }

    /// The cover, in the format of a picture; one that is encrypted has it in the clear.
    var cover: [UInt8]? {
        unsafe Self.bytes(ctext_mobi_cover(book)).flatMap {
            $0.count <= SizeLimit.embeddedPicture && EmbeddedPicture.isPicture($0) ? $0 : nil
        }
    }

    /// Reports the parts of the text until the sink returns false.
    func read(into sink: @escaping (Block) -> Bool) throws(DocumentProblemError) {
        guard unsafe ctext_mobi_is_encrypted(book) == 0 else {
            throw DocumentProblemError(.encrypted)
        }
        for index in 0..<Self.partsLimit {
            guard let bytes = unsafe Self.bytes(ctext_mobi_part(book, index)) else {
                guard index > 0 else {
                    throw DocumentProblemError(.damaged(why: .init(.noBody)))
                }
                return
            }
            guard index == 0 || sink(.pageBreak) else { return }
            var wantsMore = true
            let text = TextDecoding.harmless(String(decoding: bytes, as: UTF8.self))
            HTMLText.read(text, picture: picture) { block in
                wantsMore = sink(block)
                return wantsMore
            }
            guard wantsMore else { return }
        }
        ReadingExtent.noteOmission()
    }

    /// The picture at an address such as "resource00001.jpg", or one that the address contains.
    private func picture(_ address: String) -> InlinePicture? {
        let name = "resource"
        guard address.hasPrefix(name) else { return InlinePicture.inside(address) }
        guard let number = Int(address.dropFirst(name.count).prefix { $0.isASCII && $0.isNumber }),
            number >= 0, let bytes = unsafe Self.bytes(ctext_mobi_picture(book, number))
        else { return nil }
        guard bytes.count <= SizeLimit.embeddedPicture else {
            ReadingExtent.noteOmission()
            return nil
        }
        return InlinePicture(decoding: bytes)
    }

    @unsafe private static func bytes(_ found: ctext_bytes) -> [UInt8]? {
        guard let start = unsafe found.bytes else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: start, count: found.count))
    }
}
