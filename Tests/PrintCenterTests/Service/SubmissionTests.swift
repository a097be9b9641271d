import FoundationEssentials
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `A submission` {
    private func request(
        _ fakes: ServiceOnFakes,
        _ ticket: PrintTicket = PrintTicket(),
        printer: String = "office"
    ) async throws -> SubmissionRequest {
        SubmissionRequest(
            document: try await fakes.document().id ?? "",
            printer: printer,
            ticket: ticket
        )
    }

    @Test func `with the same key and request gives the same job`() async throws {
        try await ServiceOnFakes.run { fakes in
            let request = try await request(fakes)
            let first = try await fakes.service.submit(request, key: "k")
            #expect(try await fakes.service.submit(request, key: "k") == first)
            var other = request
            other.ticket.copies = 2
            let problem = await fakes.problem {
                _ = try await fakes.service.submit(other, key: "k")
            }
            #expect(problem == .keyReused)
            #expect(await fakes.store.activeCount() == 1)
        }
    }

    @Test func `whose client has gone meanwhile queues nothing`() async throws {
        try await ServiceOnFakes.run { fakes in
            let request = try await request(fakes)
            let problem = await fakes.problem {
                try await Caller.$current.withValue(Caller { false }) {
                    _ = try await fakes.service.submit(request, key: "k")
                }
            }
            #expect(problem == .requestTimeout)
            #expect(await fakes.store.activeCount() == 0)
            // The same request again, by a client that waits.
            let job = try await fakes.service.submit(request, key: "k")
            let again = await fakes.problem {
                try await Caller.$current.withValue(Caller { false }) {
                    _ = try await fakes.service.reprint(job.label, key: "l")
                }
            }
            #expect(again == .requestTimeout)
            #expect(await fakes.store.activeCount() == 1)
        }
    }

    @Test func `asks its printer, and the others only where it is refused`() async throws {
        try await ServiceOnFakes.run { fakes in
            func submit(_ ticket: PrintTicket, key: String) async throws {
                let chunks = AsyncStream<[UInt8]> { stream in
                    stream.yield([1, 2, 3])
                    stream.finish()
                }
                _ = try await fakes.service.submit(
                    SubmissionRequest(printer: "office", ticket: ticket),
                    name: "a.pdf",
                    type: nil,
                    key: key,
                    size: 3,
                    chunks: chunks
                )
            }
            func mono() async -> Printer.State? {
                let printers = await fakes.service.directory.knownPrinters
                return printers?.first { $0.id.rawValue == "mono" }?.state
            }
            _ = try await fakes.service.printers()
            fakes.scheduler.withState { $0.change(queue: "mono") { $0.isReachable = false } }
            fakes.clock.advance(by: .seconds(10))
            try await submit(PrintTicket(), key: "k")
            #expect(await mono() == .idle, "it was not asked")
            var ticket = PrintTicket()
            ticket.copies = 5000
            let problem = await fakes.problem { try await submit(ticket, key: "l") }
            #expect(problem == .notPossible)
            #expect(await mono() == .unreachable)
        }
    }

    @Test func `with its document gives the same job, and keeps the document once`() async throws {
        try await ServiceOnFakes.run { fakes in
            func submit() async throws -> PrintJob {
                let chunks = AsyncStream<[UInt8]> { stream in
                    stream.yield([1, 2, 3])
                    stream.finish()
                }
                return try await fakes.service.submit(
                    SubmissionRequest(printer: "office"),
                    name: "a.pdf",
                    type: nil,
                    key: "k",
                    size: 3,
                    chunks: chunks
                )
            }
            let first = try await submit()
            #expect(try await submit() == first)
            let names = try fakes.spooledNames()
            #expect(names == [try #require(first.document?.id)])
        }
    }

    @Test func `of several documents is one job, which outlives them`() async throws {
        try await ServiceOnFakes.run { fakes in
            let parts = [try await fakes.document("a.pdf"), try await fakes.document("b.pdf")]
            let ids = parts.compactMap(\.id)
            let whole = try await fakes.service.join(JoinRequest(documents: ids), key: "j")
            #expect(try await fakes.service.join(JoinRequest(documents: ids), key: "j") == whole)
            #expect(whole.parts?.map(\.name) == ["a.pdf", "b.pdf"] && whole.pages == nil)
            for id in ids { try await fakes.service.discard(document: id) }
            let id = try #require(whole.id)
            #expect(try fakes.spooledNames() == [id])
            let again = try await fakes.service.join(
                JoinRequest(documents: [id, id], name: "All"),
                key: "k"
            )
            #expect(again.name == "All" && again.parts?.count == 4)
            let job = try await fakes.service.submit(
                SubmissionRequest(document: id, printer: "office"),
                key: "job"
            )
            #expect(job.document?.pages == 6 && job.plan?.pages == Array(1...6))
            #expect(job.name == "a.pdf + 1")
        }
    }

    @Test func `of documents that are not there, or too many, joins nothing`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try #require(try await fakes.document().id)
            let many = Array(repeating: id, count: DocumentFacts.partsLimit + 1)
            for (ids, expected) in [
                ([id, "gone"], Problem.Code.documentNotFound), ([], .invalidRequest),
                (many, .invalidRequest),
            ] {
                let problem = await fakes.problem {
                    _ = try await fakes.service.join(
                        JoinRequest(documents: ids),
                        key: "\(ids.count)"
                    )
                }
                #expect(problem == expected, "\(ids.count)")
            }
            #expect(try fakes.spooledNames() == [id])
        }
    }

    static let refusals: [(String, PrintTicket, Obstacle.Code)] = [
        ("pages", PrintTicket(pages: try? PageSelection("5-9")), .pagesOutOfRange),
        ("copies", PrintTicket(copies: 10_000), .copiesUnsupported),
        ("sides", PrintTicket(sides: .twoSidedShortEdge), .sidesUnsupported),
    ]

    @Test(arguments: refusals)
    func `that the printer cannot print queues nothing`(
        _ name: String,
        _ ticket: PrintTicket,
        _ code: Obstacle.Code
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let request = try await request(fakes, ticket)
            await #expect {
                try await fakes.service.submit(request, key: "k")
            } throws: { error in
                let problem = error as? Problem
                return problem?.code == .notPossible
                    && problem?.check?.obstacles.map(\.code) == [code]
            }
            #expect(await fakes.store.activeCount() == 0)
        }
    }

    @Test(arguments: [
        (DocumentFacts.Problem.damaged, Obstacle.Code.documentDamaged),
        (.encrypted, .documentEncrypted), (.empty, .documentEmpty),
        (.restricted, .documentRestricted),
    ])
    func `of a document that cannot be printed queues nothing`(
        _ problem: DocumentFacts.Problem,
        _ code: Obstacle.Code
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.preparer.problem = problem
            let request = try await request(fakes)
            let check = try await fakes.service.check(
                CheckRequest(document: try #require(request.document), printer: "office")
            )
            #expect(check.obstacles.map(\.code) == [code])
            let problem = await fakes.problem {
                _ = try await fakes.service.submit(request, key: "k")
            }
            #expect(problem == .notPossible)
        }
    }

    @Test func `to an unknown printer, or of an unknown document, queues nothing`() async throws {
        try await ServiceOnFakes.run { fakes in
            let toUnknownPrinter = try await request(fakes, printer: "nobody")
            #expect(
                await fakes.problem {
                    _ = try await fakes.service.submit(toUnknownPrinter, key: "a")
                }
                    == .notPossible
            )
            let nothing = SubmissionRequest(document: "no", printer: "office")
            #expect(
                await fakes.problem { _ = try await fakes.service.submit(nothing, key: "b") }
                    == .documentNotFound
            )
            #expect(await fakes.store.activeCount() == 0)
        }
    }

    @Test func `without a scheduler queues nothing`() async throws {
        try await ServiceOnFakes.run { fakes in
            let request = try await request(fakes)
            await fakes.service.directory.invalidate()
            fakes.scheduler.fail(.queues, with: .notConnected, times: 1_000)
            // Found missing for longer than a restart takes.
            _ = try? await fakes.service.printers()
            fakes.clock.advance(by: .seconds(61))
            #expect(
                await fakes.problem { _ = try await fakes.service.submit(request, key: "k") }
                    == .schedulerUnreachable
            )
        }
    }

    @Test func `while the scheduler restarts waits for it, with its options`() async throws {
        try await ServiceOnFakes.run { fakes in
            _ = try await fakes.service.printers()
            fakes.scheduler.fail(.queues, with: .notConnected, times: 1_000_000)
            fakes.clock.advance(by: .seconds(10))
            let id = try await fakes.submit(to: "office", PrintTicket(numberUp: 2))
            let job = try await fakes.job(id)
            #expect(job.state == .waiting)
            #expect(job.reasons.map(\.code) == [.schedulerUnreachable])
            #expect(job.plan?.numberUp == 2)
            // What its printer does not support is refused as ever.
            var ticket = PrintTicket()
            ticket.copies = 5000
            let problem = await fakes.problem { try await fakes.submit(to: "office", ticket) }
            #expect(problem == .notPossible)
            // One that stays away is no longer waited for, unless the request says so.
            fakes.clock.advance(by: .seconds(61))
            let late = await fakes.problem { try await fakes.submit() }
            #expect(late == .schedulerUnreachable)
            fakes.scheduler.fail(.queues, with: .notConnected, times: 0)
            #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
        }
    }

    @Test func `that the store cannot write leaves nothing in the spool`() async throws {
        try await ServiceOnFakes.run { fakes in
            struct DiskFull: Error {}
            await fakes.store.failChanges(with: DiskFull())
            await #expect(throws: DiskFull.self) { try await fakes.document() }
            let names = try fakes.spooledNames()
            #expect(names.isEmpty)
        }
    }

    @Test func `on hold waits until it is released`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit(hold: true)
            #expect(try await fakes.job(id).reasons.map(\.code) == [.heldByUser])
            #expect(await fakes.store.printersAtWork().isEmpty)
            _ = try await fakes.service.release(id.description)
            #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
        }
    }
}
