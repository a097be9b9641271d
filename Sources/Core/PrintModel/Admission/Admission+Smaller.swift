/// Pages that are lost on large paper.
extension Admission {
    /// The notice that pages are much smaller than the sheet, where the printer has paper of their size, such as an envelope.
    ///
    /// Pages that fill the sheet, or share it, are as large as the user wants them.
    func smallerMedia(
        _ plan: PrintPlan,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        guard let media = plan.media, let sheet = plan.sheet, plan.numberUp == 1, !plan.booklet,
            plan.poster == nil, plan.contactSheet == nil, plan.percent == nil,
            plan.scaling == .auto || plan.scaling == PrintScaling.none,
            !document.isAllPictures, !able.isCut(media)
        else { return [] }
        // The choice of the paper has considered the loaded media, and other notices name them.
        let others = able.media.filter {
            !$0.isLimit && $0 != media && $0.found(in: able.mediaReady) == nil && able.takes($0)
        }
        for other in others {
            guard let paper = able.sheet(of: other) else { continue }
            let pages = document.pages(of: plan.pages) {
                sheet.isMuchLarger(than: $0) && paper.isPaper(of: $0)
            }
            guard let page = pages.first else { continue }
            let parameters = [
                "printer": printer.id.rawValue, "document": document.name, "page": "\(page)",
                "pages": Self.ranges(pages), "media": media.rawValue, "other": other.rawValue,
            ]
            return [Obstacle(.smallerPages, option: "media", parameters)]
        }
        return []
    }
}

extension SheetSize {
    /// Whether pages take at most half of the sheet.
    fileprivate func isMuchLarger(than page: DocumentFacts.PageSizes) -> Bool {
        // A5 is half of A4 but for the rounding of both.
        page.width * page.height <= 0.51 * width * length
    }
}
