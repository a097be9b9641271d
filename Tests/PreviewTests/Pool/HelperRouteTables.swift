import Testing

@testable import QuickPreview

/// The first helper for a name.
struct FirstHelper: CustomTestStringConvertible, Sendable {
    let operation: RequestMessage.Operation
    let name: String
    let family: RendererFamily

    var testDescription: String { "\(operation) of '\(name)'" }

    init(_ operation: RequestMessage.Operation, _ name: String, _ family: RendererFamily) {
        self.operation = operation
        self.name = name
        self.family = family
    }

    static let all = [
        FirstHelper(.info, "a.pdf", .pdf), FirstHelper(.info, "a.ai", .pdf),
        FirstHelper(.info, "README", .pdf), FirstHelper(.info, "a.none", .pdf),
        FirstHelper(.info, "a.png", .plain), FirstHelper(.thumbnail, "a.jpeg", .plain),
        FirstHelper(.prepareSheets, "a.png", .images), FirstHelper(.prepareSheets, ".pdf", .sheets),
        FirstHelper(.prepareSheets, "a.JPG", .sheets), FirstHelper(.decode, "a.jpeg", .sheets),
        FirstHelper(.decode, "a", .sheets), FirstHelper(.decode, "a.png", .images),
        FirstHelper(.makePrintable, "a.PDF", .sheets), FirstHelper(.makePrintable, "a", .sheets),
        FirstHelper(.info, "a.tif", .images),
        FirstHelper(.info, "a.txt", .text), FirstHelper(.thumbnail, "a.docx", .text),
        FirstHelper(.info, "a.heic", .rareImages), FirstHelper(.info, "a.mp4", .video),
        FirstHelper(.thumbnail, "a.ps", .postscript), FirstHelper(.info, "a.ps", .pdf),
        FirstHelper(.makePrintable, "a.eps", .pdf),
        FirstHelper(.card, "a.png", .text), FirstHelper(.listing, "a", .text),
        FirstHelper(.cachedThumbnail, "kept.png", .images),
        FirstHelper(.embeddedThumbnail, "a.jpg", .images),
    ]
}

/// A request about a PDF, and whether PDFium is asked first.
struct PDFiumRequest: CustomTestStringConvertible, Sendable {
    var request: RequestMessage
    let isForPDFium: Bool

    var testDescription: String { "\(request.operation) of '\(request.name)'" }

    private init(
        _ operation: RequestMessage.Operation,
        _ name: String,
        _ isForPDFium: Bool,
        _ change: (inout RequestMessage) -> Void = { _ in }
    ) {
        request = RequestMessage(operation, name: name)
        self.isForPDFium = isForPDFium
        change(&request)
    }

    static let all = [
        PDFiumRequest(.thumbnail, "a.pdf", true), PDFiumRequest(.thumbnail, "A.PDF", true),
        PDFiumRequest(.thumbnail, "a.pdf", true) { $0.page = 7 },
        // What will be printed is drawn by the library that prints it.
        PDFiumRequest(.thumbnail, "a.pdf", false) { $0.medium = .paper },
        // A password goes to libqpdf.
        PDFiumRequest(.thumbnail, "a.pdf", false) { $0.payloadSize = 6 },
        PDFiumRequest(.info, "a.pdf", false),
        PDFiumRequest(.text, "a.pdf", false), PDFiumRequest(.thumbnail, "a", false),
        PDFiumRequest(.thumbnail, "a.ai", false), PDFiumRequest(.thumbnail, "a.none", false),
    ]
}
