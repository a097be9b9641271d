@_exported public import FileAccess
import Glibc
@_exported public import PreviewModel
import Synchronization

/// Tells what documents are, draws their pages, and makes finished PDFs of them, without parsing a byte.
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
    let configuration: PreviewerConfiguration
    private let helpers: Helpers
    private let workers: Workers
    /// Draws icons, which do not wait in line behind documents.
    private let iconWorkers = Workers(limit: 1)
    /// Icons that have been drawn.
    let icons = Mutex<[IconKey: PreviewImage]>([:])
    /// The thumbnails of the user's desktop.
    let keptPictures: KeptPictures?
    private let crashes: CrashRecord
    private let ends = Mutex<[PreviewEnd: Int]>([:])

    /// The largest picture, in pixels of its longest edge.
    public static let sizeLimit = 16384

    /// A previewer; it starts nothing before the first request.
    public init(configuration: PreviewerConfiguration = PreviewerConfiguration()) {
        self.configuration = configuration
        #if DEBUG
        let environment = configuration.helperEnvironment
        #else
        let environment: [String] = []
        #endif
        self.helpers = Helpers(path: configuration.zygote, environment: environment)
        self.keptPictures =
            configuration.pictureCache.map(KeptPictures.init(cache:)) ?? KeptPictures()
        self.crashes = CrashRecord(path: configuration.crashRecord)
        self.workers = Workers(limit: configuration.concurrentChildren)
    }

    /// The facts of a document.
    ///
    /// A document that is empty, damaged or needs a password is a fact too:
    /// `DocumentInfo.problem` tells it.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's and keeps its position.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
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
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - page: The page, 1-based.
    ///   - size: The longest edge, in points of the display.
    ///   - scale: The pixels to a point of the display, such as 1.5.
    ///   - medium: What the picture is for: `.paper` leaves out what is not printed.
    ///   - password: What opens an encrypted PDF, of its user or its owner.
    /// - Returns: The picture; one of its edges is as long as asked for, unless the image is smaller.
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
            // A page number that does not fit is one that no document has.
            request.page = UInt32(clamping: page)
            request.pixels = UInt32(pixels)
            request.medium = medium
        }
        guard let image = reply.image else { throw .noPicture }
        return image
    }

    /// Writes the finished PDF of a layout: one page for each of its faces.
    ///
    /// Pages that already have the size of the sheet stay as they are: boxes, rotation, annotations and
    /// form fields. Others are placed on sheets with their links, annotations and form fields. Nothing
    /// that is encoded is encoded again: JPEG files go into the result as they are. A PDF that its owner
    /// only restricted is written without encryption. Pages that were not asked for leave nothing behind.
    /// The page count of the result has been checked by a second reader, in a process of its own.
    ///
    /// - Parameters:
    ///   - layout: Which pages stand on which side, and how.
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
            payload: layout.encoded(),
            into: output
        )
    }

    /// Writes an encrypted PDF without its encryption; everything else stays as it is.
    ///
    /// - Parameters:
    ///   - descriptor: A PDF; an open, readable regular file, which stays the caller's.
    ///   - password: That of its user or its owner.
    ///   - output: An empty, writable regular file. It is empty again unless this answers `true`.
    /// - Returns: Whether the password opens the document.
    /// - Throws: ``PreviewError`` with any code but `encrypted` and `pixelLimit`.
    public func unlock(
        _ descriptor: Int32,
        password: String,
        into output: Int32
    ) async throws(PreviewError) -> Bool {
        do throws(PreviewError) {
            _ = try await write(
                .unlock,
                of: descriptor,
                name: ".pdf",
                payload: Array(password.utf8.prefix(Self.passwordLimit)),
                into: output
            )
            return true
        } catch {
            guard error.code == .encrypted || error.code == .wrongPassword else { throw error }
            return false
        }
    }

    /// The longest password, in bytes: that of PDF 2.0.
    private static let passwordLimit = 127

    /// Has a child write into `output`; the size of the result, or 0 where nothing had to be written.
    func write(
        _ operation: RequestMessage.Operation,
        of descriptor: Int32,
        name: String,
        payload: [UInt8] = [],
        into output: Int32,
        family: RendererFamily? = nil
    ) async throws(PreviewError) -> Int {
        do throws(PreviewError) {
            let reply = try await perform(
                operation,
                of: descriptor,
                name: name,
                payload: payload,
                output: output,
                family: family
            )
            guard reply.answer.outcome == .done else {
                _ = ftruncate(output, 0)
                return 0
            }
            var status = stat()
            guard unsafe fstat(output, &status) == 0, status.st_size > 0 else {
                throw PreviewError(
                    .outputFailed,
                    "The result was not written.",
                    chinese: "未能写入结果。"
                )
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

    /// How requests have ended, and what is known of the helpers.
    public var statistics: PreviewStatistics {
        var statistics = PreviewStatistics()
        statistics.ends = ends.withLock { $0 }
        helpers.describe(&statistics)
        return statistics
    }

    /// The walls around the children that read a family of documents; starts its helper where none runs.
    ///
    /// - Parameter family: The family.
    /// - Returns: What the helper found on this system, and raised.
    /// - Throws: ``PreviewError`` with the code `unconfined` where a wall is missing, so that nothing of
    ///   this family is opened; `unavailable` where there is no helper at all.
    public func confinement(
        of family: RendererFamily
    ) async throws(PreviewError) -> ConfinementLevel {
        let outcome = await Call<ConfinementLevel>.perform(on: workers) { [helpers] _ in
            do throws(PreviewError) {
                return .success(try helpers.helper(family).readiness.confinement)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// What a helper said of itself, if it runs.
    package func readiness(_ family: RendererFamily) -> StatusMessage.Readiness? {
        helpers.readiness(family)
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

    /// A line in which requests wait.
    package enum Line: Sendable {
        /// Where as many are worked on as there are processors.
        case ofDocuments
        /// Where nothing takes long.
        case ofIcons
    }

    private func workers(_ line: Line) -> Workers {
        switch line {
        case .ofDocuments: workers
        case .ofIcons: iconWorkers
        }
    }

    /// What comes back of a request, and which helper's answer it is.
    package struct Reply: Sendable {
        package let answer: AnswerMessage
        package let image: PreviewImage?
        package let family: RendererFamily
    }

    /// Performs one request on a thread that may block.
    package func perform(
        _ operation: RequestMessage.Operation,
        of descriptor: Int32,
        name: String,
        payload: [UInt8] = [],
        output: Int32? = nil,
        family: RendererFamily? = nil,
        in line: Line = .ofDocuments,
        adjust: (inout RequestMessage) -> Void = { _ in }
    ) async throws(PreviewError) -> Reply {
        var request = RequestMessage(operation, name: Self.lastPart(of: name))
        request.processorSeconds = UInt32(clamping: configuration.timeLimit.components.seconds + 1)
        request.pixelLimit = UInt64(max(0, configuration.pixelLimit))
        request.payloadSize = UInt32(clamping: payload.count)
        adjust(&request)
        let family =
            operation.tells ? .text : family ?? Self.guess(operation, request.nameExtension)
        let work = Work(
            request: request,
            family: family,
            document: descriptor,
            payload: payload,
            output: output,
            helpers: helpers,
            crashes: crashes,
            timeLimit: configuration.timeLimit
        )
        let outcome = await Call<Exchange.Reply>.perform(on: workers(line)) { interrupt in
            work.run(interrupt: interrupt)
        }
        let end = end(of: outcome)
        // That nothing was at hand is no end of a document.
        if !operation.isQuick || end != .refused { ends.withLock { $0[end, default: 0] += 1 } }
        let reply = try outcome.get()
        return Reply(answer: reply.answer, image: reply.image, family: reply.family)
    }

    /// The helper that probably knows a file of this name.
    private static func guess(
        _ operation: RequestMessage.Operation,
        _ nameExtension: String
    ) -> RendererFamily {
        let family = RendererFamily(guessedFromExtension: nameExtension)
        // What PostScript says of itself is read by any helper; its own is needed to run it.
        return family == .postscript && operation != .thumbnail ? .documents : family
    }

    /// What is passed on of a path: the name of the file, without its folders.
    static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }

    /// How a request ended.
    private func end(of outcome: Call<Exchange.Reply>.Outcome) -> PreviewEnd {
        switch outcome {
        // The facts of a document that cannot be opened are an answer, but none that shows it.
        case .success(let reply): reply.answer.info.problem == nil ? .shown : .refused
        case .failure(let error): PreviewEnd(error)
        }
    }
}

/// What a picture is for.
public typealias PreviewMedium = RequestMessage.Medium
