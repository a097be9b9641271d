internal import IPP
internal import PrintModel

/// Raster files, for printers that do not read PDF.
extension CapabilityReading {
    /// The plausible resolutions, in dots per inch.
    private static let resolutionRange = 36...2400

    /// The raster files that the device accepts; `nil` if it reads PDF, or accepts none that the service
    /// can make.
    ///
    /// Apple raster comes first: some devices list PWG raster and do not print it.
    var raster: RasterCapabilities? {
        let formats = Self.mimeTypes(group["document-format-supported"]?.strings ?? [])
        guard !formats.contains("application/pdf") else { return nil }
        return (formats.contains(RasterCapabilities.apple) ? appleRaster : nil)
            ?? (formats.contains(RasterCapabilities.pwg) ? pwgRaster : nil)
    }

    /// As `urf-supported` says: for instance `W8`, `SRGB24`, `RS300-600`, `DM3`, `CP99`.
    private var appleRaster: RasterCapabilities? {
        let words = Self.keywords(group["urf-supported"])
        func numbers(_ prefix: String) -> [Int] {
            let word = words.first {
                $0.hasPrefix(prefix) && $0.dropFirst(2).first?.isNumber == true
            }
            return word.map { $0.dropFirst(2).split(separator: "-").compactMap { Int($0) } } ?? []
        }
        let back = numbers("DM").first.flatMap {
            $0 > 0 ? RasterCapabilities.sheetBacks.dropFirst($0 - 1).first : nil
        }
        return RasterCapabilities(
            type: RasterCapabilities.apple,
            pixels: words,
            resolutions: numbers("RS").filter(Self.resolutionRange.contains).map {
                RasterResolution($0)
            },
            sheetBack: back ?? "normal",
            copies: min(rasterCopies, numbers("CP").first ?? .max),
            collates: handles("separate-documents-collated-copies"),
            uncollates: handles("separate-documents-uncollated-copies")
        )
    }

    /// As the attributes of PWG 5102.4 say.
    private var pwgRaster: RasterCapabilities? {
        let resolutions = group["pwg-raster-document-resolution-supported"]?.values
            .prefix(Self.valueLimit).compactMap(RasterResolution.init).filter {
                Self.resolutionRange.contains($0.x) && Self.resolutionRange.contains($0.y)
            }
        let back = Self.keywords(group[RasterCapabilities.sheetBackAttribute]).first
        return RasterCapabilities(
            type: RasterCapabilities.pwg,
            pixels: Self.keywords(group["pwg-raster-document-type-supported"]),
            resolutions: resolutions ?? [],
            sheetBack: back.flatMap { RasterCapabilities.sheetBacks.contains($0) ? $0 : nil }
                ?? "normal",
            copies: rasterCopies,
            collates: handles("separate-documents-collated-copies"),
            uncollates: handles("separate-documents-uncollated-copies")
        )
    }

    private var rasterCopies: Int { max(1, Int(group["copies-supported"]?.range?.upper ?? 1)) }
}
