import FoundationEssentials
import PrintModel
import Testing

@testable import PrintCenter

// Times of this file: the ages of rows, on a clock that stands still.

@Suite struct `The store's queue` {
    private static let office = PrinterID(rawValue: "office")

    @Test(arguments: StoreKind.allCases)
    func `counts the jobs of printers whose names are spelled in two ways`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            for name in ["caf\u{e9}", "cafe\u{301}"] {
                var record = JobRecord(job: `The store`.job(name))
                record.job.printer = PrinterID(rawValue: name)
                let key = "\(name.utf8.count)"
                _ = try await store.submit(record, key: key, request: "", with: nil)
            }
            let depths = try await store.depths(at: Date())
            #expect(depths == [QueueDepth(PrinterID(rawValue: "caf\u{e9}"), .queued, 2)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a lane has the active jobs, and the most urgent and oldest of the others`(
        _ kind: StoreKind
    )
        async throws
    {
        try await kind.withStore { store in
            var names: [String] = []
            for priority in [50, 10, 90, 50, 90] {
                names.append("job \(names.count) of \(priority)")
                _ = try await store.queued(names[names.count - 1], priority: priority)
            }
            let lane = try await store.lane(of: Self.office, at: Date(), limit: 3)
            #expect(lane.underWay.isEmpty && lane.nextHoldEnds == nil)
            #expect(lane.next.map(\.job.name) == [names[2], names[4], names[0]])

            var first = lane.next[0]
            first.delivery.phase = .creating
            _ = try await store.record(first)
            let canceled = try #require(lane.next[2].job.id)
            var sending = lane.next[2]
            sending.delivery.phase = .sending
            _ = try await store.record(sending)
            _ = try await store.requestCancel(canceled, at: Date())
            let later = try await store.lane(of: Self.office, at: Date(), limit: 1)
            #expect(later.underWay.map(\.job.name) == [names[0], names[2]])
            #expect(later.next.map(\.job.name) == [names[4]])
            let other = PrinterID(rawValue: "other")
            #expect(try await store.lane(of: other, at: Date(), limit: 9).isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the printers that were used come with what was printed, the last one first`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            #expect(try await store.usedPrinters().isEmpty)
            let jobs = [
                ("hall", "image/png"), ("office", "application/pdf"), ("hall", "application/pdf"),
                ("office", "application/pdf"), ("hall", nil),
            ]
            for (number, (printer, type)) in jobs.enumerated() {
                var job = `The store`.job("\(number)", document: type == nil ? nil : "\(number)")
                job.printer = PrinterID(rawValue: printer)
                job.document?.type = type ?? ""
                let record = JobRecord(job: job)
                _ = try await store.submit(
                    record,
                    key: "\(number)",
                    request: "",
                    with: job.document
                )
            }
            let used = try await store.usedPrinters()
            #expect(
                used
                    == [jobs[4], jobs[3], jobs[2], jobs[0]]
                    .map { UsedPrinter(PrinterID(rawValue: $0.0), type: $0.1) }
            )
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `held jobs are not in the lane until their time`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            let held = try await store.queued("held", hold: Delivery.Hold())
            let timed = try await store.queued("timed", hold: Delivery.Hold(until: now + 60))
            let early = try await store.lane(of: Self.office, at: now, limit: 9)
            #expect(early.next.isEmpty && early.nextHoldEnds == now + 60 && !early.isEmpty)
            let late = try await store.lane(of: Self.office, at: now + 60, limit: 9)
            #expect(late.next == [timed] && late.nextHoldEnds == nil)
            #expect(try await store.printersAtWork() == [Self.office])

            let depths = try await store.depths(at: now)
            #expect(depths == [QueueDepth(Self.office, .held, 2)])
            let due = try await store.depths(at: now + 60)
            #expect(due == [.init(Self.office, .held, 1), .init(Self.office, .queued, 1)])

            // A job that only its user can let go keeps no lane at work.
            _ = try await store.requestCancel(#require(timed.job.id), at: now)
            #expect(try await store.lane(of: Self.office, at: now, limit: 9).isEmpty)
            #expect(try await store.printersAtWork().isEmpty)
            #expect(try await store.activeNumbers(on: nil) == [held.job.id])
            #expect(try await store.activeNumbers(on: PrinterID(rawValue: "other")).isEmpty)
        }
    }

    @Test func `a job whose end cannot be written has not ended`() async throws {
        try await withStore { store in
            let queue = JobQueue(store: store)
            let before = try await store.queued("failing")
            var record = before
            record.job.state = .completed
            _ = try await store.pragma("query_only = 1")
            do {
                try await queue.record(&record)
                Issue.record("a store that only reads has written")
            } catch let error as StoreError {
                #expect(error.code == .failed)
            }
            #expect(record.job.finishedAt == nil)
            #expect(record.delivery == before.delivery)
            _ = try await store.pragma("query_only = 0")
            try await queue.record(&record)
            #expect(record.job.finishedAt != nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a new document is stored with its job, or not at all`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            var record = JobRecord(job: `The store`.job("one"))
            var document = DocumentFacts(
                name: "one.pdf",
                type: "application/pdf",
                kind: "PDF",
                size: 1
            )
            document.id = "new"
            record.job.document = document
            guard
                case .new(let first) = try await store.submit(
                    record,
                    key: "k",
                    request: "r",
                    with: document
                )
            else { throw `The store`.Missing() }
            #expect(try await store.document("new") == document)

            var other = record
            document.id = "other"
            other.job.document = document
            let again = try await store.submit(other, key: "k", request: "r", with: document)
            #expect(again == .existing(first))
            #expect(try await store.document("other") == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a step based on a state before the user's change is not written`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            let stale = try await store.queued("a")
            let id = try #require(stale.job.id)
            let held = try await store.change(id) { record in
                var after = record
                after.delivery.hold = Delivery.Hold()
                after.job.state = .held
                return after
            }
            #expect(held?.revision == 1)
            var step = stale
            step.delivery.phase = .creating
            step.job.state = .sending
            #expect(try await store.record(step) == held)
            #expect(try await store.job(id) == held)
            // From what stands now the step is taken.
            var next = try #require(held)
            next.delivery.phase = .prepared
            #expect(try await store.record(next).delivery.phase == .prepared)
            #expect(
                try await store.events(after: 0, limit: 9).map(\.job.state) == [.queued, .held]
            )
            #expect(try await store.change(JobID(rawValue: 99)) { $0 } == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a change that throws, or changes nothing, leaves the store unchanged`(
        _ kind: StoreKind
    )
        async throws
    {
        try await kind.withStore { store in
            let job = try await store.queued("a")
            let id = try #require(job.job.id)
            #expect(try await store.change(id) { $0 } == job)
            await #expect(throws: `The store`.Missing.self) {
                try await store.change(id) { _ in throw `The store`.Missing() }
            }
            #expect(try await store.job(id) == job)
            #expect(try await store.events(after: 0, limit: 9).count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a job's document must be in the spool`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let document = `The store`.document("d")
            _ = try await store.keep(document, key: "d")
            var first = try await store.queued("first", document: "d")
            first.job.state = .completed
            first.finish(at: StoreKind.now - 100)
            _ = try await store.record(first)
            #expect(try await store.retireDocuments(olderThan: .seconds(60)) == ["d"])
            let again = JobRecord(job: `The store`.job("again", document: "d"))
            #expect(try await store.submit(again, key: "k", request: "r") == .documentGone)
            let unknown = JobRecord(job: `The store`.job("unknown", document: "no"))
            #expect(try await store.submit(unknown, key: "k", request: "r") == .documentGone)
            #expect(try await store.active().isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `old jobs are removed with their events, in batches, and release their documents`(
        _ kind: StoreKind
    )
        async throws
    {
        try await kind.withStore { store in
            _ = try await store.keep(`The store`.document("d"), key: "d")
            for (name, age) in [("oldest", 300.0), ("old", 200), ("young", 10)] {
                var record = try await store.queued(name, document: "d")
                record.job.state = .completed
                record.finish(at: StoreKind.now - age)
                _ = try await store.record(record)
            }
            _ = try await store.queued("active")
            let month = Duration.seconds(100)
            #expect(try await store.forgetJobs(olderThan: month, limit: 1) == 1)
            #expect(try await store.list(all: true).count == 3)
            #expect(try await store.forgetJobs(olderThan: month, limit: 9) == 1)
            #expect(try await store.forgetJobs(olderThan: month, limit: 9) == 0)
            let left = try await store.list(all: true)
            #expect(left.map(\.name) == ["young", "active"])
            #expect(try await store.forgetUnused(olderThan: .seconds(-60)).isEmpty)
            #expect(try await store.forgetJobs(olderThan: .seconds(5), limit: 9) == 1)
            #expect(try await store.forgetUnused(olderThan: .seconds(-60)) == ["d"])
        }
    }

    @Test func `the listed jobs are those of the last commit, before and after a restart`()
        async throws
    {
        try await withFolder { folder in
            let path = folder + "/queue.sqlite"
            let store = try SQLiteJobStore(path: path)
            for name in ["a", "b", "c", "d"] { _ = try await store.queued(name) }
            let before = try await store.active()
            var moved = before[0]
            moved.job.printer = PrinterID(rawValue: "mono")
            moved.job.state = .waiting
            #expect(try await store.record(moved) == moved)
            var ended = before[2]
            ended.job.state = .completed
            ended.finish(at: Date())
            _ = try await store.record(ended)
            await #expect(throws: (any Error).self) {
                try await store.write("test") { db in
                    var lost = before[1]
                    lost.job.name = "lost"
                    try JobRow.replace(db, before[1], by: lost)
                    throw CancellationError()
                }
            }

            let told = [moved.job, before[1].job, before[3].job]
            #expect(try await store.list(all: false) == told)
            #expect(
                try await store.list(all: false, printer: PrinterID(rawValue: "mono")) == [
                    moved.job
                ]
            )
            #expect(try await store.list(all: false, from: JobID(rawValue: 3)) == [before[3].job])
            #expect(try await store.active().map(\.job) == told)
            let again = try SQLiteJobStore(path: path)
            #expect(try await again.list(all: false) == told)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a list has the JSON of the jobs`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let jobs = [try await store.queued("a"), try await store.queued("b")]
            let list = try await store.list(all: false)
            #expect(list == jobs.map(\.job))
            let second = try #require(try await store.firstListed(ofNewest: 1))
            #expect(try await store.list(all: true, from: second) == [list[1]])
            #expect(try await store.firstListed(ofNewest: 3) == nil)
            #expect(try await store.list(all: false, printer: Self.office).count == 2)
            #expect(try await store.list(all: false, printer: PrinterID(rawValue: "x")).isEmpty)
            #expect(try await store.list(all: false, limit: 1).map(\.id) == [list[0].id])
            let submission = try #require(jobs[0].job.submission)
            let asked = [submission, .random()]
            #expect(try await store.known(submissions: asked) == [submission])
        }
    }
}

