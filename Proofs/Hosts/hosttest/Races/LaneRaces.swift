import FoundationEssentials
import PrintCenter
import PrintModel
import ProofKit

/// The races for one printer: the host `holder` stores steps of its job, and the host `rival` takes the lane.
actor LaneRaces {
    /// How the rival comes to the lane.
    private enum Way: CaseIterable {
        /// The row of the lane is changed although the holder has it.
        case seizure
        /// The holder is given up.
        case deposal
        /// The holder gives the lane back while it still stores a step.
        case release
    }

    private let place: RacePlace
    private let printer: PrinterID
    private let names: (holder: String, rival: String)
    /// `nil` only between two stores: its connection has to end before the next one has the host.
    private var holder: PostgresJobStore?
    private let rival: PostgresJobStore
    private var record: JobRecord
    private var generator: SeededGenerator
    private var tally = RaceTally()

    init(_ number: Int, at place: RacePlace, seed: UInt64) async throws {
        self.place = place
        printer = PrinterID(rawValue: "printer\(number)")
        names = ("holder\(number)", "rival\(number)")
        let holder = try place.open(names.holder)
        self.holder = holder
        rival = try place.open(names.rival)
        generator = SeededGenerator(seed: seed)
        let now = Date()
        let job = PrintJob(
            id: nil,
            submission: .random(),
            name: "race",
            user: "ann",
            printer: printer,
            state: .queued,
            document: nil,
            ticket: PrintTicket(),
            plan: nil,
            createdAt: now,
            updatedAt: now
        )
        let outcome = try await holder.submit(JobRecord(job: job), key: names.holder, request: "")
        guard case .new(let record) = outcome else { throw ProofError("the job is not new") }
        self.record = record
    }

    /// Lets so many races happen.
    func run(_ count: Int) async throws -> RaceTally {
        for _ in 0..<count {
            let way = generator.pick(Way.allCases)
            try await race(way)
            guard way == .deposal else { continue }
            // A store that was given up writes no more.
            holder = nil
            holder = try place.open(names.holder)
        }
        return tally
    }

    private func race(_ way: Way) async throws {
        guard let holder, let lane = try await holder.claim([printer]).first else {
            throw ProofError("\(names.holder) does not get the free lane")
        }
        var step = record
        step.job.progress.impressions += 1
        let next = step
        // Either side begins first, by up to the time that a step takes.
        let delay = generator.next(below: 6000)
        let isLater = generator.oneIn(3)
        let storing = Task { () -> Ending in
            if isLater { try await Task.sleep(for: .microseconds(delay)) }
            do {
                return .stored(try await holder.record(next, under: lane))
            } catch let error as StoreError where error.code == .stale || error.code == .taken {
                return .refused
            }
        }
        if !isLater { try await Task.sleep(for: .microseconds(delay)) }
        switch way {
        case .seizure: try await seize()
        case .deposal: try await depose()
        case .release: try await holder.release(lane)
        }
        let gained = way == .seizure ? nil : try await claim()
        let ending = try await storing.value
        // The rival goes on with the job, as it is now.
        guard let id = record.job.id, let found = try await rival.job(id) else {
            throw ProofError("the job is gone")
        }
        record = found
        if let gained {
            record.job.progress.sheets += 1
            record = try await rival.record(record, under: gained)
            try await rival.release(gained)
        } else {
            try await free()
        }
        count(ending)
    }

    /// How the step of the holder ended.
    private enum Ending: Sendable {
        case stored(JobRecord)
        case refused
    }

    private func count(_ ending: Ending) {
        tally.races += 1
        switch ending {
        case .stored: tally.stored += 1
        case .refused: tally.refused += 1
        }
    }

    // MARK: The rival

    private func seize() async throws {
        try await change(
            """
            UPDATE lane SET token = token + 1, host = lease.host, session = lease.session
            FROM lease JOIN host ON host.id = lease.host WHERE host.name = ? AND lane.printer = ?
            """,
            rival
        )
    }

    private func depose() async throws {
        let name = names.holder
        try await rival.write("seizure") { db in
            try db.run(
                """
                UPDATE lease SET session = session + 1, alive = 0
                WHERE host = (SELECT id FROM host WHERE name = ?)
                """,
                [.text(name)]
            )
        }
    }

    /// Frees the lane that was seized.
    private func free() async throws {
        try await change(
            """
            UPDATE lane SET host = NULL, session = NULL
            FROM host WHERE host.name = ? AND host.id = lane.host AND lane.printer = ?
            """,
            rival
        )
    }

    private func change(_ sql: String, _ store: PostgresJobStore) async throws {
        let values: [StoreValue] = [.text(names.rival), .text(printer.rawValue)]
        try await store.write("seizure") { db in try db.run(sql, values) }
    }

    /// Takes the lane as soon as it is free.
    private func claim() async throws -> LaneLease {
        let end = ContinuousClock.now + .patience
        while ContinuousClock.now < end {
            if let lane = try await rival.claim([printer]).first { return lane }
        }
        throw ProofError("\(names.rival) does not get the lane of \(printer.rawValue)")
    }
}
