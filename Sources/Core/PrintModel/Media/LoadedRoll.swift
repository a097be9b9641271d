/// A roll that is loaded, of which a printer cuts sheets: a range of sizes in `media-col-ready` (PWG 5100.7).
public struct LoadedRoll: Codable, Sendable, Hashable {
    /// The tray; `nil` if it is unknown.
    public var source: String?
    /// The narrowest and shortest sheet.
    public var least: MediaSize
    /// The widest and longest sheet; its width is that of the roll.
    public var most: MediaSize

    /// Creates a roll.
    public init(source: String? = nil, least: MediaSize, most: MediaSize) {
        self.source = source
        self.least = least
        self.most = most
    }
}

extension LoadedRoll {
    /// Whether pages lie on the roll in their own size, upright or turned.
    func holds(_ page: MediaSize) -> Bool {
        min(page.width, page.length) <= most.width + MediaName.tolerance
            && max(length(of: page), least.length) <= most.length + MediaName.tolerance
    }

    /// Whether a page is as wide as the roll, upright or turned.
    func isAsWide(as page: MediaSize) -> Bool {
        holds(page)
            && [page.width, page.length].contains {
                $0 >= least.width - MediaName.tolerance && $0 <= most.width + MediaName.tolerance
            }
    }

    /// Whether a sheet of this size can be cut of the roll.
    func cuts(_ size: MediaSize) -> Bool {
        let (slack, width, length) = (MediaName.tolerance, size.width, size.length)
        return (least.width - slack...most.width + slack).contains(width)
            && (least.length - slack...most.length + slack).contains(length)
    }

    /// The sheet that holds pages of all these sizes: as wide as the roll, and as long as the longest of them.
    func sheet(for pages: [MediaSize]) -> MediaSize {
        let across = pages.map { isUpright($0) ? $0.width : min($0.width, $0.length) }.max()
        return MediaSize(
            width: min(max(across ?? most.width, least.width), most.width),
            length: min(
                max(pages.map(length).max() ?? 0, least.length),
                most.length
            )
        )
    }

    /// A page that is too wide is turned.
    private func isUpright(_ page: MediaSize) -> Bool {
        page.width <= most.width + MediaName.tolerance
    }

    /// The length of the roll that a page takes: its own, or that of the page when it is as narrow as the roll.
    private func length(of page: MediaSize) -> Int {
        if isUpright(page) { return page.length }
        let (short, long) = (min(page.width, page.length), max(page.width, page.length))
        guard short > most.width + MediaName.tolerance else { return long }
        return Int(clamping: (Double(long) * Double(most.width) / Double(short)).rounded())
    }
}
