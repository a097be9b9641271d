import CGhostscript
import Glibc
import PageRendering
import PreviewHelper
import PreviewModel
import SheetRendering

/// The pages of a PostScript program as a PDF, written by Ghostscript while the program runs.
extension PostScriptDocument {
    /// Writes all pages.
    ///
    /// The program chooses their sizes; where it does not, and the comments do not either, they are those of the layout.
    /// The page of a picture (EPS) is its box. A program that shows no page has one, as in the preview, unless nothing is
    /// on it: then it has none.
    func makePages(_ layout: PageLayout, into output: Int32) throws {
        let setup = PostScriptSetup(file.comments, layout: layout).program
        // Ghostscript closes its scratch files.
        let scratch = (1..<Int32(clamping: RendererFamily.postscript.traits.scratchFiles)).map {
            dup(ChildDescriptor.scratch + $0)
        }
        var result = unsafe cghostscript_page()
        let isWhole = unsafe setup.withCString { text in
            unsafe cghostscript_write(
                file.program.descriptor,
                UInt64(clamping: file.program.begin),
                UInt64(clamping: file.program.size),
                text,
                output,
                &result
            )
        }
        guard isWhole == 0 else {
            if unsafe result.pages == 0, isBlank(output) { throw DocumentProblemError(.empty) }
            return
        }
        // The interpreter knows only that it could not write.
        let limit = PageLayout.sizeLimit / 2
        if (scratch + [output]).contains(where: { FilePart(whole: $0)?.size ?? 0 >= limit }) {
            throw SheetFailure.outcome(.outputTooLarge)
        }
        if unsafe result.is_out_of_memory != 0 { throw DrawingFailure.memory }
        let error = unsafe name(of: result)
        guard !error.isEmpty else { throw DrawingFailure.output }
        throw DocumentProblemError(.damaged(why: .init(.programError, error)))
    }

    /// Whether the page that was written without the program's word is white.
    private func isBlank(_ output: Int32) -> Bool {
        guard let written = try? PDFDocument.open(output), written.pageCount == 1,
            let picture = try? written.draw(page: 1, pixels: 1024, medium: .paper)
        else { return false }
        return picture.isWhite
    }
}
