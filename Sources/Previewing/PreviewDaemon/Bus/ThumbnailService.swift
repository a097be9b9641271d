import CLinux
import Glibc
import PreviewModel
import QuickPreview
import SessionBus

/// `org.freedesktop.thumbnails.Thumbnailer1`: thumbnails for the programs of the session, in the order of what is seen.
///
/// It keeps the list of a request and nothing else of its files, so that a hundred thousand of them cost their names.
actor ThumbnailService {
    static let interface = "org.freedesktop.thumbnails.Thumbnailer1"
    static let path = "/org/freedesktop/thumbnails/Thumbnailer1"

    private let bus: BusConnection
    private let work: ThumbnailWork
    private let activity: Activity
    private let width: Int
    private var queue = BatchQueue()
    /// The files in progress, by request.
    private var running: [UInt32: [Int: Task<Void, Never>]] = [:]
    private var inProgress = 0
    /// The next files of file systems that may not answer: they wait beside the others, not before them.
    private var distant: [BatchQueue.Item] = []
    private var distantInProgress = 0
    private var lastTask = 0
    /// What has to happen when the reply to a new request has been sent.
    private var afterReply: [UInt32: @Sendable () async -> Void] = [:]
    /// What a request of `default` has not been told yet.
    private var untold: [UInt32: Untold] = [:]

    /// Answers that wait for others.
    private struct Untold {
        var ready: [String] = []
        var failed: [ThumbnailFailure: [String]] = [:]
        var count = 0
        var timer: Task<Void, Never>?
    }

    /// Serves on a bus with a previewer, as many files at once as it reads documents.
    init(_ bus: BusConnection, _ work: ThumbnailWork, _ activity: Activity, width: Int) {
        self.bus = bus
        self.work = work
        self.activity = activity
        self.width = width
    }

    /// Answers a call.
    func answer(_ call: BusEvent) async throws -> [BusValue] {
        switch call.member {
        case "Queue": return [.uint32(try await enqueue(call))]
        case "Dequeue":
            guard let handle = call.arguments.first?.integer else { throw Self.invalid }
            await dequeue(UInt32(truncatingIfNeeded: handle))
            return []
        case "GetSupported":
            let types = DocumentFormat.thumbnailerTypes
            return [.strings(types.map { _ in "file" }), .strings(types)]
        case "GetSchedulers":
            return [.strings(BatchQueue.Scheduler.allCases.map(\.rawValue))]
        case "GetFlavors": return [.strings(ThumbnailSize.allCases.map(\.folder))]
        default: throw BusError(.unknownMethod, call.member)
        }
    }

    private static let invalid = BusError(.invalid, "The arguments do not have the right types.")
    private static let full = BusError(
        BusError.Name(rawValue: "org.freedesktop.DBus.Error.LimitsExceeded"),
        "Too many files are queued."
    )

    private func enqueue(_ call: BusEvent) async throws -> UInt32 {
        guard call.arguments.count == 5, case .array("s", let uris) = call.arguments[0],
            case .array("s", _) = call.arguments[1], let flavor = call.arguments[2].text,
            let scheduler = call.arguments[3].text, let old = call.arguments[4].integer
        else { throw Self.invalid }
        if old != 0 { await dequeue(UInt32(truncatingIfNeeded: old)) }
        var list = TextList()
        for uri in uris {
            guard let text = uri.text else { throw Self.invalid }
            // A longer one is no file's; its beginning says so as well.
            list.append(text.utf8.count > 16_384 ? String(text.prefix(256)) : text)
        }
        guard queue.size + list.size <= TextList.sizeLimit else { throw Self.full }
        let names = list
        let handle = queue.newHandle()
        activity.begin()
        guard let size = ThumbnailSize(rawValue: flavor) else {
            afterReply[handle] = { await self.refuse(names, handle, call.sender) }
            return handle
        }
        let batch = BatchQueue.Batch(
            handle: handle,
            client: call.sender,
            uris: names,
            size: size,
            scheduler: BatchQueue.Scheduler(rawValue: scheduler) ?? .default
        )
        afterReply[handle] = { await self.add(batch) }
        return handle
    }

    /// Begins with a new request: now the program knows its handle.
    func begin(_ handle: UInt32) async { await afterReply.removeValue(forKey: handle)?() }

    private func add(_ batch: BatchQueue.Batch) async {
        queue.add(batch)
        await advance(batch.handle)
    }

    private func refuse(_ list: TextList, _ handle: UInt32, _ client: String) async {
        await emit("Started", [.uint32(handle)], to: client)
        let uris = (0..<list.count).map { list[$0] }
        await emit(failure: .unsupportedFlavor, uris, handle, client)
        await emit("Finished", [.uint32(handle)], to: client)
        activity.end()
    }

    /// Starts what can be started, and finishes a request of which nothing is left.
    private func advance(_ handle: UInt32? = nil) async {
        while inProgress < width, distant.count < Self.distantLimits.waiting,
            let item = queue.next()
        {
            let isDistant = ThumbnailWork.isDistant(item.uri)
            if isDistant { distant.append(item) } else { inProgress += 1 }
            if item.isFirst { await emit("Started", [.uint32(item.handle)], to: item.client) }
            if !isDistant { start(item, isDistant: false) }
        }
        while distantInProgress < Self.distantLimits.inProgress, !distant.isEmpty {
            distantInProgress += 1
            start(distant.removeFirst(), isDistant: true)
        }
        if let handle { await finish(handle) }
    }

    /// The most files of file systems that may not answer.
    ///
    /// Those in progress are in memory; those that wait may be in front of
    /// files that a person sees by now.
    private static let distantLimits = (inProgress: 8, waiting: 64)

    private func start(_ item: BatchQueue.Item, isDistant: Bool) {
        lastTask += 1
        let number = lastTask
        running[item.handle, default: [:]][number] = Task {
            var failure: ThumbnailFailure?
            if !Task.isCancelled {
                do throws(ThumbnailFailure) {
                    try await work.perform(item)
                } catch {
                    failure = error
                }
            }
            if isDistant { distantInProgress -= 1 } else { inProgress -= 1 }
            await end(item, number, failure, wasCanceled: Task.isCancelled)
        }
    }

    private func end(
        _ item: BatchQueue.Item,
        _ number: Int,
        _ failure: ThumbnailFailure?,
        wasCanceled: Bool
    ) async {
        running[item.handle]?[number] = nil
        queue.end(item.handle)
        if !wasCanceled, let batch = queue.batch(item.handle) {
            await tell(item, failure, batch)
        }
        await advance(item.handle)
    }

    /// Emits `Finished` for a request of which nothing is left.
    private func finish(_ handle: UInt32) async {
        guard let batch = queue.removeIfFinished(handle) else { return }
        running[handle] = nil
        await flush(handle, batch.client)
        // A request without files, or one that was dequeued before its turn, has not begun.
        if batch.taken == 0 { await emit("Started", [.uint32(handle)], to: batch.client) }
        await emit("Finished", [.uint32(handle)], to: batch.client)
        activity.end()
        // The list of a large request is back with the system.
        if batch.uris.count > 1000 { clinux_release_memory() }
    }

    /// Stops a request: its processes die, and `Finished` is emitted.
    private func dequeue(_ handle: UInt32) async {
        // The request may be as new as this call.
        await begin(handle)
        guard queue.dequeue(handle) else { return }
        for task in (running[handle] ?? [:]).values { task.cancel() }
        let waiting = distant.filter { $0.handle == handle }
        distant.removeAll { $0.handle == handle }
        for _ in waiting { queue.end(handle) }
        await finish(handle)
    }

    /// Ends all requests, and returns when no file is in progress.
    func stop() async {
        let tasks = running.values.flatMap(\.values)
        for handle in queue.handles { await dequeue(handle) }
        for task in tasks { await task.value }
    }

    // MARK: Signals

    /// The most files of one signal, and the longest time that an answer waits for others.
    private static let group = (count: 64, time: Duration.milliseconds(250))

    /// Tells of a file: at once in the foreground, else together with others, as Tumbler does.
    private func tell(
        _ item: BatchQueue.Item,
        _ failure: ThumbnailFailure?,
        _ batch: BatchQueue.Batch
    ) async {
        if batch.scheduler == .foreground {
            guard let failure else {
                await emit("Ready", [.uint32(item.handle), .strings([item.uri])], to: item.client)
                return
            }
            return await emit(failure: failure, [item.uri], item.handle, item.client)
        }
        var answers = untold[item.handle] ?? Untold()
        if let failure {
            answers.failed[failure, default: []].append(item.uri)
        } else {
            answers.ready.append(item.uri)
        }
        answers.count += 1
        if answers.timer == nil {
            let (handle, client) = (item.handle, item.client)
            answers.timer = Task {
                try? await Task.sleep(for: Self.group.time)
                if !Task.isCancelled { await flush(handle, client) }
            }
        }
        untold[item.handle] = answers
        if answers.count >= Self.group.count { await flush(item.handle, item.client) }
    }

    private func flush(_ handle: UInt32, _ client: String) async {
        guard let answers = untold.removeValue(forKey: handle) else { return }
        answers.timer?.cancel()
        if !answers.ready.isEmpty {
            await emit("Ready", [.uint32(handle), .strings(answers.ready)], to: client)
        }
        for (failure, uris) in answers.failed { await emit(failure: failure, uris, handle, client) }
    }

    private func emit(
        failure: ThumbnailFailure,
        _ uris: [String],
        _ handle: UInt32,
        _ client: String
    ) async {
        let arguments: [BusValue] = [
            .uint32(handle), .strings(uris), .int32(failure.code.rawValue),
            .string(failure.message),
        ]
        await emit("Error", arguments, to: client)
    }

    /// Emits a signal to the program that asked; nobody else learns of its files.
    private func emit(_ member: String, _ arguments: [BusValue], to client: String) async {
        // A program that is gone misses nothing.
        try? await bus.emit(Self.path, Self.interface, member, arguments, to: client)
    }
}
