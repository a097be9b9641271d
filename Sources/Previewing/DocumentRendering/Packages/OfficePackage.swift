import PreviewHelper
import PreviewModel

/// An office document: XML parts in a zip archive, each read only as far as needed.
struct OfficePackage {
    /// The most bytes of a part that are read.
    static var partLimit: Int { ReadingExtent.limit(4 << 20, whole: 128 << 20) }

    let archive: ZipArchive
    /// The document that stands in place of its parts: an OpenDocument in a single XML file.
    private let flat: FilePart?

    init(_ descriptor: Int32) throws(DocumentProblemError) {
        do throws(ZipArchive.Failure) {
            archive = try ZipArchive.open(descriptor)
            flat = nil
        } catch {
            if error == .notAnArchive, let file = FilePart(whole: descriptor), Self.isFlat(file) {
                (archive, flat) = (.empty, file)
                return
            }
            if error == .notAnArchive, let names = SplitArchive.otherParts(descriptor) {
                throw DocumentProblemError(.filesMissing(why: .init(.otherFiles, names)))
            }
            throw Self.problem(error)
        }
    }

    private static func isFlat(_ file: FilePart) -> Bool {
        let start = String(decoding: file.available(at: 0, count: 4_096), as: UTF8.self)
        return start.contains("<office:document") && !start.contains("<office:document-")
    }

    /// Returns whether a part exists.
    func has(_ name: String) -> Bool { flat != nil || archive[name] != nil }

    /// Reports the XML events of a part; a missing part has none.
    func scan(
        _ name: String,
        handler: @escaping (XMLScanner.Event) -> Bool
    ) throws(DocumentProblemError) {
        if let flat {
            let bytes = flat.available(at: 0, count: Self.partLimit)
            if bytes.count < flat.size { ReadingExtent.noteOmission() }
            try XMLScanner.scan(bytes, isWhole: bytes.count == flat.size, handler: handler)
            return
        }
        guard let entry = archive[name] else { return }
        let bytes: [UInt8]
        do throws(ZipArchive.Failure) {
            bytes = try archive.start(of: entry, count: Self.partLimit)
        } catch {
            throw Self.problem(error)
        }
        if bytes.count < entry.size { ReadingExtent.noteOmission() }
        try XMLScanner.scan(bytes, isWhole: bytes.count == entry.size, handler: handler)
    }

    /// The targets of a part's relationships, by their names; paths within the package.
    func relationships(of part: String) throws(DocumentProblemError) -> [String: String] {
        let folder = PackagePath.folder(of: part)
        let file = part.dropFirst(folder.count)
        var targets: [String: String] = [:]
        try scan("\(folder)_rels/\(file).rels") { event in
            if case .begin("Relationship", let attributes) = event,
                attributes["TargetMode"] != "External", let id = attributes["Id"],
                let target = attributes["Target"]
            {
                targets[id] = archive.name(of: target, in: folder)
            }
            return targets.count < 4_096
        }
        return targets
    }

    /// A picture of the package in its size, or `nil` where there is none.
    func picture(_ part: String, width: Double, height: Double) -> InlinePicture? {
        guard let entry = archive[part], width > 0, height > 0 else { return nil }
        let archive = archive
        return InlinePicture(width: width, height: height) {
            if entry.size > SizeLimit.embeddedPicture { ReadingExtent.noteOmission() }
            // A picture that cannot be read is drawn as a placeholder.
            return try? archive.read(entry, limit: SizeLimit.embeddedPicture)
        }
    }

    /// The part that a relationship of the whole package names by its kind, such as "officeDocument".
    func mainPart(_ kind: String) throws(DocumentProblemError) -> String? {
        var found: String?
        try scan("_rels/.rels") { event in
            if case .begin("Relationship", let attributes) = event,
                attributes["Type"]?.hasSuffix("/\(kind)") == true, let target = attributes["Target"]
            {
                found = archive.name(of: target, in: "")
            }
            return found == nil
        }
        return found
    }

    /// The title in the document's own properties.
    func title() -> String? {
        var title = ""
        var inTitle = false
        for part in ["docProps/core.xml", "meta.xml"] where title.isEmpty {
            // A document without readable properties just has no title.
            try? scan(part) { event in
                switch event {
                case .begin("title", _): inTitle = true
                case .end("title"): return false
                case .text(let text): if inTitle, title.utf8.count < 1_000 { title += text }
                default: break
                }
                return true
            }
        }
        title = title.singleLine
        return title.isEmpty ? nil : title
    }

    /// Returns the document's problem for a failure of its archive.
    static func problem(_ failure: ZipArchive.Failure) -> DocumentProblemError {
        switch failure {
        case .encrypted: DocumentProblemError(.encrypted)
        case .tooLarge, .tooManyEntries:
            DocumentProblemError(
                .tooLarge(why: .init(.tooManyParts))
            )
        case .refused: DocumentProblemError(.damaged(why: .init(.harmfulPart)))
        case .notAnArchive: DocumentProblemError(.damaged(why: .init(.partList)))
        case .method(let number):
            DocumentProblemError(.unsupportedVariant(why: .init(.variant, "ZIP method \(number)")))
        case .damaged: DocumentProblemError(.damaged(why: .init(.part)))
        }
    }
}
