@_exported public import FileAccess
import Glibc
@_exported public import PreviewModel
import Synchronization

/// Identifies documents, draws their pages, and writes finished PDFs of them, without parsing a byte.
///
/// A process of its own, started for the purpose, reads each document in a sandbox and ends with it. Requests may come
/// from many tasks at once; as many documents are read at the same time as there are processors, and the others wait.
/// Canceling the task kills the process.
///
/// ```swift
/// let previewer = Previewer()
/// let info = try await previewer.info(of: descriptor, name: "report.pdf")
/// let picture = try await previewer.thumbnail(of: descriptor, name: "report.pdf", size: 256)
/// await previewer.close()
/// ```
public final class Previewer: Sendable {
    let configuration: PreviewerConfiguration
    private let helpers: HelperPool
    /// The folders of fonts.
    let fonts = FontChanges(in: FontChanges.usualFolders)
    /// Lets other programs lay documents out.
    let converter: Converter
    private let workers: Workers
    /// Draws icons, which do not wait for documents.
    private let iconWorkers = Workers(limit: 1)
    /// Makes raster files, which take as long as hundreds of documents.
    private let rasterWorkers: Workers
    /// Waits for programs that lay documents out, each of which may need gigabytes.
    let converterWorkers = Workers(limit: 1)
    /// The icons drawn so far.
    let icons = Mutex<[IconKey: PreviewImage]>([:])
    /// The thumbnail cache of the user's desktop; `nil` where there is no home.
    let thumbnailCache: ThumbnailCache?
    let crashes: CrashRecord
    /// The way to the helper that programs share; `nil` where it is not to be used.
    private let resident: ResidentClient?
    private let ends = Mutex<[PreviewEnd: Int]>([:])

    /// The longest edge of the largest picture, in pixels.
    public static let sizeLimit = 16384

    /// Creates a previewer, which starts its helpers when a request needs them.
    public init(configuration: PreviewerConfiguration = PreviewerConfiguration()) {
        self.configuration = configuration
        self.helpers = HelperPool(
            path: configuration.zygote,
            environment: configuration.helperEnvironment,
            pdfium: configuration.pdfium,
            fonts: fonts
        )
        self.converter = Converter(
            places: configuration.usesPrograms ? configuration.converterPlaces : nil,
            zygote: configuration.zygote
        )
        self.thumbnailCache =
            configuration.pictureCache.map { ThumbnailCache(cache: $0) } ?? ThumbnailCache()
        self.crashes = CrashRecord(path: configuration.crashRecord)
        self.resident =
            configuration.usesRunningHelper ? ResidentClient(path: ResidentSocket.path()) : nil
        self.workers = Workers(limit: configuration.concurrentChildren)
        self.rasterWorkers = Workers(limit: configuration.concurrentChildren)
    }

    /// Returns the facts of a document.
    ///
    /// That a document is empty, damaged, or encrypted is a fact, too: `DocumentInfo.problem`
    /// reports it.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's and keeps its position.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    /// - Returns: The facts that are known.
    /// - Throws: ``PreviewError`` with the codes `timeLimit`, `memoryLimit`, `crashed`, `unreadable`,
    ///   `unavailable`, `canceled`.
    public func info(of descriptor: Int32, name: String) async throws(PreviewError) -> DocumentInfo
    {
        try await perform(.info, of: descriptor, name: name).answer.info
    }

    /// Draws a page so that it fits in `size * scale` pixels on each side.
    ///
    /// Pages of PDFs are drawn at that size; an image is scaled down, never up.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's and keeps its position.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - page: The page, 1-based.
    ///   - size: The longest edge, in points of the display.
    ///   - scale: The pixels to a point of the display, such as 1.5.
    ///   - medium: The purpose of the picture: `.paper` leaves out what is not printed.
    ///   - password: The user or owner password of an encrypted PDF.
    /// - Returns: The picture; one of its edges has the requested length, unless the image is smaller.
    /// - Throws: ``PreviewError`` with any code but `outputFailed`.
    public func thumbnail(
        of descriptor: Int32,
        name: String,
        page: Int = 1,
        size: Int,
        scale: Double = 1,
        medium: PreviewMedium = .screen,
        password: String = ""
    ) async throws(PreviewError) -> PreviewImage {
        let pixels = try Self.pixels(size, scale)
        let reply = try await perform(
            .thumbnail,
            of: descriptor,
            name: name,
            payload: Array(password.utf8.prefix(Self.passwordLimit))
        ) { request in
            // A page number beyond the limit is one that no document has.
            request.page = UInt32(clamping: page)
            request.pixels = UInt32(clamping: pixels)
            request.medium = medium
        }
        guard let image = reply.image else { throw .noPicture }
        return image
    }

