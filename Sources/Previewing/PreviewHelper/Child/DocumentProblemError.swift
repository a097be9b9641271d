package import PreviewModel

/// A problem of a document, thrown.
package struct DocumentProblemError: Error {
    /// The problem.
    package let problem: DocumentProblem

    package init(_ problem: DocumentProblem) { self.problem = problem }
}

/// Why a page could not be drawn.
package enum DrawingFailure: Error {
    case damaged
    case memory
    /// The file that is written takes no more.
    case output
}
