import PreviewHelper
import PreviewModel

/// A book in FictionBook 2: one XML file, with its pictures in base64 at its end; plain or in a zip archive.
struct FictionBook {
    /// The title of the book.
    let title: String?
    /// The cover, in the format of a picture; `nil` where it has none.
    let cover: [UInt8]?

    private let bytes: [UInt8]
    private let pictures: FictionBookPictures

    /// The largest book that is read, in bytes.
    private static let sizeLimit = 64 << 20

    init(_ descriptor: Int32) throws(DocumentProblemError) {
        bytes = Self.inUnicode(try Self.contents(of: descriptor))
        let pictures = FictionBookPictures()
        // What is before a syntax error is still shown.
        try? XMLScanner.scan(bytes, isWhole: true, documentType: .withoutEntities) { event in
            pictures.take(event)
        }
        guard pictures.isBook else { throw DocumentProblemError(.damaged(why: .init(.xml))) }
        self.pictures = pictures
        title = pictures.title.isEmpty ? nil : pictures.title
        cover = pictures.cover
    }

    /// Reports the chapters until the sink returns false.
    func read(into sink: @escaping (Block) -> Bool) throws(DocumentProblemError) {
        let reader = FictionBookText({ [pictures] in pictures.picture($0) }, sink)
        do throws(DocumentProblemError) {
            try XMLScanner.scan(bytes, isWhole: true, documentType: .withoutEntities) { event in
                reader.take(event)
            }
        } catch {
            guard reader.hasWords else { throw error }
            ReadingExtent.noteOmission()
        }
    }

    private static func contents(of descriptor: Int32) throws(DocumentProblemError) -> [UInt8] {
        let (bytes, isWhole) = FilePart.start(of: descriptor, limit: sizeLimit)
        guard bytes.starts(with: [0x50, 0x4B]) else {
            guard isWhole else { throw tooLarge }
            return bytes
        }
        do throws(ZipArchive.Failure) {
            let archive = try ZipArchive.open(descriptor)
            let book = archive.entries.first { $0.name.lowercased().hasSuffix(".fb2") }
            guard let entry = book ?? archive.entries.first else { return [] }
            return try archive.read(entry, limit: sizeLimit)
        } catch {
            throw error == .tooLarge ? tooLarge : OfficePackage.problem(error)
        }
    }

    private static var tooLarge: DocumentProblemError {
        DocumentProblemError(.tooLarge(why: .init(.tooLargeToRead, "\(sizeLimit >> 20)")))
    }

    /// The bytes in UTF-8 without their declaration: expat knows few of the encodings that books have.
    private static func inUnicode(_ bytes: [UInt8]) -> [UInt8] {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard start.hasPrefix("<?xml"), let name = start.firstRange(of: "encoding="),
            let quote = start[name.upperBound...].first, quote == "\"" || quote == "'",
            let end = bytes.firstRange(of: Array("?>".utf8))?.upperBound, end < 1_000
        else { return bytes }
        let encoding = start[name.upperBound...].dropFirst().prefix { $0 != quote }.uppercased()
        guard encoding != "UTF-8",
            let text = TextDecoding.convert(bytes[end...], from: encoding)
        else { return bytes }
        return Array(text.utf8)
    }
}

/// What a FictionBook has besides its chapters: its title, and its pictures by their names.
final class FictionBookPictures {
    private(set) var title = ""
    private(set) var isBook = false
    private var code: [String: [UInt8]] = [:]
    private var coverName: String?
    private var place: [String] = []
    private var current: (name: String, bytes: [UInt8])?
    private var size = 0

    private static let picturesLimit = 5_000

    /// The bytes of the cover.
    var cover: [UInt8]? { coverName.flatMap(bytes) }

    /// The bytes of a picture in its format.
    private func bytes(_ name: String) -> [UInt8]? {
        code[name].map { EncodedWords.base64($0[...]) }
    }

    /// The picture with a name.
    func picture(_ name: String) -> InlinePicture? {
        guard let bytes = bytes(name) else { return nil }
        guard bytes.count <= SizeLimit.embeddedPicture else {
            ReadingExtent.noteOmission()
            return nil
        }
        return InlinePicture(decoding: bytes)
    }

    func take(_ event: XMLScanner.Event) -> Bool {
        switch event {
        case .begin(let name, let attributes):
            if name == "FictionBook" { isBook = true }
            if name == "binary", let id = attributes["id"], code.count < Self.picturesLimit {
                current = (id, [])
            }
            if name == "image", coverName == nil, place.contains("coverpage"),
                place.contains("title-info")
            {
                coverName = attributes["href"].map { String($0.drop { $0 == "#" }) }
            }
            place.append(name)
        case .end(let name):
            if name == "binary", let (name, bytes) = current {
                code[name] = code[name] ?? bytes
                current = nil
            }
            _ = place.popLast()
        case .text(let words):
            if current != nil { current?.bytes += words.utf8 }
            if place.last == "book-title", place.contains("title-info"), title.utf8.count < 1_000 {
                title = (title + words).singleLine
            }
        }
        return true
    }
}
