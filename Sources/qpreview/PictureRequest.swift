import QuickPreview

/// Which picture of a file is wanted; all verbs that draw ask through it.
struct PictureRequest: Sendable {
    /// What was drawn.
    struct Drawn {
        let image: PreviewImage
        /// Why it is only a card; `nil` where it is a picture of the file.
        var reason: PreviewError?

        /// Where the picture comes from, as the contract names it.
        var preview: String {
            reason != nil ? "card" : image.isEmbedded ? "embedded" : "rendered"
        }
    }

    var page = 1
    var size = 256
    var scale = 1.0
    var password = ""
    /// Whether a card is wanted where there is no picture.
    var hasCard = false

    /// The picture of a file or folder; a card where that is wanted and the file has none.
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

    /// The card of a file or folder that has no picture.
    func card(
        of file: borrowing Input,
        reason: PreviewError,
        with previewer: Previewer
    ) async throws(PreviewError) -> PreviewImage {
        // What is wrong with the file need not keep its type from being told.
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
