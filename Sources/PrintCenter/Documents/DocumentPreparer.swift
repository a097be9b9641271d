public import PrintModel

/// Reads the facts of documents, and writes the PDF that a plan describes.
///
/// PrintCenter parses no document itself. The program that contains the service
/// passes a preparer, whose parsers run in a sandbox.
public protocol DocumentPreparer: Sendable {
    /// What the pages of equal documents depend on beside the paper: another text after an update of a program, a library, or a
    /// font.
    var layoutEdition: String { get }

    /// Returns the facts of an open document.
    ///
    /// A document that cannot be printed has a `DocumentFacts.problem`, which is not an error.
    /// `name` is a hint to the type; the preparer never opens it.
    func facts(of descriptor: Int32, name: String, size: Int) async throws -> DocumentFacts

    /// Returns the facts of a PDF that prints as it is displayed, in one step.
    ///
    /// - Returns: The facts; `nil` for any other document, which ``facts(of:name:size:)`` and
    ///   ``rework(_:document:into:)`` handle.
    func factsOfPrintable(_ descriptor: Int32, name: String, size: Int) async -> DocumentFacts?

    /// Returns the facts of a valid document of a MIME type of which nothing else is known.
    func facts(ofType type: String) -> DocumentFacts

    /// Writes the pages of a document that has none of its own as a PDF into `output`, an empty open file.
    ///
    /// Equal documents give equal bytes.
    ///
    /// - Parameters:
    ///   - descriptor: The open document.
    ///   - document: Its facts, with `DocumentFacts.layout`.
    ///   - setup: The paper, the margins, and the letters.
    ///   - output: The file, which stays empty for a document that cannot be laid out.
    /// - Returns: The facts with the number and the sizes of the pages, or with a `DocumentFacts.problem`.
    /// - Throws: `Problem` where the pages cannot be made now.
    func layOut(
        _ descriptor: Int32,
        document: DocumentFacts,
        on setup: PageSetup,
        into output: Int32
    ) async throws -> DocumentFacts

    /// Writes the pages of several PDFs, one after the other, as one PDF into `output`, an empty open file.
    ///
    /// Equal PDFs give equal bytes.
    ///
    /// - Parameters:
    ///   - sizes: The size of each PDF, in bytes.
    ///   - descriptor: An open file with these PDFs one after the other.
    ///   - output: The file.
    /// - Returns: The number and the sizes of the pages.
    /// - Throws: `PreparationError`.
    func join(
        _ sizes: [Int],
        of descriptor: Int32,
        into output: Int32
    ) async throws(PreparationError) -> (pages: Int, pageSizes: [DocumentFacts.PageSizes])

    /// Writes the finished PDF that a plan describes into `output`, an empty open file.
    ///
    /// Each face of the plan becomes a page of the size of the plan's sheet. `document` has the facts
    /// of the open document.
    func prepare(
        _ plan: PrintPlan,
        of descriptor: Int32,
        document: DocumentFacts,
        into output: Int32
    ) async throws

    /// Writes the `PrintPlan.raster` of a plan into `output`, an empty open file.
    ///
    /// `descriptor` is the open PDF that ``prepare(_:of:document:into:)`` has written for the plan.
    ///
    /// - Returns: The file if it is too large to be kept, and `output` is empty; `nil` if it is written.
    func makeRaster(
        _ plan: PrintPlan,
        of descriptor: Int32,
        into output: Int32
    ) async throws -> RasterStream?

    /// Makes a raster file that is too large to be kept, part by part.
    ///
    /// - Parameters:
    ///   - stream: The file, from ``makeRaster(_:of:into:)``.
    ///   - plan: The plan.
    ///   - descriptor: The PDF.
    ///   - scratch: Two empty files, each of which has a part at a time.
    ///   - send: Gets an open file, and the place from which on it is the next part.
    /// - Throws: `PreparationError`, and what `send` throws.
    func streamRaster(
        _ stream: RasterStream,
        _ plan: PrintPlan,
        of descriptor: Int32,
        through scratch: [Int32],
        send: @escaping @Sendable (Int32, Int) async throws -> Void
    ) async throws

    /// Writes a document into `output`, an empty open file, in a form that prints as it is displayed.
    ///
    /// The service calls it for documents with `DocumentFacts.mayNeedRework`.
    func rework(
        _ descriptor: Int32,
        document: DocumentFacts,
        into output: Int32
    ) async throws -> Rework

    /// Writes an encrypted document without its encryption into `output`, an empty open file.
    ///
    /// - Returns: Whether the password opens the document, and what it allows of printing.
    func unlock(_ descriptor: Int32, password: String, into output: Int32) async throws -> Unlocking
}

extension DocumentPreparer {
    /// A preparer whose raster files are never too large.
    public func streamRaster(
        _ stream: RasterStream,
        _ plan: PrintPlan,
        of descriptor: Int32,
        through scratch: [Int32],
        send: @escaping @Sendable (Int32, Int) async throws -> Void
    ) async throws {}

    /// A preparer that does each step alone.
    public func factsOfPrintable(
        _ descriptor: Int32,
        name: String,
        size: Int
    ) async -> DocumentFacts? { nil }

    /// A preparer that leaves every document unchanged.
    public func rework(
        _ descriptor: Int32,
        document: DocumentFacts,
        into output: Int32
    ) async throws -> Rework { .notNeeded }
}
