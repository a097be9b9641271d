import FontLookup
import Glibc
package import PreviewHelper
package import PreviewModel

/// Draws pages of PDF documents, and nothing else; passes all other requests on to another helper.
package struct PageRenderer: Renderer {
    /// Prepares fontconfig, and draws nothing in advance: a process for one document would draw for itself alone.
    package init() { FontFolders.nameCaches() }

    package var folders: [String] { FontFolders.allOfPage() }

    package func addUserFonts() { FontFolders.addOfUser() }

    package func work(
        _ request: RequestMessage,
        on type: FileType,
        _ info: DocumentInfo
    ) -> (AnswerMessage, Picture?) {
        var info = info
        // Without a password: libqpdf is not part of this program. What is wrong with a document, the other helper says.
        guard type.family == .pdf, request.operation == .thumbnail, request.payloadSize == 0,
            let picture = try? PDFDocument.draw(ChildDescriptor.document, request, &info)
        else { return (AnswerMessage(.otherFamily, info: info), nil) }
        return (AnswerMessage(.done, info: info, picture), picture)
    }
}
