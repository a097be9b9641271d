import QuickPreview

/// The requests for thumbnails in the order in which they are served: a plain value without a clock and a bus.
///
/// What is in the foreground goes first, the newest request before older ones, because its files are those that a person sees
/// now. Then come the requests of the scheduler `default` in their order, and last those of `background`. The files of a
/// request keep their order.
struct BatchQueue {
    /// The schedulers of the specification and of Tumbler.
    enum Scheduler: String, CaseIterable {
        case `default`, foreground, background
    }

    /// A request.
    struct Batch {
        /// Its handle.
        let handle: UInt32
        /// The program that made it.
        let client: String
        /// The files.
        let uris: TextList
        /// The size.
        let size: ThumbnailSize
        /// Who serves it.
        let scheduler: Scheduler
        /// The number of files that were taken.
        fileprivate(set) var taken = 0
        /// The number of files in progress.
        fileprivate(set) var inProgress = 0
        /// Whether no further file is taken.
        fileprivate(set) var isDequeued = false

        /// Whether nothing is left to do.
        var isFinished: Bool { inProgress == 0 && (isDequeued || taken == uris.count) }
    }

    /// A file to draw.
    struct Item: Sendable, Equatable {
        let handle: UInt32
        let client: String
        let uri: String
        let size: ThumbnailSize
        /// Whether it is the first of its request.
        let isFirst: Bool
    }

    private var batches: [UInt32: Batch] = [:]
    /// The handles with files to take, in the order of each scheduler.
    private var order: [Scheduler: [UInt32]] = [:]
    private var last: UInt32 = 0

    /// The number of bytes of all URIs that are queued.
    private(set) var size = 0

    /// Whether there is nothing to do.
    var isEmpty: Bool { batches.isEmpty }

    /// Returns a handle that no request has; never 0.
    mutating func newHandle() -> UInt32 {
        repeat { last = last == .max ? 1 : last + 1 } while batches[last] != nil
        return last
    }

    /// Adds a request, which may have no files.
    mutating func add(_ batch: Batch) {
        batches[batch.handle] = batch
        size += batch.uris.size
        guard batch.uris.count > 0 else { return }
        if batch.scheduler == .foreground {
            order[.foreground, default: []].insert(batch.handle, at: 0)
        } else {
            order[batch.scheduler, default: []].append(batch.handle)
        }
    }

    /// Takes the next file; `nil` where there is none to take.
    mutating func next() -> Item? {
        for scheduler in [Scheduler.foreground, .default, .background] {
            guard let handle = order[scheduler]?.first, var batch = batches[handle] else {
                continue
            }
            let item = Item(
                handle: handle,
                client: batch.client,
                uri: batch.uris[batch.taken],
                size: batch.size,
                isFirst: batch.taken == 0
            )
            batch.taken += 1
            batch.inProgress += 1
            if batch.taken == batch.uris.count { order[scheduler]?.removeFirst() }
            batches[handle] = batch
            return item
        }
        return nil
    }

    /// Ends the work for a file of a request.
    mutating func end(_ handle: UInt32) { batches[handle]?.inProgress -= 1 }

    /// Drops the files of a request that were not taken; false where there is no such request.
    mutating func dequeue(_ handle: UInt32) -> Bool {
        guard let batch = batches[handle] else { return false }
        batches[handle]?.isDequeued = true
        order[batch.scheduler]?.removeAll { $0 == handle }
        return true
    }

    /// The request, where it is there.
    func batch(_ handle: UInt32) -> Batch? { batches[handle] }

    /// Removes a request that is finished, and returns it; `nil` where it is not.
    mutating func removeIfFinished(_ handle: UInt32) -> Batch? {
        guard let batch = batches[handle], batch.isFinished else { return nil }
        size -= batch.uris.size
        return batches.removeValue(forKey: handle)
    }

    /// The handles of a program.
    func handles(of client: String) -> [UInt32] {
        batches.values.filter { $0.client == client }.map(\.handle).sorted()
    }

    /// All handles.
    var handles: [UInt32] { batches.keys.sorted() }
}

extension BatchQueue.Batch {
    init(
        handle: UInt32,
        client: String,
        uris: TextList,
        size: ThumbnailSize,
        scheduler: BatchQueue.Scheduler
    ) {
        self.handle = handle
        self.client = client
        self.uris = uris
        self.size = size
        self.scheduler = scheduler
    }
}
