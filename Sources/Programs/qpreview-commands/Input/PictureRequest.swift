import QuickPreview

/// The parameters of a picture, shared by all commands that draw.
struct PictureRequest: Sendable {
    /// A drawn picture.
    struct Drawn {
        let image: PreviewImage
        /// The reason why it is only a card; `nil` for a picture of the file.
        var reason: PreviewError?

        /// The kind of the picture, in the words of the contract.
        var preview: String {
            reason != nil ? "card" : image.isEmbedded ? "embedded" : "rendered"
        }
    }

    var page = 1
    var size = 256
    var scale = 1.0
    var password = ""
    /// Whether to draw a card where there is no preview.
    var hasCard = false

    /// Draws a file or folder; a card where there is no preview and `hasCard` is true.
    func picture(
        of file: borrowing Input,
        with previewer: Previewer
    ) async throws(PreviewError) -> Drawn {
        do throws(PreviewError) {
            guard !file.isFolder else {
                return Drawn(
                    image: try await previewer.thumbnail(
                        ofFolder: file.descriptor,
                        name: file.name,
                        page: page,
                        size: size,
                        scale: scale
                    )
                )
            }
            return Drawn(
                image: try await previewer.thumbnail(
                    of: file.descriptor,
                    name: file.name,
                    page: page,
                    size: size,
                    scale: scale,
                    password: password
                )
            )
        } catch {
            guard hasCard, error.isAboutFile else { throw error }
            return Drawn(
                image: try await card(of: file, reason: error, with: previewer),
                reason: error
            )
        }
    }

    /// Draws the card of a file or folder without a preview.
    func card(
        of file: borrowing Input,
        reason: PreviewError,
        with previewer: Previewer
    ) async throws(PreviewError) -> PreviewImage {
        // The type may be known although the file cannot be drawn.
        let info = try? await PictureRequest().info(of: file, with: previewer)
        return try await previewer.card(
            name: file.name,
            type: FileType(rawValue: info?.type ?? FileType.unknown.rawValue),
            bytes: file.isFolder ? nil : file.size,
            reason: reason,
            language: .ofUser,
            size: size,
            scale: scale
        )
    }

    /// The facts of a file or folder.
    func info(
        of file: borrowing Input,
        with previewer: Previewer
    ) async throws(PreviewError) -> DocumentInfo {
        if let info = DocumentInfo(folder: file.descriptor, name: file.name) { return info }
        return try await previewer.info(
            of: file.descriptor,
            name: file.name,
            password: password
        )
    }
}
