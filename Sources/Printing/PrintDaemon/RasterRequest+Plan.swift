import PreviewModel
import PrintModel

extension RasterRequest {
    /// The raster file of a plan in one of its resolutions; `nil` if a keyword of the printer is none that
    /// can be made.
    init?(
        _ plan: PrintPlan,
        _ raster: RasterFormat,
        _ pixels: String,
        _ resolution: RasterResolution
    ) {
        let isApple = raster.type == RasterCapabilities.apple
        guard let back = SheetBack(pwg: raster.sheetBack), let pages = plan.faces?.count,
            let type = isApple ? RasterType(urf: pixels) : RasterType(pwg: pixels)
        else { return nil }
        self.init(isApple ? .urf : .pwg, type, dpi: resolution.x, pageCount: pages)
        yResolution = resolution.y
        sheetBack = back
        copies = raster.copies
        isCollated = plan.collate
        switch plan.sides {
        case .twoSidedLongEdge: sides = .longEdge
        case .twoSidedShortEdge: sides = .shortEdge
        default: sides = .oneSided
        }
        switch plan.quality {
        case .draft: quality = .draft
        case .normal: quality = .normal
        case .high: quality = .high
        case nil: quality = .standard
        }
        media = plan.sheet.map { sheet in
            Media(
                name: plan.media?.rawValue ?? "",
                width: sheet.size.width,
                length: sheet.size.length
            )
        }
        guard isValid else { return nil }
    }
}
