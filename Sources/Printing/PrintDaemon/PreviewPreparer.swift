import PrintCenter
import PrintModel
import QuickPreview

/// Prepares documents for printing in the sandboxed children of the preview library.
struct PreviewPreparer: DocumentPreparer {
    let previewer: Previewer
    /// The most bytes of a raster file.
    var rasterLimit = RasterRequest.usualSizeLimit

    func facts(of descriptor: Int32, name: String, size: Int) async throws -> DocumentFacts {
        do {
            let info = try await previewer.info(of: descriptor, name: name)
            // The scheduler determines the pages of documents that it lays out.
            let family = FileType(rawValue: info.type).family
            let hasPages = family?.traits.isImposed == true
            var facts = DocumentFacts(name: name, type: info.type, size: size) { language in
                info.kind(in: PreviewLanguage(language))
            }
            facts.title = info.title
            facts.pages = hasPages ? info.pages : nil
            facts.pageSizes = info.pageSizes.isEmpty ? nil : Self.runs(of: info.pageSizes)
            facts.problem = info.problem.map { DocumentFacts.Problem($0) }
            if facts.problem == nil, exceedsPixelLimit(info) { facts.problem = .tooLarge }
            return facts
        } catch {
            return try factsOfUnreadable(error, name: name, size: size)
        }
    }

    /// Whether it is an image that is not decoded for a sheet; a JPEG is embedded as it is.
    private func exceedsPixelLimit(_ info: DocumentInfo) -> Bool {
        let type = FileType(rawValue: info.type)
        guard type != .jpeg, let traits = type.family?.traits, traits.isImposed,
            traits.measuresPixels, let width = info.width, let height = info.height
        else { return false }
        return width * height > Double(previewer.pixelLimit)
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

    /// For printing, a document that times out or crashes its reader counts as damaged.
    private func factsOfUnreadable(
        _ error: PreviewError,
        name: String,
        size: Int
    ) throws -> DocumentFacts {
        let problem: DocumentFacts.Problem
        switch error.code {
        case .timeLimit, .processorLimit, .memoryLimit, .pixelLimit: problem = .tooLarge
        case .crashed, .forbiddenCall, .crashedBefore, .unreadable, .damaged: problem = .damaged
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

    func rework(
        _ descriptor: Int32,
        document: DocumentFacts,
        into output: Int32
    ) async throws -> Rework {
        let isText = document.deliveryFormat == "text/plain"
        do {
            let isWritten =
                isText
                ? try await previewer.encode(descriptor, name: document.name, into: output)
                : try await previewer.makePrintable(
                    descriptor,
                    name: document.type == "application/pdf" ? ".pdf" : document.name,
                    into: output
                )
            return isWritten ? .written : .notNeeded
        } catch {
            switch error.code {
            // A document too large to be parsed can still be sent unchanged.
            case .timeLimit, .processorLimit, .memoryLimit:
                return isText ? .refused(.tooLarge) : .notNeeded
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
                SheetLayout(plan),
                of: descriptor,
                name: document.type == "application/pdf" ? ".pdf" : document.name,
                into: output
            )
        } catch {
            throw Self.preparationFailure(error)
        }
    }

    func makeRaster(_ plan: PrintPlan, of descriptor: Int32, into output: Int32) async throws {
        guard let raster = plan.raster else { return }
        for (index, resolution) in raster.resolutions.enumerated() {
            guard var request = RasterRequest(plan, raster, resolution) else { continue }
            request.sizeLimit = rasterLimit
            do {
                _ = try await previewer.makeRaster(request, of: descriptor, into: output)
                return
            } catch {
                // A lower resolution makes a smaller file.
                if error.code == .outputTooLarge, index + 1 < raster.resolutions.count { continue }
                throw Self.preparationFailure(error)
            }
        }
        throw PreparationError(
            mayPass: false,
            detail: "The printer's raster format cannot be made.",
            cause: PreviewError.Code.invalidRequest.rawValue
        )
    }

    func unlock(_ descriptor: Int32, password: String, into output: Int32) async throws -> Bool {
        do {
            return try await previewer.unlock(descriptor, password: password, into: output)
        } catch {
            throw Self.preparationFailure(error)
        }
    }

    /// Write errors belong to the spool; any other error is about the document.
    private static func preparationFailure(_ error: PreviewError) -> any Error {
        error.code == .outputFailed ? SpoolError.failed(error.message) : PreparationError(error)
    }
}

extension PreparationError {
    fileprivate init(_ error: PreviewError) {
        let mayPass: Set<PreviewError.Code> = [.unavailable, .unconfined, .interrupted, .canceled]
        self.init(
            mayPass: mayPass.contains(error.code),
            detail: error.message,
            cause: error.code.rawValue
        )
    }
}

extension SheetLayout {
    /// The finished PDF that a plan describes; IPP uses hundredths of a millimeter.
    init(_ plan: PrintPlan) {
        func points(_ hundredths: Int) -> Double { Double(hundredths) * 72 / 2540 }
        let sheet = plan.sheet.map { sheet in
            Sheet(
                width: points(sheet.size.width),
                length: points(sheet.size.length),
                top: points(sheet.margins.top),
                right: points(sheet.margins.right),
                bottom: points(sheet.margins.bottom),
                left: points(sheet.margins.left)
            )
        }
        let scaling: Scaling =
            switch plan.scaling {
            case .auto: .auto
            case .fit: .fit
            case .fill: .fill
            case .none: .none
            }
        let orientation: Orientation? =
            switch plan.orientation {
            case .portrait: .portrait
            case .landscape: .landscape
            case .auto, nil: nil
            }
        self.init(
            faces: plan.faces ?? [],
            sheet: sheet,
            numberUp: plan.numberUp,
            scaling: scaling,
            orientation: orientation
        )
        percent = plan.percent ?? 100
        resolution = plan.ppi
        mirror = plan.mirror
        position = Position(plan.position)
        border = Border(plan.border)
        order = Order(plan.numberUpLayout)
    }
}

extension SheetLayout.Position {
    fileprivate init(_ position: PagePosition) {
        self =
            switch position {
            case .center: .center
            case .top: .top
            case .bottom: .bottom
            case .left: .left
            case .right: .right
            case .topLeft: .topLeft
            case .topRight: .topRight
            case .bottomLeft: .bottomLeft
            case .bottomRight: .bottomRight
            }
    }
}

extension SheetLayout.Border {
    fileprivate init(_ border: PageBorder) {
        self =
            switch border {
            case .none: .none
            case .single: .single
            case .singleThick: .singleThick
            case .double: .double
            case .doubleThick: .doubleThick
            }
    }
}

extension SheetLayout.Order {
    fileprivate init(_ layout: NumberUpLayout) {
        self =
            switch layout {
            case .lrtb: .lrtb
            case .lrbt: .lrbt
            case .rltb: .rltb
            case .rlbt: .rlbt
            case .tblr: .tblr
            case .tbrl: .tbrl
            case .btlr: .btlr
            case .btrl: .btrl
            }
    }
}

extension DocumentFacts.Problem {
    init(_ problem: DocumentProblem) {
        switch problem {
        case .empty: self = .empty
        case .damaged: self = .damaged
        case .encrypted: self = .encrypted
        case .tooLarge: self = .tooLarge
        }
    }
}