    /// Writes the finished PDF of a layout: one page for each of its faces.
    ///
    /// Pages that already have the size of the sheet stay as they are: boxes, rotation, annotations and
    /// form fields. Others are placed on sheets with their links, annotations, and form fields. Encoded data
    /// is not encoded again: JPEG files are copied into the result. A PDF that its owner only
    /// restricted is written without encryption. The result contains nothing of other pages.
    /// A second process checks the page count of the result.
    ///
    /// - Parameters:
    ///   - layout: The pages on each side of the sheets, and their arrangement.
    ///   - descriptor: A PDF or a picture; an open, readable regular file, which stays the caller's.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - output: An empty, writable regular file. It is empty again when an error is thrown.
    /// - Returns: The size of the result in bytes.
    /// - Throws: ``PreviewError`` with any code.
    public func prepareSheets(
        _ layout: SheetLayout,
        of descriptor: Int32,
        name: String,
        into output: Int32
    ) async throws(PreviewError) -> Int {
        guard layout.isValid else {
            throw PreviewError(
                .invalidRequest,
                "The sheets have no pages, too many pages, or no room for them.",
                chinese: "纸张上没有页面、页面过多或放不下。"
            )
        }
        return try await write(
            .prepareSheets,
            of: descriptor,
            name: name,
            payload: try await withTexts(layout).encoded(),
            into: output,
            timeLimit: timeLimit(for: layout)
        )
    }

    /// Writes an encrypted PDF without its encryption; everything else stays as it is.
    ///
    /// - Parameters:
    ///   - descriptor: A PDF; an open, readable regular file, which stays the caller's.
    ///   - password: The user or owner password.
    ///   - output: An empty, writable regular file. It is empty again unless this returns `true`.
    /// - Returns: Whether the password opens the document.
    /// - Throws: ``PreviewError`` with any code but `encrypted` and `pixelLimit`.
    public func unlock(
        _ descriptor: Int32,
        password: String,
        into output: Int32
    ) async throws(PreviewError) -> Bool {
        try await unlocked(descriptor, password: password, into: output).isOpen
    }

    /// Does as ``unlock(_:password:into:)``, and tells what the password allows of printing; `nil` for everything.
    package func unlocked(
        _ descriptor: Int32,
        password: String,
        into output: Int32
    ) async throws(PreviewError) -> (isOpen: Bool, restriction: PrintRestriction?) {
        do throws(PreviewError) {
            let (_, reply) = try await writeReply(
                .unlock,
                of: descriptor,
                name: ".pdf",
                payload: Array(password.utf8.prefix(Self.passwordLimit)),
                into: output
            )
            return (true, reply?.answer.info.restriction)
        } catch {
            guard error.code == .encrypted || error.code == .wrongPassword else { throw error }
            return (false, nil)
        }
    }

    /// The longest password of PDF 2.0, in bytes.
    private static let passwordLimit = 127

    /// Lets a child write into `output`, and returns the size of the result: 0 where nothing had to be written.
    func write(
        _ operation: RequestMessage.Operation,
        of descriptor: Int32,
        name: String,
        payload: [UInt8] = [],
        into output: Int32,
        in line: Line = .ofDocuments,
        timeLimit: Duration? = nil
    ) async throws(PreviewError) -> Int {
        try await writeReply(
            operation,
            of: descriptor,
            name: name,
            payload: payload,
            into: output,
            in: line,
            timeLimit: timeLimit
        ).size
    }

    /// Lets a child write into `output`, and returns the size of the result with the child's answer; 0 and `nil` where
    /// nothing had to be written.
    func writeReply(
        _ operation: RequestMessage.Operation,
        of descriptor: Int32,
        name: String,
        payload: [UInt8] = [],
        into output: Int32,
        in line: Line = .ofDocuments,
        timeLimit: Duration? = nil,
        patience: Int? = nil
    ) async throws(PreviewError) -> (size: Int, reply: HelperReply?) {
        do throws(PreviewError) {
            let reply = try await perform(
                operation,
                of: descriptor,
                name: name,
                payload: payload,
                output: output,
                in: line,
                timeLimit: timeLimit,
                patience: patience
            )
            guard reply.answer.outcome == .done else {
                _ = ftruncate(output, 0)
                let says = [.notGray, .counted].contains(reply.answer.outcome)
                return (0, says ? reply : nil)
            }
            var status = stat()
            guard unsafe fstat(output, &status) == 0, status.st_size > 0 else { throw .notWritten }
            return (Int(status.st_size), reply)
        } catch {
            _ = ftruncate(output, 0)
            throw error
        }
    }

