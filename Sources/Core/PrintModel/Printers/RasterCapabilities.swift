/// The raster files that a printer accepts.
public struct RasterCapabilities: Codable, Sendable, Equatable {
    /// The MIME type of Apple raster.
    public static let apple = "image/urf"
    /// The MIME type of PWG raster (PWG 5102.4).
    public static let pwg = "image/pwg-raster"
    /// The attribute that says how backs of sheets are turned; as an option, it overrides what the printer
    /// reports.
    public static let sheetBackAttribute = "pwg-raster-document-sheet-back"
    /// The values of ``sheetBackAttribute``.
    public static let sheetBacks = ["normal", "flipped", "rotated", "manual-tumble"]

    /// The pixels that the service can make, the best ones first.
    private static let colors = [
        apple: ["SRGB24", "ADOBERGB24", "DEVRGB24"], pwg: ["srgb_8", "adobe-rgb_8", "rgb_8"],
    ]
    private static let grays = [
        apple: ["W8", "DEVW8"], pwg: ["sgray_8", "black_8", "sgray_1", "black_1"],
    ]
    /// The lowest resolution for drafts, and the highest for anything else, in dots per inch: more is
    /// not visible on paper.
    private static let draft = 150, fine = 600

    /// The MIME type: `image/urf` or `image/pwg-raster`.
    public var type: String
    /// The pixels that it accepts, of those that the service can make.
    public var pixels: [String]
    /// The resolutions, in dots per inch.
    public var resolutions: [RasterResolution]
    /// How it wants the backs of sheets: a value of `pwg-raster-document-sheet-back`.
    public var sheetBack: String
    /// The most copies of a raster file that it makes; the service makes others itself.
    public var copies: Int
    /// Whether it collates the copies of a raster file.
    public var collates: Bool
    /// Whether it can make uncollated copies of a raster file.
    public var uncollates: Bool

    /// Returns the capabilities of a printer; `nil` if none of the values is usable.
    ///
    /// - Parameters:
    ///   - type: The MIME type.
    ///   - pixels: The types of pixels that it lists; others than the service can make are left out.
    ///   - resolutions: The resolutions that it lists.
    ///   - sheetBack: How it wants the backs of sheets.
    ///   - copies: The most copies that it makes.
    ///   - collates: Whether it collates them.
    ///   - uncollates: Whether it can make uncollated ones.
    public init?(
        type: String,
        pixels: [String],
        resolutions: [RasterResolution],
        sheetBack: String = "normal",
        copies: Int = 1,
        collates: Bool = true,
        uncollates: Bool = true
    ) {
        self.type = type
        let known = (Self.colors[type] ?? []) + (Self.grays[type] ?? [])
        self.pixels = known.filter { pixels.contains($0) }
        self.resolutions = resolutions.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        self.sheetBack = sheetBack
        self.copies = copies
        self.collates = collates
        self.uncollates = uncollates
        guard !self.pixels.isEmpty, !resolutions.isEmpty else { return nil }
    }

    /// Whether it accepts gray pixels, so that monochrome needs no word of the printer.
    var hasGray: Bool { pixels.contains { Self.grays[type]?.contains($0) == true } }

    /// Whether these pixels are gray.
    static func isGray(_ pixels: String) -> Bool {
        grays.values.contains { $0.contains(pixels) }
    }

    /// Returns the file for a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - isColor: Whether the printer prints in color where the plan leaves it open.
    /// - Returns: The file.
    package func format(for plan: PrintPlan, isColor: Bool) -> RasterFormat {
        let colors = pixels.filter { Self.colors[type]?.contains($0) == true }
        let grays = pixels.filter { Self.grays[type]?.contains($0) == true }
        let isGray = plan.color?.isGrey ?? !isColor
        let best = isGray ? grays.first ?? colors.first : colors.first ?? grays.first
        let makesCopies =
            plan.copies <= copies && (plan.copies == 1 || (plan.collate ? collates : uncollates))
        var format = RasterFormat(
            type: type,
            pixels: best ?? "",
            resolutions: resolutions(for: plan),
            sheetBack: plan.attributes[Self.sheetBackAttribute] ?? sheetBack,
            copies: makesCopies ? 1 : plan.copies
        )
        // Who names a mode gets it.
        let isOpen = plan.color == nil || plan.color == .auto
        if isOpen, !isGray, best.map(Self.isGray) == false {
            format.grayPixels = grays.first { !$0.hasSuffix("_1") }
        }
        return format
    }

    /// The resolution that the user wants, or those for the quality, the best one first, and then the lower ones.
    private func resolutions(for plan: PrintPlan) -> [RasterResolution] {
        let wanted = plan.attributes[PrinterCapabilities.resolution]
        if let wanted = wanted.flatMap(RasterResolution.init(text:)) { return [wanted] }
        guard plan.quality != .draft else {
            let coarse = resolutions.first { $0.x >= Self.draft } ?? resolutions.last
            return coarse.map { [$0] } ?? []
        }
        let best = resolutions.last { $0.x <= Self.fine } ?? resolutions.first
        return resolutions.reversed().filter { resolution in
            best.map { resolution.x <= $0.x } == true
        }
    }
}
