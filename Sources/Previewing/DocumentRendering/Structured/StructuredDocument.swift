import PreviewHelper
import PreviewModel

/// A document whose contents a reader of this project reports as blocks.
struct StructuredDocument {
    let descriptor: Int32
    let format: StructuredFormat
    let type: FileType
    let name: String

    /// Reports the blocks until the sink returns false; returns whether the document was read to its end.
    func read(
        limit: Int,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) -> Bool {
        switch format {
        case .oldWord: try OldWordText.read(descriptor, into: sink)
        case .oldSpreadsheet: try OldSpreadsheet.read(descriptor, into: sink)
        case .oldPresentation: try OldPresentation(descriptor).read(into: sink)
        case .notebook: try NotebookText.read(descriptor, into: sink)
        case .database: try DatabaseText.read(descriptor, into: sink)
        // Its pages are pictures.
        case .djvu: break
        case .certificate: try CertificateText.read(descriptor, type: type, into: sink)
        case .debianPackage: try DebianPackage.read(descriptor, into: sink)
        case .redHatPackage: try RedHatPackage.read(descriptor, into: sink)
        case .appImage: try AppImageFacts.read(descriptor, name: name, into: sink)
        case .desktopEntry: try DesktopEntry.read(descriptor, into: sink)
        case .subtitles: try SubtitleText.read(descriptor, into: sink)
        case .torrent: try TorrentText.read(descriptor, into: sink)
        case .diskImage: try DiskImageText.read(descriptor, into: sink)
        case .track: try TrackText.read(descriptor, into: sink)
        case .model: try ModelDocument(descriptor, type: type, name: name).read(into: sink)
        case .xps: try XPSDocument(descriptor).read(into: sink)
        case .visio, .publisher, .corelDraw:
            try liberated()?.read(into: sink)
        case .outlookMessage: try OutlookMessage(descriptor, type: type).read(into: sink)
        case .metafile: try MetafileDocument(descriptor).read(into: sink)
        case .mobiBook: try MobiBook(descriptor).read(into: sink)
        case .fictionBook: try FictionBook(descriptor).read(into: sink)
        case .binarySpreadsheet: try BinarySpreadsheet.read(OfficePackage(descriptor), into: sink)
        }
        return true
    }

    /// The number of pages, where it is known without laying them out.
    var pages: Int? {
        switch format {
        // A damaged document has no page count; the problem is reported when a page is requested.
        case .oldPresentation: (try? OldPresentation(descriptor))?.count
        case .djvu: (try? DjVuDocument(descriptor))?.pages
        case .model, .metafile: 1
        case .visio, .publisher, .corelDraw: (try? liberated())?.pages
        case .xps: (try? XPSDocument(descriptor))?.pages.count
        default: nil
        }
    }

    /// The page of each slide, or of the pages of a document that has its own; `nil` for all others.
    var slidePaper: Paper? {
        get throws(DocumentProblemError) {
            switch format {
            case .oldPresentation: return try OldPresentation(descriptor).paper
            case .xps: return try XPSDocument(descriptor).paper
            case .metafile: return try MetafileDocument(descriptor).page.paper
            default: return try liberated()?.paper
            }
        }
    }

    /// The title that the document gives itself.
    func title() throws(DocumentProblemError) -> String? {
        switch format {
        case .outlookMessage: try OutlookMessage(descriptor, type: type).subject
        case .mobiBook: try MobiBook(descriptor).title
        case .fictionBook: try FictionBook(descriptor).title
        default: nil
        }
    }

    /// The cover of a book, in the format of a picture; `nil` for all other documents.
    var cover: [UInt8]? {
        // A damaged book has no cover; the problem is reported when its pages are set.
        switch format {
        case .mobiBook: (try? MobiBook(descriptor))?.cover
        case .fictionBook: (try? FictionBook(descriptor))?.cover
        default: nil
        }
    }

    /// The document, where a library of the Document Liberation Project reads it.
    private func liberated() throws(DocumentProblemError) -> LiberatedDocument? {
        guard let kind = LiberatedDocument.kind(format) else { return nil }
        return try LiberatedDocument(descriptor, kind)
    }
}