@Suite struct `A list of jobs by date` {
    @Test(arguments: StoreKind.allCases)
    func `has the jobs of a time span, of the history and of the active jobs`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            for (name, time) in [("a", 100.0), ("b", 200), ("c", 300)] {
                var record = JobRecord(job: `The store`.job(name))
                record.job.createdAt = Date(timeIntervalSince1970: time)
                _ = try await store.submit(record, key: name, request: name, with: nil)
            }
            func names(_ filter: JobFilter) async throws -> [String] {
                let found = try await store.list(filter, from: JobID(rawValue: 0), limit: 10)
                return try found.each.map {
                    try WireFormat.decode(PrintJob.self, from: Data($0)).name
                }
            }
            for all in [true, false] {
                var filter = JobFilter(all: all, since: Date(timeIntervalSince1970: 200))
                #expect(try await names(filter) == ["b", "c"])
                filter.until = Date(timeIntervalSince1970: 300)
                #expect(try await names(filter) == ["b"])
                filter.since = Date(timeIntervalSince1970: 300)
                #expect(try await names(filter) == [])
                filter = JobFilter(all: all, until: .distantFuture)
                filter.printer = PrinterID(rawValue: "nobody")
                #expect(try await names(filter) == [])
            }
        }
    }
}

extension JobStore {
    /// The jobs of a list from its beginning, read as an array and one by one.
    func list(
        all: Bool,
        printer: PrinterID? = nil,
        from first: JobID = JobID(rawValue: 0),
        limit: Int = 100
    ) async throws -> [PrintJob] {
        let found: ListedJobs = try await list(
            all: all,
            printer: printer,
            from: first,
            limit: limit
        )
        let jobs = try WireFormat.decode(
            [PrintJob].self,
            from: Data("[".utf8 + found.json + "]".utf8)
        )
        #expect(try found.each.map { try WireFormat.decode(PrintJob.self, from: Data($0)) } == jobs)
        #expect(found.ids == jobs.compactMap(\.id))
        return jobs
    }

    /// Queues a job of a priority, or a held one.
    func queued(
        _ name: String,
        priority: Int? = nil,
        hold: Delivery.Hold? = nil
    ) async throws -> JobRecord {
        var record = JobRecord(job: `The store`.job(name))
        record.job.ticket.priority = priority
        record.delivery.hold = hold
        if hold != nil { record.job.state = .held }
        guard case .new(let queued) = try await submit(record, key: name, request: name, with: nil)
        else {
            throw `The store`.Missing()
        }
        return queued
    }
}
