import Glibc
@_exported public import PreviewModel

/// Tells what documents are, draws their pages, and selects pages of PDFs, without parsing a byte of them.
///
/// Each document is read by a process of its own, started for it and gone with it. Many tasks may ask at
/// once; as many documents as there are processors are worked on, the others wait in line. Canceling the
/// task kills the process.
///
/// ```swift
/// let previewer = Previewer()
/// let info = try await previewer.info(of: descriptor, name: "report.pdf")
/// let picture = try await previewer.thumbnail(of: descriptor, name: "report.pdf", size: 256)
/// await previewer.close()
/// ```
public final class Previewer: Sendable {
    private let configuration: PreviewerConfiguration
    private let helpers: Helpers
    private let workers: Workers

    /// The largest picture, in pixels of its longest edge.
    public static let sizeLimit = 16384
    /// The most pages that one selection can have.
    public static let selectionLimit = 1_000_000

    /// A previewer; it starts nothing before the first request.
    public init(configuration: PreviewerConfiguration = PreviewerConfiguration()) {
        self.configuration = configuration
        self.helpers = Helpers(path: configuration.zygote)
        self.workers = Workers(limit: configuration.concurrentChildren)
    }

    /// The facts of a document.
    ///
    /// A document that is empty, damaged or needs a password is a fact too:
    /// `DocumentInfo.problem` tells it.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's and keeps its position.
    ///   - name: The file's name; only its extension is used, as a hint, and it is never opened.
    /// - Returns: What could be found out.
    /// - Throws: ``PreviewError`` with the codes `timeLimit`, `memoryLimit`, `crashed`, `unreadable`,
    ///   `unavailable`, `canceled`.
    public func info(of descriptor: Int32, name: String) async throws(PreviewError) -> DocumentInfo
    {
        try await perform(.info, of: descriptor, name: name).answer.info
    }

    /// A picture of a page that fits in `size * scale` pixels on each side.
    ///
    /// Pages of PDFs are drawn at that size; an image is made smaller, never larger.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's and keeps its position.
    ///   - name: The file's name; only its extension is used, as a hint, and it is never opened.
    ///   - page: The page, 1-based.
    ///   - size: The longest edge, in points of the display.
    ///   - scale: The pixels to a point of the display.
    ///   - medium: What the picture is for: `.paper` leaves out what is not printed.
    /// - Returns: The picture; one of its edges is as long as asked for, unless the image is smaller.
    /// - Throws: ``PreviewError`` with any code but `outputFailed`.
    public func thumbnail(
        of descriptor: Int32,
        name: String,
        page: Int = 1,
        size: Int,
        scale: Int = 1,
        medium: PreviewMedium = .screen
    ) async throws(PreviewError) -> PreviewImage {
        let (pixels, overflow) = size.multipliedReportingOverflow(by: scale)
        guard !overflow, size > 0, scale > 0, pixels <= Self.sizeLimit else {
            throw PreviewError(
                .invalidRequest,
                "A picture has between 1 and \(Self.sizeLimit) pixels on each side."
            )
        }
        let reply = try await perform(.thumbnail, of: descriptor, name: name) { request in
            // A page number that does not fit is one that no document has.
            request.page = UInt32(clamping: page)
            request.pixels = UInt32(pixels)
            request.medium = medium
        }
        guard let image = reply.image else {
            throw PreviewError(.crashed, "The preview helper sent no picture.")
        }
        return image
    }

    /// Writes a PDF of exactly these pages, in this order; a page named twice comes twice.
    ///
    /// Nothing is encoded again: boxes, rotation, annotations and form fields stay as they are. A PDF that
    /// its owner only restricted is written without encryption. Pages that were not asked for leave
    /// nothing behind in the result. Its page count has been checked by a second reader.
    ///
    /// - Parameters:
    ///   - pages: Page numbers, 1-based.
    ///   - descriptor: A PDF; an open, readable regular file, which stays the caller's.
    ///   - output: An empty, writable regular file. It is empty again when an error is thrown.
    /// - Returns: The size of the result in bytes.
    /// - Throws: ``PreviewError`` with any code but `pixelLimit`.
    public func selectPages(
        _ pages: [Int],
        of descriptor: Int32,
        into output: Int32
    ) async throws(PreviewError) -> Int {
        guard !pages.isEmpty, pages.count <= Self.selectionLimit else {
            throw PreviewError(
                .invalidRequest,
                "A selection has between 1 and \(Self.selectionLimit) pages."
            )
        }
        do throws(PreviewError) {
            _ = try await perform(
                .selectPages,
                of: descriptor,
                name: ".pdf",
                pages: pages,
                output: output
            )
            var status = stat()
            guard unsafe fstat(output, &status) == 0, status.st_size > 0 else {
                throw PreviewError(.outputFailed, "The selected pages were not written.")
            }
            return Int(status.st_size)
        } catch {
            _ = ftruncate(output, 0)
            throw error
        }
    }

    /// Starts the helper for documents ahead of the first request, without waiting for it.
    public func prepare() {
        workers.run { [helpers] in
            // What is wrong with it is told to the first request, which tries again.
            _ = try? helpers.helper(.documents)
        }
    }

    /// Ends the helpers and what they work on; requests after that are `unavailable`.
    public func close() async {
        _ = await Call<Bool>.perform(on: Workers(limit: 1)) { [helpers] _ in
            helpers.close()
            return .success(true)
        }
    }

    /// The process of a helper, if it runs.
    package func helperProcess(_ family: RendererFamily) -> Int32? { helpers.process(family) }

    /// Performs one request on a thread that may block.
    package func perform(
        _ operation: RequestMessage.Operation,
        of descriptor: Int32,
        name: String,
        pages: [Int] = [],
        output: Int32? = nil,
        adjust: (inout RequestMessage) -> Void = { _ in }
    ) async throws(PreviewError) -> (answer: AnswerMessage, image: PreviewImage?) {
        var request = RequestMessage(operation, nameExtension: Self.nameExtension(of: name))
        request.processorSeconds = UInt32(clamping: configuration.timeLimit.components.seconds + 1)
        request.pixelLimit = UInt64(max(0, configuration.pixelLimit))
        request.selectionCount = UInt32(pages.count)
        adjust(&request)
        let family: RendererFamily =
            operation == .selectPages
            ? .documents : RendererFamily(guessedFromExtension: request.nameExtension)
        let work = Work(
            request: request,
            family: family,
            document: descriptor,
            pages: pages,
            output: output,
            helpers: helpers,
            timeLimit: configuration.timeLimit
        )
        let outcome = await Call<Exchange.Reply>.perform(on: workers) { interrupt in
            work.run(interrupt: interrupt)
        }
        let reply = try outcome.get()
        return (reply.answer, reply.image)
    }

    /// The extension of a name in lower case, or nothing; a hint.
    static func nameExtension(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return "" }
        let bytes = name[dot...].utf8.dropFirst()
        guard bytes.count <= RequestMessage.extensionLimit else { return "" }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }
}

/// What a picture is for.
public typealias PreviewMedium = RequestMessage.Medium
