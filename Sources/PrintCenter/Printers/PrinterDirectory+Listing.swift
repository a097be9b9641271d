import PrintModel

/// The rows of all printers at one time, for which no device was asked.
struct Listing: Sendable {
    /// The rows, sorted by id.
    private(set) var rows: [ListedRow]
    /// Whether the scheduler could be reached.
    let isReachable: Bool
    /// When the scheduler was asked.
    let asked: Duration
    /// Where each id and each other name is in the rows.
    private let places: [PrinterID: Int]

    init(_ rows: [ListedRow], isReachable: Bool, asked: Duration) {
        self.rows = rows
        self.isReachable = isReachable
        self.asked = asked
        let ids = rows.enumerated().map { ($1.row.id, $0) }
        let aliases = rows.enumerated().flatMap { index, listed in
            listed.row.aliases.map { ($0, index) }
        }
        places = Dictionary(ids + aliases) { first, _ in first }
    }

    subscript(id: PrinterID) -> ListedRow? { places[id].map { rows[$0] } }

    /// Takes in what the scheduler has said of one queue since.
    mutating func replace(_ queue: SchedulerQueue) {
        guard let index = places[PrinterID(rawValue: queue.name)],
            rows[index].queue?.name == queue.name
        else { return }
        rows[index].queue = queue
    }
}

/// A list that is being made.
struct PendingListing {
    let task: Task<Result<Listing, CupsError>, Never>
    let asked: Duration
}

extension PrinterDirectory {
    /// Lists that are not part of a request take one hundredth of the time at most.
    private static let rarity = 100
    /// The longest time between two such lists: 30 seconds.
    private static let longestPause = Duration.seconds(30)

    /// Returns the rows of all printers.
    ///
    /// One list serves all who ask meanwhile: with hundreds of queues it takes the scheduler, and this process, tens of
    /// milliseconds.
    ///
    /// - Parameter start: A list that was begun then, or later, is new enough.
    /// - Returns: The list.
    /// - Throws: The error of the scheduler, if there is no other source of printers.
    func listing(since start: Duration) async throws(CupsError) -> Listing {
        if let lastListing, lastListing.asked >= start { return lastListing }
        if let pendingListing, pendingListing.asked >= start {
            return try await pendingListing.task.value.get()
        }
        let asked = clock.uptime
        let task = Task { () -> Result<Listing, CupsError> in
            do throws(CupsError) {
                return .success(try await self.list(at: asked))
            } catch {
                if self.pendingListing?.asked == asked { self.pendingListing = nil }
                return .failure(error)
            }
        }
        pendingListing = PendingListing(task: task, asked: asked)
        return try await task.value.get()
    }

    /// Returns the row of one printer.
    ///
    /// Of the scheduler, only its queue is asked for.
    ///
    /// - Parameters:
    ///   - id: The printer.
    ///   - start: What the scheduler said of the queue then, or later, is new enough.
    /// - Returns: The row, which is `nil` if there is no such printer, and the list that it is from.
    /// - Throws: The error of the scheduler, if there is no other source of printers.
    func listed(
        _ id: PrinterID,
        since start: Duration
    ) async throws(CupsError) -> (row: ListedRow?, listing: Listing) {
        let listing = try await listing(since: min(start, clock.uptime - freshness))
        guard listing.asked < start else { return (listing[id], listing) }
        if let row = listing[id] {
            guard let queue = row.queue else { return (row, listing) }
            if listing.isReachable, queue.members.isEmpty, let now = await asked(queue) {
                lastListing?.replace(now)
                var row = row
                row.queue = now
                return (row, listing)
            }
        }
        let renewed = try await self.listing(since: start)
        return (renewed[id], renewed)
    }

    /// Returns what the scheduler says of a queue now; `nil` without an answer, or where the rows have to be made again.
    private func asked(_ queue: SchedulerQueue) async -> SchedulerQueue? {
        let group = try? await scheduler.attributes(
            ofQueue: queue.name,
            requested: SchedulerQueue.requestedAttributes
        )
        guard let now = group.flatMap({ SchedulerQueue($0) }), now.name == queue.name,
            now.deviceURI == queue.deviceURI, now.uuid == queue.uuid,
            now.isTemporary == queue.isTemporary, now.members.isEmpty
        else { return nil }
        return now
    }

    /// How long a scheduler that was there may be away and count as one that restarts: a minute.
    private static let longestRestart = Duration.seconds(60)

    /// Whether the scheduler was there, and has been found missing for so short a time that it is likely to restart.
    var isSchedulerRestarting: Bool {
        schedulerAwaySince.map { clock.uptime - $0 < Self.longestRestart } ?? false
    }

    /// How old a list may be that is not part of a request: the longer it takes to make one, the older.
    var listingPause: Duration {
        max(freshness, min(listingTime * Self.rarity, Self.longestPause))
    }

    /// Whether there is a printer of this id, also one that is off.
    func lists(_ printer: PrinterID) async throws(CupsError) -> Bool {
        try await listing(since: clock.uptime - freshness)[printer] != nil
    }

    private func list(at asked: Duration) async throws(CupsError) -> Listing {
        let isReachable: Bool
        let queues: [SchedulerQueue]
        do {
            queues = try await scheduler.queues()
            isReachable = true
            schedulerAwaySince = nil
        } catch {
            if schedulerAwaySince == nil { schedulerAwaySince = asked }
            // Devices print without a scheduler, and one that restarts has the same queues again. Those that it listed last
            // stay then.
            var hasRows = isSchedulerRestarting && !self.queues.isEmpty
            if !hasRows { hasRows = await !currentRows(of: [], uuids: [:]).isEmpty }
            guard hasRows else { throw error }
            queues = self.queues
            isReachable = false
        }
        let rows = await currentRows(of: queues, uuids: deviceUUIDs)
        let listing = Listing(rows, isReachable: isReachable, asked: asked)
        if pendingListing?.asked == asked {
            pendingListing = nil
            lastListing = listing
        }
        // One that was begun later counts more.
        guard asked >= listedLast else { return listing }
        listedLast = asked
        listingTime = clock.uptime - asked
        self.queues = queues
        schedulerDefault = queues.first(where: \.isDefault)?.name
        takePlaces(of: rows)
        return listing
    }
}
