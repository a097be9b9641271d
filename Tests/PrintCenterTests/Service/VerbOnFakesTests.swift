import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

// Times of this file: how long the fake printer prints, on the clock of the test.

@Suite struct `Verbs on our jobs` {
    typealias Verb = @Sendable (PrintService, String) async throws -> PrintJob

    static let verbs: [(String, Verb)] = [
        ("hold", { try await $0.hold($1) }), ("release", { try await $0.release($1) }),
        ("cancel", { try await $0.cancel($1) }),
        ("priority", { try await $0.setPriority($1, 80) }),
        ("move", { try await $0.move($1, to: "mono") }),
        ("reprint", { try await $0.reprint($1, key: "again") }),
    ]

    @Test(arguments: verbs)
    func `report a job that does not exist`(_ name: String, _ verb: @escaping Verb) async throws {
        try await ServiceOnFakes.run { fakes in
            for label in ["99", "office-99"] {
                let problem = await fakes.problem { _ = try await verb(fakes.service, label) }
                #expect(problem == .jobNotFound)
            }
        }
    }

    @Test(arguments: verbs.filter { $0.0 != "reprint" })
    func `do not change a job that has ended`(
        _ name: String,
        _ verb: @escaping Verb
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            let ended = try await fakes.runLane(untilEndOf: id)
            let problem = await fakes.problem { _ = try await verb(fakes.service, "\(id)") }
            #expect(problem == .jobEnded)
            #expect(try await fakes.job(id) == ended)
        }
    }

    @Test(arguments: verbs.filter { $0.0 != "reprint" && $0.0 != "release" })
    func `are idempotent on a queued job`(
        _ name: String,
        _ verb: @escaping Verb
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            let once = try await verb(fakes.service, "\(id)")
            let twice = try await verb(fakes.service, "\(id)")
            #expect(once.state == twice.state && once.printer == twice.printer)
            let states: [String: JobState] = ["hold": .held, "cancel": .canceled]
            #expect(twice.state == states[name] ?? .queued)
        }
    }

    @Test func `a canceled job never reaches the scheduler`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            #expect(try await fakes.service.cancel("\(id)").state == .canceled)
            await fakes.lane().run()
            #expect(fakes.scheduler.withState { $0.jobs.isEmpty })
            #expect(try await fakes.service.cancel("\(id)").state == .canceled)
        }
    }

    /// Submits a job whose printing does not end.
    private func printing(_ fakes: ServiceOnFakes) async throws -> JobID {
        fakes.scheduler.withState { state in
            state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
        }
        let id = try await fakes.submit()
        try await fakes.runLane(until: "the job to print") {
            try await fakes.job(id).state == .printing
        }
        return id
    }

    @Test func `a printing job is canceled at the scheduler and the printer`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await printing(fakes)
            let canceling = try await fakes.service.cancel("\(id)")
            #expect(canceling.reasons.map(\.code) == [.canceling])
            #expect(try await fakes.runLane(untilEndOf: id).state == .canceled)
            #expect(fakes.scheduler.withState { $0.jobs.map(\.state) } == [.canceled])
            #expect(fakes.scheduler.withState { $0.printedCount } == 0)
        }
    }

    @Test func `a job that is canceled as the service ends does not print on`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await printing(fakes)
            _ = try await fakes.service.cancel("\(id)")
            // As where a service begins that is to end at once.
            let lane = fakes.lane()
            let running = Task { await lane.run() }
            running.cancel()
            await running.value
            #expect(fakes.scheduler.withState { $0.jobs.map(\.state) } == [.canceled])
            #expect(try await fakes.record(id).delivery.cancelSent)
        }
    }

    @Test func `a hold that comes with the release is one at the scheduler, too`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            try await fakes.submit("before.pdf")
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the release of both jobs") {
                try await fakes.record(id).delivery.phase == .released
            }
            // It was read before its release.
            let missed = try await fakes.service.held(id, "\(id)", isReleased: false)
            #expect(missed.delivery.hold == nil && missed.job.state != .held)
            #expect(try await fakes.service.hold("\(id)").state == .held)
            #expect(fakes.scheduler.withState { $0.jobs.last?.state } == .pendingHeld)
        }
    }

    @Test func `a printing job can be neither held nor moved`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await printing(fakes)
            let service = fakes.service
            #expect(await fakes.problem { _ = try await service.hold("\(id)") } == .jobDelivered)
            #expect(
                await fakes.problem { _ = try await service.move("\(id)", to: "mono") }
                    == .jobDelivered
            )
            #expect(
                await fakes.problem { _ = try await service.setPriority("\(id)", 1) }
                    == .jobDelivered
            )
        }
    }

    @Test func `a job that waits in the scheduler is moved, and prints once, there`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let first = try await fakes.submit("first")
            let second = try await fakes.submit("second")
            try await fakes.runLane(until: "both jobs to be handed over") {
                let jobs = fakes.scheduler.withState { $0.jobs.map(\.state) }
                let phase = try await fakes.record(second).delivery.phase
                return jobs == [.processing, .pending] && phase == .released
            }
            let moved = try await fakes.service.move("\(second)", to: "mono")
            #expect(moved.printer.rawValue == "mono")
            #expect(try await fakes.runLane("mono", untilEndOf: second).state == .completed)
            let mono = fakes.scheduler.withState { $0.queues[1].deviceJobs.map(\.name) }
            #expect(mono == ["second"])
            #expect(try await !fakes.job(first).state.isFinal)
        }
    }

    @Test func `a move to a printer that cannot print the job is refused`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            #expect(
                await fakes.problem { _ = try await fakes.service.move("\(id)", to: "nobody") }
                    == .notPossible
            )
            #expect(try await fakes.job(id).printer.rawValue == "office")
        }
    }

    @Test func `name a held job in the list, however it came to be held`() async throws {
        try await ServiceOnFakes.run { fakes in
            let time = fakes.clock.now + 3600
            let first = try await fakes.submit("timed.pdf", PrintTicket(holdUntil: time))
            let second = try await fakes.submit("held.pdf", hold: true)
            let third = try await fakes.submit("late.pdf")
            _ = try await fakes.service.hold("\(third)")
            let wish = ReprintRequest(ticket: PrintTicket(holdUntil: time))
            let again = try await fakes.service.reprint("\(second)", wish, key: "r")
            var listed: [String] = []
            for try await jobs in fakes.service.jobList(JobFilter(), language: .english) {
                let all = Data("[".utf8 + jobs + "]".utf8)
                listed += try WireFormat.decode([PrintJob].self, from: all)
                    .flatMap { $0.reasons.map(\.remedy) }
            }
            let commands = [first, second, third, try #require(again.id)]
                .map { "run: printq release \($0)" }
            #expect(listed.count == 4)
            #expect(zip(listed, commands).allSatisfy { $0.hasSuffix($1) }, "\(listed)")
        }
    }

    @Test func `a reprint takes no control characters into the name of a job`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            let wish = ReprintRequest(name: "\u{1B}E\u{7}Report\n2\u{0}")
            let again = try await fakes.service.reprint("\(id)", wish, key: "r")
            #expect(again.name == "EReport 2")
        }
    }

    @Test func `a reprint is a new job with the changes of its ticket`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit("a.pdf", to: "office", PrintTicket(copies: 2))
            _ = try await fakes.runLane(untilEndOf: id)
            let wish = ReprintRequest(ticket: PrintTicket(pages: try? PageSelection("2")))
            let again = try await fakes.service.reprint("\(id)", wish, key: "r")
            #expect(again.id != id && again.ticket.copies == 2)
            #expect(again.plan?.pages.map(Array.init) == [2])
            #expect(try await fakes.service.reprint("\(id)", wish, key: "r") == again)
            // The document goes a day after the end of its last job.
            _ = try await fakes.runLane(untilEndOf: #require(again.id))
            fakes.clock.advance(by: .seconds(25 * 3600))
            await fakes.service.removeOldDocuments()
            #expect(
                await fakes.problem { _ = try await fakes.service.reprint("\(id)", key: "s") }
                    == .documentGone
            )
        }
    }

    @Test func `all jobs of a printer are canceled at once, and only those`() async throws {
        try await ServiceOnFakes.run { fakes in
            for _ in 0..<3 { try await fakes.submit() }
            let other = try await fakes.submit(to: "mono")
            #expect(try await fakes.service.cancelAll(on: "office").count == 3)
            #expect(await fakes.store.activeNumbers(on: nil) == [other])
        }
    }

    @Test func `many canceled jobs are listed in pieces, in words of the reader`() async throws {
        try await ServiceOnFakes.run { fakes in
            var ids: [JobID] = []
            for _ in 0..<600 { ids.append(try await fakes.submit()) }
            let canceled = try await fakes.service.cancelAll(on: nil, language: .simplifiedChinese)
            var pieces: [String] = []
            for try await piece in canceled {
                pieces.append(String(decoding: piece, as: UTF8.self))
            }
            #expect(pieces.count == 3)
            let all = "[\(pieces.joined(separator: ","))]"
            let jobs = try WireFormat.decode([PrintJob].self, from: Data(all.utf8))
            #expect(jobs.map(\.id) == ids)
            #expect(jobs.allSatisfy { $0.state == .canceled })
            let words = try #require(jobs.first?.reasons.first)
            #expect(words.code == .canceledByUser)
            let hasChinese = words.message.unicodeScalars.contains { $0.value > 0x4E00 }
            #expect(hasChinese, "\(words.message)")
        }
    }
}

