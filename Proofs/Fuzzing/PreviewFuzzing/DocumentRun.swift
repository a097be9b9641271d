internal import CLinux
internal import Glibc
public import QuickPreview
internal import Synchronization

/// Sends documents through a previewer, and records the outcomes.
public final class DocumentRun: Sendable {
    /// The outcomes of a run.
    public struct Tally: Sendable {
        /// The number of requests.
        public var requests = 0
        /// The number of documents that could not be opened as files.
        public var unread = 0
        /// The number of documents that were laid out simply.
        public var simple = 0
        /// The longest time of a request, in seconds.
        public var slowest = 0.0
        /// The requests that took longer than the limit and a tenth of a second.
        public var late: [String] = []
        /// The outcomes that no valid document may have: limits, crashes, forbidden system calls.
        public var killed: [String] = []
    }

    private let previewer: Previewer
    private let timeLimit: Duration
    private let tally = Mutex(Tally())

    /// The permitted delay of an answer beyond its time limit.
    public static let patience = Duration.milliseconds(100)

    /// A run through a previewer that has this limit.
    public init(_ previewer: Previewer, timeLimit: Duration) {
        self.previewer = previewer
        self.timeLimit = timeLimit
    }

    /// The outcomes so far.
    public var result: Tally { tally.withLock { $0 } }

    /// Asks for the facts and a picture of a file.
    ///
    /// - Parameter path: The file; the tally reports its name.
    public func preview(at path: String) async {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            tally.withLock { $0.unread += 1 }
            return
        }
        defer { close(file) }
        await facts(of: file, name: path)
        await picture(of: file, name: path)
    }

    /// Asks for a picture of a document that has no file.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - name: What it is called; its extension is the hint that the previewer gets.
    public func draw(_ bytes: [UInt8], name: String) async {
        await with(bytes) { await self.picture(of: $0, name: name) }
    }

    /// Asks for the pages of a document that has no file; parameters as those of `draw`.
    public func layOut(_ bytes: [UInt8], name: String) async {
        await with(bytes) { file in
            await self.with([]) { output in
                await self.measure("pages of \(name)") { () async throws(PreviewError) in
                    let pages = try await self.previewer.makePages(
                        of: file,
                        name: name,
                        layout: .a4,
                        into: output
                    )
                    if pages.isSimplified { self.tally.withLock { $0.simple += 1 } }
                }
            }
        }
    }

    private func with(_ bytes: [UInt8], _ body: (Int32) async -> Void) async {
        let file = unsafe clinux_memory_file("document")
        guard file >= 0, unsafe pwrite(file, bytes, bytes.count, 0) == bytes.count else {
            tally.withLock { $0.unread += 1 }
            if file >= 0 { close(file) }
            return
        }
        defer { close(file) }
        await body(file)
    }

    private func facts(of file: Int32, name: String) async {
        await measure("info of \(name)") { () async throws(PreviewError) in
            _ = try await self.previewer.info(of: file, name: name)
        }
    }

    private func picture(of file: Int32, name: String) async {
        await measure("thumbnail of \(name)") { () async throws(PreviewError) in
            _ = try await self.previewer.thumbnail(of: file, name: name, size: 256)
        }
    }

    private func measure(
        _ what: String,
        _ work: () async throws(PreviewError) -> Void
    ) async {
        let start = ContinuousClock.now
        var failure: PreviewError?
        do throws(PreviewError) { try await work() } catch { failure = error }
        let time = start.duration(to: .now)
        let (seconds, fraction) = time.components
        tally.withLock { tally in
            tally.requests += 1
            tally.slowest = max(tally.slowest, Double(seconds) + Double(fraction) / 1e18)
            if time > timeLimit + Self.patience { tally.late.append("\(what): \(time)") }
            if let failure, Self.kills.contains(failure.code) {
                tally.killed.append("\(what): \(failure)")
            }
        }
    }

    private static let kills: Set<PreviewError.Code> = [
        .timeLimit, .processorLimit, .memoryLimit, .pixelLimit, .crashed, .forbiddenCall,
        .crashedBefore, .unavailable, .unconfined,
    ]
}
