/// A size of the thumbnail cache (Thumbnail Managing Standard 0.9, "Thumbnail size").
package enum ThumbnailSize: String, CaseIterable, Sendable {
    /// 128 pixels.
    case normal
    /// 256 pixels.
    case large
    /// 512 pixels.
    case xLarge = "x-large"
    /// 1024 pixels.
    case xxLarge = "xx-large"

    /// The longest edge of its thumbnails, in pixels.
    package var edge: Int {
        switch self {
        case .normal: 128
        case .large: 256
        case .xLarge: 512
        case .xxLarge: 1024
        }
    }

    /// The name of its folder, and of the "flavor" on the session bus.
    package var folder: String { rawValue }

    /// The smallest size that is large enough; `nil` where none is.
    package init?(enoughFor pixels: Int) {
        guard let size = Self.allCases.first(where: { $0.edge >= pixels }) else { return nil }
        self = size
    }

    /// All sizes, the one that suits a number of pixels best first: the smallest that is large enough, then larger ones,
    /// then smaller ones.
    package static func best(for pixels: Int) -> [ThumbnailSize] {
        allCases.filter { $0.edge >= pixels } + allCases.filter { $0.edge < pixels }.reversed()
    }
}
