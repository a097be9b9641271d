import CQPDF
import PageRendering
import PlainRendering
import PreviewHelper
import PreviewModel
import SheetRendering

/// Output for printing.
extension DocumentWork {
    /// Writes the output PDF that the request's layout describes.
    func prepare(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage.Outcome {
        guard let first = type.family else { return .noPreview }
        guard let bytes = FilePart.sealed(ChildDescriptor.payload, count: Int(request.payloadSize)),
            let layout = SheetLayout(decoding: bytes)
        else { return .pageOutOfRange }
        do throws(SheetFailure) {
            switch first {
            case .pdf:
                let source = try SheetSource(ChildDescriptor.document)
                info.pages = source.pageCount
                try finish(layout, source, isPicture: false)
            case .images, .rareImages:
                let image: ImageDocument
                do throws(DocumentProblemError) {
                    image = try ImageDocument(ChildDescriptor.document, type: type, in: family)
                } catch {
                    info.problem = error.problem
                    return .problem
                }
                image.header.describe(&info)
                try finish(image, type: type, layout)
            case .text, .video, .plain, .pdfium, .sheets, .postscript: return .noPreview
            }
            return .done
        } catch {
            return outcome(of: error, &info)
        }
    }

    /// Decodes the pages of an image as for sheets, and nothing more.
    func decode(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage.Outcome {
        guard type.family == .images || type.family == .rareImages else { return .noPreview }
        do {
            let image = try ImageDocument(ChildDescriptor.document, type: type, in: family)
            image.header.describe(&info)
            try sheets(of: image, type: type).decode()
            return .done
        } catch let error as DocumentProblemError {
            info.problem = error.problem
            return .problem
        } catch let error as SheetFailure {
            return outcome(of: error, &info)
        } catch {
            info.problem = .damaged(why: .init(.imageNotDecoded))
            return .problem
        }
    }

    /// Writes the pages of an image on sheets.
    func finish(
        _ image: ImageDocument,
        type: FileType,
        _ layout: SheetLayout
    ) throws(SheetFailure) {
        let sheets = sheets(of: image, type: type, resolution: layout.resolution)
        let (source, placed) = try sheets.source(for: layout)
        try finish(placed, source, isPicture: true)
    }

    private func sheets(
        of image: ImageDocument,
        type: FileType,
        resolution: Int? = nil
    ) -> PictureSheets {
        PictureSheets(
            descriptor: ChildDescriptor.document,
            type: type,
            family: family,
            image: image,
            pixelLimit: request.pixelLimit,
            asked: resolution
        )
    }

    func finish(
        _ layout: SheetLayout,
        _ source: SheetSource,
        isPicture: Bool
    ) throws(SheetFailure) {
        let writer = SheetWriter(layout: layout, output: ChildDescriptor.output)
        try writer.write(source, isPicture: isPicture)
    }

    /// Writes the document without its encryption.
    func unlock(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage.Outcome {
        guard type == .pdf else { return .noPreview }
        guard let bytes = FilePart.sealed(ChildDescriptor.payload, count: Int(request.payloadSize))
        else {
            return .problem
        }
        do throws(SheetFailure) {
            let source = try SheetSource(ChildDescriptor.document, password: bytes)
            info.restriction = source.restriction
            try source.writePlain(ChildDescriptor.output)
            return .done
        } catch {
            return outcome(of: error, &info)
        }
    }

    /// Writes the raster file that the request describes.
    func makeRaster(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage {
        var size = 0
        var answer = AnswerMessage(writeRaster(&info, type: type, &size), info: info)
        answer.size = UInt64(clamping: size)
        return answer
    }

    private func writeRaster(
        _ info: inout DocumentInfo,
        type: FileType,
        _ size: inout Int
    ) -> AnswerMessage.Outcome {
        guard type == .pdf else { return .noPreview }
        guard let bytes = FilePart.sealed(ChildDescriptor.payload, count: Int(request.payloadSize)),
            let raster = RasterRequest(decoding: bytes)
        else { return .pageOutOfRange }
        let document: PDFDocument
        do throws(DocumentProblemError) {
            document = try PDFDocument.open(ChildDescriptor.document)
        } catch {
            info.problem = error.problem
            info.encrypted = error.problem == .encrypted
            return .problem
        }
        info.pages = document.pageCount
        var sheets = RasterSheets(raster, of: document, into: ChildDescriptor.output)
        do throws(SheetFailure) {
            try sheets.write()
            guard let counted = sheets.countedSize else { return .done }
            size = counted
            return .counted
        } catch {
            return outcome(of: error, &info)
        }
    }

    /// Writes the document in a form that prints as displayed, if it does not print so already.
    func makePrintable(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage.Outcome {
        do throws(SheetFailure) {
            guard let file = FilePart(whole: ChildDescriptor.document) else { return .problem }
            let isChanged: Bool
            if file.bytes(at: 0, count: 2) == [0x1F, 0x8B] {
                isChanged = try CompressedDocument(file: file, output: ChildDescriptor.output)
                    .unpack()
            } else if type == .pdf {
                isChanged = try PrintableDocument(
                    descriptor: ChildDescriptor.document,
                    output: ChildDescriptor.output
                ).write(describing: &info)
            } else {
                isChanged = false
            }
            return isChanged ? .done : .unchanged
        } catch {
            return outcome(of: error, &info)
        }
    }

    /// Writes the pages of the PDFs that the request lists.
    func joinPages(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage.Outcome {
        guard type == .pdf else { return .noPreview }
        guard let bytes = FilePart.sealed(ChildDescriptor.payload, count: Int(request.payloadSize)),
            let parts = PartsMessage(decoding: bytes),
            FilePart(whole: ChildDescriptor.document)?.size == parts.sizes.reduce(0, +)
        else { return .pageOutOfRange }
        let sizes = parts.sizes.map { UInt64(clamping: $0) }
        let outcome = unsafe cqpdf_join(
            ChildDescriptor.document,
            sizes,
            sizes.count,
            ChildDescriptor.output
        )
        guard let failure = SheetFailure(outcome, damaged: .init(.pagesNotCopied)) else {
            return .done
        }
        return self.outcome(of: failure, &info)
    }

    func outcome(
        of failure: SheetFailure,
        _ info: inout DocumentInfo
    ) -> AnswerMessage.Outcome {
        switch failure {
        case .outcome(let outcome): return outcome
        case .damaged(let why): info.problem = .damaged(why: why)
        case .tooLarge(let why): info.problem = .tooLarge(why: why)
        case .encrypted:
            info.encrypted = true
            info.problem = .encrypted
        }
        return .problem
    }
}