@Suite struct `Verbs on jobs of other programs` {
    private func add(_ fakes: ServiceOnFakes, isHeld: Bool = false) -> String {
        // Without this the job would print at once.
        fakes.scheduler.withState { $0.change(queue: "office") { $0.state = .stopped } }
        let number = fakes.scheduler.withState { state in
            state.add(
                CreateJobRequest(
                    printer: "office",
                    user: "ann",
                    name: "letter",
                    uuid: "urn:uuid:\(UUID().uuidString.lowercased())",
                    isHeld: isHeld
                )
            )
        }
        return "office-\(number)"
    }

    private func state(_ fakes: ServiceOnFakes, _ label: String) async throws -> JobState {
        try await fakes.service.details(label).job.state
    }

    @Test func `hold, release, and cancel them`() async throws {
        try await ServiceOnFakes.run { fakes in
            let label = add(fakes)
            let first = try await state(fakes, label)
            #expect(first == .queued)
            for _ in 0..<2 {
                #expect(try await fakes.service.hold(label).state == .held)
            }
            for _ in 0..<2 {
                #expect(try await fakes.service.release(label).state == .queued)
            }
            for _ in 0..<2 {
                #expect(try await fakes.service.cancel(label).state == .canceled)
            }
            #expect(await fakes.problem { _ = try await fakes.service.hold(label) } == .jobEnded)
        }
    }

