internal import IPP
internal import PrintModel

extension RasterResolution {
    /// The `units` of a resolution in dots per centimeter; 3 are dots per inch (RFC 8011, 5.1.16).
    private static let perCentimeter: Int8 = 4

    /// Reads a resolution of IPP; `nil` for any other value, and for one that no printer has.
    init?(_ value: IPPValue) {
        guard case .resolution(let found) = value else { return nil }
        self.init(
            perCentimeter: found.units == Self.perCentimeter,
            Int(found.crossFeed),
            Int(found.feed)
        )
    }
}