    /// Starts the helper for PDF ahead of the first request, without waiting for it.
    public func prepare() {
        workers.run { [helpers] in
            // The first request tries again, and reports the error.
            _ = try? helpers.helper(.pdf)
        }
    }

    /// Counts of requests by outcome, and the states of the helpers.
    public var statistics: PreviewStatistics {
        var statistics = PreviewStatistics()
        statistics.ends = ends.withLock { $0 }
        helpers.describe(&statistics)
        statistics.converter = converter.state
        return statistics
    }

    /// Returns the sandbox of the children of a family; starts its helper if necessary.
    ///
    /// - Parameter family: The family.
    /// - Returns: The layers that the helper found on this system and applied.
    /// - Throws: ``PreviewError`` with the code `unconfined` where a layer is missing, so that no document of
    ///   this family is opened; `unavailable` where there is no helper.
    public func confinement(
        of family: RendererFamily
    ) async throws(PreviewError) -> ConfinementLevel {
        let outcome = await CancelableRequest<ConfinementLevel>.perform(on: workers) {
            [helpers] _ in
            do throws(PreviewError) {
                return .success(try helpers.helper(family).readiness.confinement)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// What a helper reported when it became ready; `nil` where it does not run.
    package func readiness(_ family: RendererFamily) -> StatusMessage.Readiness? {
        helpers.readiness(family)
    }

    /// Ends the helpers and their work; later requests are `unavailable`.
    public func close() async {
        _ = await CancelableRequest<Bool>.perform(on: Workers(limit: 1, isPatient: false)) {
            [helpers] _ in
            helpers.close()
            return .success(true)
        }
    }

    /// The most documents that are read at the same time.
    package var concurrency: Int { configuration.concurrentChildren }

    /// The process of a helper; `nil` where it does not run.
    package func helperProcess(_ family: RendererFamily) -> Int32? { helpers.process(family) }

    /// A queue of requests.
    package enum Line: Sendable {
        /// Reads as many documents at a time as there are processors.
        case ofDocuments
        /// Draws icons, none of which takes long.
        case ofIcons
        /// Makes raster files, each of which may take minutes.
        case ofRasters
    }

    private func workers(_ line: Line) -> Workers {
        switch line {
        case .ofDocuments: workers
        case .ofIcons: iconWorkers
        case .ofRasters: rasterWorkers
        }
    }

    /// Performs one request on a thread that may block.
    ///
    /// The time limit is that of the processor; `patience` is how often it may pass on the clock of a busy computer.
    package func perform(
        _ operation: RequestMessage.Operation,
        of descriptor: Int32,
        name: String,
        payload: [UInt8] = [],
        output: Int32? = nil,
        family: RendererFamily? = nil,
        in line: Line = .ofDocuments,
        timeLimit: Duration? = nil,
        patience: Int? = nil,
        adjust: (inout RequestMessage) -> Void = { _ in }
    ) async throws(PreviewError) -> HelperReply {
        let timeLimit = timeLimit ?? configuration.timeLimit
        var request = RequestMessage(operation, name: Self.lastPart(of: name))
        request.processorSeconds = UInt32(clamping: timeLimit.components.seconds + 1)
        request.pixelLimit = UInt64(clamping: max(0, configuration.pixelLimit))
        request.payloadSize = UInt32(clamping: payload.count)
        adjust(&request)
        let work = RequestExecution(
            request: request,
            family: family
                ?? HelperRoute.family(for: operation, nameExtension: request.nameExtension),
            document: descriptor,
            payload: payload,
            output: output,
            helpers: helpers,
            crashes: crashes,
            timeLimit: timeLimit * (patience ?? configuration.patience)
        )
        let outcome = await CancelableRequest<HelperReply>.perform(on: workers(line)) {
            [resident] interrupt in
            resident?.perform(work, interrupt: interrupt) ?? work.run(interrupt: interrupt)
        }
        let end = end(of: outcome)
        // A request for an existing thumbnail that finds none is not a refused document.
        if !operation.usesThumbnail || end != .refused {
            ends.withLock { $0[end, default: 0] += 1 }
        }
        return try outcome.get()
    }

    /// The name of a file without its folders, which is all that a helper gets of a path.
    static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }

    /// The outcome of a request, for statistics.
    private func end(of outcome: CancelableRequest<HelperReply>.Outcome) -> PreviewEnd {
        switch outcome {
        // The facts of a document that cannot be opened are an answer, but do not show it.
        case .success(let reply): reply.answer.info.problem == nil ? .shown : .refused
        case .failure(let error): PreviewEnd(error)
        }
    }
}

/// The purpose of a picture.
public typealias PreviewMedium = RequestMessage.Medium