    @Test func `move them and set their priority`() async throws {
        try await ServiceOnFakes.run { fakes in
            let label = add(fakes, isHeld: true)
            _ = try await fakes.service.setPriority(label, 90)
            #expect(fakes.scheduler.withState { $0.jobs[0].priority } == 90)
            let moved = try await fakes.service.move(label, to: "mono")
            #expect(moved.external == "mono-1")
            // A client that loses the reply retries with the former name.
            #expect(try await fakes.service.move(label, to: "mono").external == "mono-1")
        }
    }

    @Test(arguments: [
        // The clock of the fakes shows 08:00:00 UTC at first.
        ("10:00", 7200.0), ("08:00:00", 86_400), ("07:30:15", 84_615),
    ])
    func `say until when they are held, by the clock of the service`(
        _ text: String,
        _ seconds: Double
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let label = add(fakes, isHeld: true)
            fakes.scheduler.withState { $0.jobs[0].holdUntil = text }
            let job = try await fakes.service.details(label).job
            #expect(job.reasons.map(\.code) == [.heldUntil])
            let time = LocalTime.words(fakes.clock.now + seconds)
            #expect(job.reasons.first?.parameters["time"] == time)
        }
    }

    @Test func `cannot print them again`() async throws {
        try await ServiceOnFakes.run { fakes in
            let label = add(fakes)
            #expect(
                await fakes.problem { _ = try await fakes.service.reprint(label, key: "k") }
                    == .jobForeign
            )
        }
    }

    @Test(arguments: [
        (CupsError.ipp(.forbidden, message: nil), Problem.Code.notAllowed),
        (.authenticationRequired, .notAllowed), (.ipp(.notPossible, message: nil), .jobDelivered),
        (.notConnected, .schedulerUnreachable),
        (.ipp(.badRequest, message: nil), .schedulerRefused),
    ])
    func `report why the scheduler refused`(
        _ error: CupsError,
        _ code: Problem.Code
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let label = add(fakes)
            fakes.scheduler.fail(.cancel, with: error)
            #expect(await fakes.problem { _ = try await fakes.service.cancel(label) } == code)
        }
    }

    @Test func `list them beside ours, each job once`() async throws {
        try await ServiceOnFakes.run { fakes in
            let ours = try await fakes.submit()
            try await fakes.runLane(until: "the scheduler to have our job") {
                fakes.scheduler.withState { !$0.jobs.isEmpty }
            }
            let label = add(fakes)
            #expect(await fakes.service.externalJobs(all: true).map(\.label) == [label])
            #expect(try await !fakes.job(ours).label.isEmpty)
        }
    }
}
