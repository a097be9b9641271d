import FileAccess
import FoundationEssentials
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import PrintCenter
import PrintModel
import QuickPreview

/// Previews of the sheets.
extension API {
    /// The default of the longer edge of a face, in pixels: A4 at about 90 dots per inch.
    private static let usualSize = 1024

    func previews(_ v1: inout Routes) {
        v1.post("previews") { request, _ in
            let question = try await JSON.body(CheckRequest.self, request)
            let preview = try await printing.preview(question)
            return try JSON.response(preview.inWords(of: request.language), status: .created)
        }
        v1.get("previews/:id/faces/:face", query: ["size"]) { request, context in
            let id = try context.parameters.require("id")
            let number = try context.number("face")
            return try await face(number, of: id, request)
        }
        v1.get("previews/:id/pages/:page", query: ["size"]) { request, context in
            let page = try context.number("page")
            let size = try request.number("size") ?? 256
            let id = try context.parameters.require("id")
            return try await printing.withPages(ofPreview: id) { file, facts in
                try await picture(of: file, facts, page: page, size: size)
            }
        }
        v1.get("previews/:id/document") { _, context in
            try await document(of: try context.parameters.require("id"))
        }
        v1.post("jobs/:id/preview") { request, context in
            let preview = try await printing.preview(job: try context.text("id"))
            return try JSON.response(preview.inWords(of: request.language), status: .created)
        }
        v1.get("jobs/:id/preview", query: ["face", "size"]) { request, context in
            let label = try context.text("id")
            let number = try request.number("face") ?? 1
            return try await face(number, of: printing.preview(job: label).id, request)
        }
    }

    /// The file that is sent to the printer.
    private func document(of id: String) async throws -> Response {
        let file = try await printing.withPreview(id) { file, _ in
            // The response reads it later, when its name may be gone.
            OpenFile(copyOf: file)
        }
        guard let file else { throw Problem.noDescriptor }
        let body = ResponseBody(contentLength: file.size) { writer in
            var place = 0
            while place < file.size {
                let start = place
                let bytes = try await NIOThreadPool.singleton.runIfActive {
                    file.bytes(at: start)
                }
                guard !bytes.isEmpty else { break }
                place += bytes.count
                try await writer.write(ByteBuffer(bytes: bytes))
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/pdf"], body: body)
    }

    /// One face as it comes out on paper.
    private func face(_ number: Int, of id: String, _ request: Request) async throws -> Response {
        let size = try request.number("size") ?? Self.usualSize
        let isPixmap = request.headers[.accept] == Self.pixmap
        let bytes: [UInt8]
        do {
            let image = try await printing.withPreview(id) { file, preview in
                guard (1...preview.faces).contains(number) else {
                    throw PreviewError(
                        .pageOutOfRange,
                        "There is no face \(number); there are \(preview.faces)."
                    )
                }
                let drawn = try await previewer.thumbnail(
                    of: file,
                    name: ".pdf",
                    page: number,
                    size: size,
                    medium: .paper
                )
                return drawn.printed(as: number, of: preview)
            }
            bytes = isPixmap ? image.ppm() : try image.png()
        } catch let error as PreviewError {
            throw Problem(error)
        }
        return Response(
            status: .ok,
            headers: [.contentType: isPixmap ? Self.pixmap : "image/png"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    private static let pixmap = "image/x-portable-pixmap"
}

/// A file that stays open until the response is complete.
private final class OpenFile: Sendable {
    private let descriptor: Int32
    let size: Int

    init?(copyOf file: Int32) {
        descriptor = fcntl(file, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { return nil }
        size = FileFacts(descriptor: descriptor)?.size ?? 0
    }

    deinit { close(descriptor) }

    /// Some bytes; none at the end.
    func bytes(at place: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
            count = max(0, unsafe pread(descriptor, buffer.baseAddress, buffer.count, place))
        }
    }
}

extension PreviewImage {
    /// The picture of a face of a preview, as it comes out of the printer.
    ///
    /// If the reader holds its sheet in the other orientation, the picture is rotated to match.
    fileprivate func printed(as face: Int, of preview: SheetPreview) -> PreviewImage {
        var paper = Paper(inks: preview.color == .monochrome ? .grey : .color)
        if let sheet = preview.sheet, sheet.size.width > 0, sheet.size.length > 0 {
            let (width, length) = (Double(sheet.size.width), Double(sheet.size.length))
            paper.margins = Paper.Margins(
                top: Double(sheet.margins.top) / length,
                right: Double(sheet.margins.right) / width,
                bottom: Double(sheet.margins.bottom) / length,
                left: Double(sheet.margins.left) / width
            )
        }
        let fed = printed(on: paper)
        return (0..<preview.quarterTurns(face)).reduce(fed) { picture, _ in picture.turnedRight() }
    }
}

extension Problem {
    static var noDescriptor: Problem { Problem(.tooManyFiles) }

    /// The problem of a missing picture, in the words of the preview library.
    init(_ error: PreviewError) {
        self.init(
            noPicture: Code(rawValue: error.code.rawValue),
            quoting: Dictionary(
                uniqueKeysWithValues: Language.allCases.map {
                    ($0, error.message(in: PreviewLanguage($0)))
                }
            )
        )
    }
}
