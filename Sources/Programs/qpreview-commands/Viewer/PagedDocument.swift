import FileAccess
import PreviewModel
import QuickPreview

/// A file whose pages are shown one after the other.
///
/// Texts and Office documents have no pages until they are laid out, which happens when the second one is asked for.
actor PagedDocument {
    /// A finished PDF, which goes with the document.
    private final class LaidOut {
        let file: TemporaryFile

        init(_ file: consuming TemporaryFile) { self.file = file }
    }

    private let file: Input
    private let previewer: Previewer
    private var request = PictureRequest()
    /// The finished PDF of a document without pages of its own.
    private var pdf: LaidOut?
    private var mayHavePages = true
    private var facts: DocumentInfo?

    /// A file.
    init(_ file: consuming Input, with previewer: Previewer) {
        self.file = file
        self.previewer = previewer
    }

    /// The name for people.
    nonisolated var name: String { file.name }

    /// The argument, for messages.
    nonisolated var argument: String { file.argument }

    /// Sets the password of an encrypted PDF; an empty one for none.
    func set(password: String) {
        guard password != request.password else { return }
        request.password = password
        facts = nil
    }

    /// The facts, as far as they are known before a page is drawn.
    func info() async -> DocumentInfo? {
        if let facts { return facts }
        facts = try? await request.info(of: file, with: previewer)
        return facts
    }

    /// The number of pages, read again: the file may have changed; `nil` where it is not known.
    func currentPages() async -> Int? {
        if pdf == nil { facts = nil }
        return await info()?.pages
    }

    /// The first lines of a text, untrusted, with sequences for colors; `nil` where the file is no such text.
    func lines() async -> String? {
        guard !file.isFolder, await info()?.readAs.family == .text else { return nil }
        return await previewer.lines(of: file.descriptor, name: file.name)
    }

    /// Draws a page.
    ///
    /// - Parameters:
    ///   - page: The page, 1-based.
    ///   - size: The longest edge in pixels.
    /// - Returns: The picture.
    /// - Throws: ``PreviewError``; `pageOutOfRange` where there is no such page.
    func picture(page: Int, size: Int) async throws(PreviewError) -> PreviewImage {
        if page > 1 { await layOut() }
        if let pdf {
            return try await previewer.thumbnail(
                of: pdf.file.descriptor,
                name: ".pdf",
                page: page,
                size: size
            )
        }
        var request = request
        request.page = page
        request.size = size
        return try await request.picture(of: file, with: previewer).image
    }

    /// Draws the card of a file that cannot be drawn.
    func card(for reason: PreviewError, size: Int) async throws(PreviewError) -> PreviewImage {
        var request = request
        request.size = size
        return try await request.card(of: file, reason: reason, with: previewer)
    }

    /// Makes the pages of a document that has none.
    private func layOut() async {
        guard mayHavePages, pdf == nil, !file.isFolder, let info = await info(),
            info.pages == nil, info.problem == nil
        else { return }
        mayHavePages = false
        do {
            let result = try TemporaryFile()
            let pages = try await previewer.makePages(
                of: file.descriptor,
                name: file.name,
                layout: .a4,
                into: result.descriptor
            )
            facts?.pages = pages.count
            pdf = LaidOut(result)
        } catch {
            // The request for the page says what is wrong. A canceled one may come again.
            mayHavePages = Task.isCancelled
        }
    }
}
