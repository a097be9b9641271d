import PreviewModel
import Synchronization

/// The key of a drawn icon in the cache.
struct IconKey: Hashable {
    let type: FileType
    /// The extension that is drawn on the icon where no theme has one.
    let nameExtension: String
    let pixels: Int
}

extension Previewer {
    /// The most cached icons, and the size of the largest in pixels.
    private static let iconsLimit = 128
    private static let keptIconPixels = 512

    /// Draws the icon of a type, from the icon theme that the user has chosen.
    ///
    /// Each icon is drawn once, and does not wait for documents.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The file's name, whose extension is drawn on the icon where no theme has one.
    ///   - size: The length of the edges, in points of the display.
    ///   - scale: The pixels to a point of the display, such as 1.5.
    /// - Returns: A square picture, transparent around the icon.
    /// - Throws: ``PreviewError`` with the codes `invalidRequest`, `unavailable`, `canceled`, `timeLimit`,
    ///   `memoryLimit`, `crashed`.
    public func icon(
        of type: FileType,
        name: String = "",
        size: Int,
        scale: Double = 1
    ) async throws(PreviewError) -> PreviewImage {
        let pixels = try Self.pixels(size, scale)
        let nameExtension = RequestMessage.nameExtension(of: Self.lastPart(of: name))
        let key = IconKey(type: type, nameExtension: nameExtension, pixels: pixels)
        if let icon = icons.withLock({ $0[key] }) { return icon }
        let card = CardMessage(name: "a." + nameExtension, kind: "")
        let icon = try await draw(
            .card,
            card.encoded(),
            icon: IconTheme().icon(for: type, pixels: pixels),
            pixels: pixels,
            page: 1,
            in: .ofIcons
        ).of(type)
        guard pixels <= Self.keptIconPixels else { return icon }
        icons.withLock { icons in
            // A changed theme shows some time later.
            if icons.count >= Self.iconsLimit { icons.removeAll() }
            icons[key] = icon
        }
        return icon
    }
}
