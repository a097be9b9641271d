public import PrintModel

/// What printing needs of the preview wing: facts of a document, and the finished PDF that a
/// plan describes.
///
/// PrintCenter knows nothing of previews and parses no document itself. The
/// program that joins the two gives it something that conforms.
public protocol DocumentPreparer: Sendable {
    /// The facts of an open document.
    ///
    /// A document that cannot be printed has a `DocumentFacts.problem`; that
    /// is no error. `name` is a hint at the type and is never opened.
    func facts(of descriptor: Int32, name: String, size: Int) async throws -> DocumentFacts

    /// Writes the finished PDF that a plan describes into `output`, an empty open file.
    ///
    /// Each face of the plan becomes one page of the size of the plan's sheet. `document` are the
    /// facts of the open document.
    func prepare(
        _ plan: PrintPlan,
        of descriptor: Int32,
        document: DocumentFacts,
        into output: Int32
    ) async throws

    /// Writes a document that may need it (`DocumentFacts.mayNeedRework`) in a form that prints as it is
    /// displayed into `output`, an empty open file.
    func rework(
        _ descriptor: Int32,
        document: DocumentFacts,
        into output: Int32
    ) async throws -> Rework

    /// Writes an encrypted document without its encryption into `output`, an empty open file.
    ///
    /// - Returns: Whether the password opens the document.
    func unlock(_ descriptor: Int32, password: String, into output: Int32) async throws -> Bool
}

extension DocumentPreparer {
    /// Leaves every document as it is.
    public func rework(
        _ descriptor: Int32,
        document: DocumentFacts,
        into output: Int32
    ) async throws -> Rework { .notNeeded }
}

/// What became of a document that was to be brought into a form that can be printed.
public enum Rework: Sendable, Equatable {
    /// It prints as it is; nothing was written.
    case notNeeded
    /// What was written takes its place.
    case written
    /// It cannot be printed.
    case refused(DocumentFacts.Problem)
}

/// Why a document could not be prepared.
public struct PreparationError: Error, Sendable, Equatable {
    /// Whether trying again may help: a crash or a limit of time, as opposed to a damaged document.
    public var mayPass: Bool
    /// What happened, in words.
    public var detail: String

    /// Makes an error.
    public init(mayPass: Bool, detail: String) {
        self.mayPass = mayPass
        self.detail = detail
    }
}
