import Glibc
import PreviewModel
import PrintCenter
import PrintModel
import QuickPreview

/// Prepares documents for printing in the sandboxed children of the preview library.
struct PreviewPreparer: DocumentPreparer {
    let previewer: Previewer
    /// The most bytes of a raster file.
    var rasterLimit = RasterRequest.usualSizeLimit
    /// The size of each part of a raster file that is larger, in bytes.
    var rasterPart = 64 << 20

    /// The name that says that a file is a PDF, whatever the document is called.
    static let pdfName = ".pdf"

    var layoutEdition: String { previewer.layoutEdition }

    func facts(of descriptor: Int32, name: String, size: Int) async throws -> DocumentFacts {
        // Most pictures that are printed are JPEG, and the child that decodes one reads its facts, too. Where it cannot decode
        // the picture, another child reports the facts and the error.
        if Self.beginsAsJPEG(descriptor),
            let info = try? await previewer.describeDecoded(descriptor, name: name),
            FileType(rawValue: info.type) == .jpeg, info.pages != nil
        {
            return facts(in: info, name: name, size: size)
        }
        do {
            let info = try await previewer.info(of: descriptor, name: name)
            var facts = facts(in: info, name: name, size: size)
            if facts.problem == nil, facts.pages != nil,
                Self.isPlacedPicture(FileType(rawValue: info.type))
            {
                facts.problem = await pictureProblem(of: descriptor, name: name)
            }
            return facts
        } catch {
            if error.endsReader,
                let facts = await factsPastReader(descriptor, name: name, size: size)
            {
                return facts
            }
            return try factsOfUnreadable(error, name: name, size: size)
        }
    }

    /// The facts of a document whose reader ended on it, from other readers: the program that prints it may still read it.
    ///
    /// `nil` where none of them tells what it is, or none prints it.
    private func factsPastReader(
        _ descriptor: Int32,
        name: String,
        size: Int
    ) async -> DocumentFacts? {
        guard let info = try? await previewer.typeInfo(of: descriptor, name: name) else {
            return nil
        }
        if FileType(rawValue: info.type) == .pdf {
            return await factsOfPrintable(descriptor, name: Self.pdfName, size: size).map {
                var facts = $0
                facts.name = name
                return facts
            }
        }
        let facts = facts(in: info, name: name, size: size)
        return facts.layout == nil ? nil : facts
    }

    func factsOfPrintable(
        _ descriptor: Int32,
        name: String,
        size: Int
    ) async -> DocumentFacts? {
        // The requests for the facts, and for the conversion, report any problem.
        guard let info = try? await previewer.describePrintable(descriptor, name: name),
            FileType(rawValue: info.type) == .pdf, info.problem == nil, info.pages != nil
        else { return nil }
        return facts(in: info, name: name, size: size)
    }

    private func facts(in info: DocumentInfo, name: String, size: Int) -> DocumentFacts {
        let type = info.readAs
        var facts = DocumentFacts(name: name, type: info.type, size: size) { language in
            info.kind(in: PreviewLanguage(language))
        }
        facts.title = info.title
        facts.restriction = info.restriction.map { DocumentFacts.Restriction($0) }
        if type == .pdf || (Self.isPlacedPicture(type) && info.pages != nil) {
            facts.pages = info.pages
            facts.pageSizes =
                info.pageSizes.isEmpty ? shape(in: info) : Self.runs(of: info.pageSizes)
        } else {
            facts.layout = layout(of: type)
            if facts.layout == nil {
                facts.simplification = previewer.missingPackage(for: type)
                    .map { .init(package: $0) }
            }
        }
        if case .missingPackage(let why)? = info.problem {
            // As with documents that only another program lays out.
            facts.layout = nil
            facts.simplification = .init(package: why.values.first)
            return facts
        }
        facts.problem = info.problem.map { DocumentFacts.Problem($0) }
        if facts.problem == nil, exceedsPixelLimit(info) { facts.problem = .tooLarge }
        return facts
    }

    /// The shape of a picture, whose further pages are as good as never shaped otherwise.
    private func shape(in info: DocumentInfo) -> [DocumentFacts.PageSizes]? {
        guard let width = info.width, let height = info.height, width > 0, height > 0 else {
            return nil
        }
        return [.init(count: max(1, info.pages ?? 1), width: width, height: height)]
    }

