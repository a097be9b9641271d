import QuickPreview

extension Thumbnail {
    /// The picture of a file or folder; with `--card`, a card where the file has none.
    func picture(
        of file: borrowing Input,
        password: String,
        with previewer: Previewer
    ) async throws(PreviewError) -> PreviewImage {
        do throws(PreviewError) {
            guard !file.isFolder else {
                return try await previewer.thumbnail(
                    ofFolder: file.descriptor,
                    name: file.name,
                    page: page,
                    size: size,
                    scale: scale
                )
            }
            return try await previewer.thumbnail(
                of: file.descriptor,
                name: file.name,
                page: page,
                size: size,
                scale: scale,
                password: password
            )
        } catch {
            guard card, error.isAboutFile else { throw error }
            // What is wrong with the file need not keep its type from being told.
            let info =
                file.isFolder
                ? DocumentInfo(folder: file.descriptor, name: file.name)
                : try? await previewer.info(of: file.descriptor, name: file.name)
            return try await previewer.card(
                name: file.name,
                type: FileType(rawValue: info?.type ?? FileType.unknown.rawValue),
                bytes: file.isFolder ? nil : file.size,
                reason: error,
                language: .ofUser,
                size: size,
                scale: scale
            )
        }
    }
}