    private static func beginsAsJPEG(_ descriptor: Int32) -> Bool {
        var bytes: [UInt8] = [0, 0, 0]
        return unsafe pread(descriptor, &bytes, 3, 0) == 3 && bytes == [0xFF, 0xD8, 0xFF]
    }

    /// Whether it is an image that is not decoded for a sheet; a JPEG is embedded as it is.
    private func exceedsPixelLimit(_ info: DocumentInfo) -> Bool {
        let type = FileType(rawValue: info.type)
        guard type != .jpeg, let traits = type.family?.traits, traits.isImposed,
            traits.measuresPixels, let width = info.width, let height = info.height
        else { return false }
        return width * height > Double(previewer.pixelLimit)
    }

    /// What is wrong with the data of a picture, of which its facts tell nothing.
    private func pictureProblem(
        of descriptor: Int32,
        name: String
    ) async -> DocumentFacts.Problem? {
        do {
            try await previewer.decodePicture(descriptor, name: name)
            return nil
        } catch {
            return switch error.code {
            case .damaged: .damaged
            case .crashed, .forbiddenCall, .crashedBefore: .crashed
            case .variantUnsupported: .unsupported
            case .pixelLimit, .memoryLimit: .tooLarge
            // A picture of many pages has more time when it is printed, and fewer of them may be wanted.
            default: nil
            }
        }
    }

    func facts(ofType name: String) -> DocumentFacts {
        let type = FileType(rawValue: DocumentFacts.plain(name))
        let isPlaced = type == .pdf || Self.isPlacedPicture(type)
        return DocumentFacts(
            onlyType: name,
            layout: isPlaced ? nil : layout(of: type),
            isReadable: isPlaced
        )
    }

    /// Whether pictures of a type are placed on sheets as they are.
    private static func isPlacedPicture(_ type: FileType) -> Bool {
        type.rawValue.hasPrefix("image/") && type.family(for: .makePages) == type.family
            && type.family?.traits.isImposed == true && !type.isCameraFile
    }

    /// How the pages of documents of a type are made; `nil` for documents that have none.
    private func layout(of type: FileType) -> DocumentFacts.Layout? {
        if previewer.hasOwnPages(type) { return .pages }
        guard let family = type.family(for: .makePages) else { return nil }
        guard family == .text else { return .figures }
        return switch TextFormat(type) {
        case .plain, .code: .lines
        case .markdown, .html, .delimited, .richText, .email, .calendar, .contacts, .archive: .text
        case .wordDocument, .spreadsheet, .presentation, .openDocument, .font, .drawing: .figures
        case .structured(let format): format.isOfFigures ? .figures : .text
        case nil: type == .book ? .text : .figures
        }
    }

    private static func runs(of sizes: [PageSize]) -> [DocumentFacts.PageSizes] {
        var runs: [DocumentFacts.PageSizes] = []
        for size in sizes {
            if let last = runs.last, last.width == size.width, last.height == size.height {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(.init(count: 1, width: size.width, height: size.height))
            }
        }
        return runs
    }

    /// The problem of a document that none of its readers reads.
    private func factsOfUnreadable(
        _ error: PreviewError,
        name: String,
        size: Int
    ) throws -> DocumentFacts {
        let problem: DocumentFacts.Problem
        switch error.code {
        case .timeLimit, .processorLimit, .memoryLimit, .pixelLimit: problem = .tooLarge
        case .crashed, .forbiddenCall, .crashedBefore: problem = .crashed
        case .unreadable, .damaged: problem = .damaged
        case .variantUnsupported, .filesMissing: problem = .unsupported
        case .encrypted: problem = .encrypted
        case .empty: problem = .empty
        default: throw PreparationError(error)
        }
        var facts = DocumentFacts(
            name: name,
            type: "application/octet-stream",
            size: size
        ) { language in
            switch language {
            case .english: "unknown"
            case .simplifiedChinese: "未知"
            }
        }
        facts.problem = problem
        return facts
    }

    func layOut(
        _ descriptor: Int32,
        document: DocumentFacts,
        on setup: PageSetup,
        into output: Int32
    ) async throws -> DocumentFacts {
        var facts = document
        do {
            let pages = try await previewer.makePages(
                of: descriptor,
                name: document.name,
                layout: PageLayout(setup),
                into: output
            )
            // A malicious document may control the child that has written the pages, but not the one that counts them.
            let written = try await previewer.info(of: output, name: Self.pdfName)
            facts.pages = written.pages
            facts.pageSizes = Self.runs(of: written.pageSizes)
            facts.problem = written.problem.map { DocumentFacts.Problem($0) }
            facts.title = facts.title ?? pages.info.title
            facts.isTruncated = pages.isTruncated
            facts.leftOut = DocumentFacts.LeftOut(pages.leftOut)
            facts.worksheets = pages.worksheets
            if pages.isSimplified {
                facts.simplification = .init(package: pages.missingPackage)
            }
        } catch {
            switch error.code {
            // A document that LibreOffice alone reads, and could not.
            case .noPreview where document.layout == .pages: facts.problem = .damaged
            case .noPreview: facts.problem = .empty
            case .outputFailed: throw SpoolError.failed(error.message)
            default:
                let unreadable = try factsOfUnreadable(
                    error,
                    name: document.name,
                    size: document.size
                )
                facts.problem = unreadable.problem
            }
        }
        if facts.problem == .tooLarge {
            facts.layoutLimits = .init(
                megabytes: PageLayout.textLimit >> 20,
                seconds: Int(clamping: previewer.pagesTimeLimit.components.seconds)
            )
        }
        return facts
    }

    func join(
        _ sizes: [Int],
        of descriptor: Int32,
        into output: Int32
    ) async throws(PreparationError) -> (pages: Int, pageSizes: [DocumentFacts.PageSizes]) {
        do throws(PreviewError) {
            let pages = try await previewer.joinPages(
                PartsMessage(sizes: sizes),
                of: descriptor,
                into: output
            )
            let written = try await previewer.info(of: output, name: Self.pdfName)
            return (pages, Self.runs(of: written.pageSizes))
        } catch {
            throw PreparationError(error)
        }
    }

    func rework(
        _ descriptor: Int32,
        document: DocumentFacts,
        into output: Int32
    ) async throws -> Rework {
        do {
            if document.isPostScript {
                _ = try await previewer.makePages(
                    of: descriptor,
                    name: document.name,
                    layout: .a4,
                    into: output
                )
                return .written
            }
            let isWritten = try await previewer.makePrintable(
                descriptor,
                name: document.type == DocumentFacts.pdf ? Self.pdfName : document.name,
                into: output
            )
            return isWritten ? .written : .notNeeded
        } catch {
            switch error.code {
            // A PDF too large to be parsed can still be sent unchanged.
            case .timeLimit, .processorLimit, .memoryLimit:
                return document.isPostScript ? .refused(.tooLarge) : .notNeeded
            case .noPreview: return .notNeeded
            case .outputFailed: throw SpoolError.failed(error.message)
            default:
                let facts = try factsOfUnreadable(error, name: document.name, size: document.size)
                return facts.problem.map { .refused($0) } ?? .notNeeded
            }
        }
    }

    func prepare(
        _ plan: PrintPlan,
        of descriptor: Int32,
        document: DocumentFacts,
        into output: Int32
    ) async throws {
        do {
            _ = try await previewer.prepareSheets(
                SheetLayout(plan, of: document),
                of: descriptor,
                name: document.type == DocumentFacts.pdf ? Self.pdfName : document.name,
                into: output
            )
        } catch {
            throw Self.preparationFailure(error)
        }
    }

    func unlock(
        _ descriptor: Int32,
        password: String,
        into output: Int32
    ) async throws -> Unlocking {
        do {
            let opened = try await previewer.unlocked(descriptor, password: password, into: output)
            guard opened.isOpen else { return .wrongPassword }
            return .opened(opened.restriction.map { DocumentFacts.Restriction($0) })
        } catch {
            throw Self.preparationFailure(error)
        }
    }

    /// Write errors belong to the spool; any other error is about the document.
    static func preparationFailure(_ error: PreviewError) -> any Error {
        error.code == .outputFailed ? SpoolError.failed(error.message) : PreparationError(error)
    }
}

extension PreparationError {
    init(_ error: PreviewError) {
        let mayPass: Set<PreviewError.Code> = [.unavailable, .unconfined, .interrupted, .canceled]
        self.init(
            mayPass: mayPass.contains(error.code),
            detail: error.message,
            cause: error.code.rawValue
        )
    }
}
