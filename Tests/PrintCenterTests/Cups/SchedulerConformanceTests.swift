import FoundationEssentials
import Glibc
import IPP
import PrintFakes
import PrintLab
import ProofKit
import Testing

@testable import PrintCenter

/// The schedulers that pass the same suite.
enum SchedulerKind: String, CaseIterable, Sendable {
    /// The fake that stands in for CUPS.
    case fake
    /// The real client, with a scripted scheduler at the other end of a socket.
    case scripted
    /// The real client and the real cupsd of printlab.
    case cupsd

    /// Runs a test with a scheduler of this kind, which has the queues `office` and `mono`.
    func withScheduler(
        _ body: (any PrintScheduler, _ user: String) async throws -> Void
    ) async throws {
        switch self {
        case .fake:
            let scheduler = FakeScheduler(queues: ["office", "mono"], clock: TestClock())
            scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .zero }
            }
            try await body(scheduler, "ann")
        case .scripted:
            let path =
                "\(TemporaryFolder.usual)/printcenter-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
            let scripted = try ScriptedScheduler(
                path: path,
                queues: [.init("office"), .init("mono")]
            )
            defer {
                scripted.close()
                unsafe unlink(path)
            }
            try await body(Scheduler(.domainSocket(path: path), patience: .patience), "ann")
        case .cupsd:
            guard let lab = CupsLab.shared else { return }
            try await body(lab.scheduler, CupsLab.user)
        }
    }

    /// Pauses or resumes a queue.
    func pause(
        _ queue: String,
        of scheduler: any PrintScheduler,
        _ user: String,
        _ isPaused: Bool
    ) async throws {
        if let fake = scheduler as? FakeScheduler {
            fake.withState { $0.change(queue: queue) { $0.state = isPaused ? .stopped : .idle } }
            return
        }
        let lab = try #require(CupsLab.shared)
        var request = IPPMessage(
            operation: isPaused ? .pausePrinter : .resumePrinter,
            requestID: 1
        )
        request.append(IPPAttribute("printer-uri", .uri(QueueURI.uri(queue))))
        request.append(.user(user))
        let reply = try await IPPConnection(to: .domainSocket(path: lab.socket)).send(
            request,
            resource: "/admin/",
            effect: .changes,
            timeout: .patience
        )
        try #require(reply.status.isSuccessful, "\(reply.statusMessage ?? "")")
    }

    static var available: [SchedulerKind] {
        CupsLab.shared == nil ? [.fake, .scripted] : allCases
    }
}

@Suite(.serialized) struct `A scheduler` {
    private func create(
        _ scheduler: any PrintScheduler,
        _ user: String,
        uuid: String
    ) async throws -> Int {
        try await scheduler.createJob(
            CreateJobRequest(printer: "office", user: user, name: "letter", uuid: uuid)
        )
    }

    private func newUUID() -> String { "urn:uuid:\(UUID().uuidString.lowercased())" }

    @Test(arguments: SchedulerKind.available)
    func `lists its queues`(_ kind: SchedulerKind) async throws {
        try await kind.withScheduler { scheduler, _ in
            let queues = try await scheduler.queues()
            #expect(queues.contains { $0.name == "office" && $0.isAccepting })
        }
    }

    @Test(arguments: SchedulerKind.available)
    func `holds a new job, and finds it by its UUID`(_ kind: SchedulerKind) async throws {
        try await kind.withScheduler { scheduler, user in
            let uuid = newUUID()
            let id = try await create(scheduler, user, uuid: uuid)
            let job = try #require(try await scheduler.job(id, asSeenBy: user))
            #expect(job.state == .pendingHeld && job.uuid == uuid)
            #expect(job.numberOfDocuments == 0 && job.timeAtProcessing == nil)
            let mine = try await scheduler.jobs(.all, ofUser: user, attributes: ["job-uuid"])
            #expect(mine.contains { $0.id == id && $0.uuid == uuid })
            // A second job with the UUID of another is a new one.
            let second = try await create(scheduler, user, uuid: uuid)
            #expect(second > id)
            for id in [id, second] { try await scheduler.cancel(job: id, user: user) }
            #expect(try await scheduler.job(id)?.state == .canceled)
        }
    }

    @Test(arguments: SchedulerKind.available)
    func `counts each document that it receives`(_ kind: SchedulerKind) async throws {
        try await kind.withScheduler { scheduler, user in
            let id = try await create(scheduler, user, uuid: newUUID())
            let contents = Array("%PDF-1.4".utf8)
            let file = try TemporaryFile(contents: contents)
            for count in 1...2 {
                try await scheduler.sendDocument(
                    job: id,
                    printer: "office",
                    user: user,
                    format: "application/pdf",
                    document: DocumentBody(descriptor: file.descriptor, size: contents.count)
                )
                #expect(try await scheduler.job(id)?.numberOfDocuments == count)
            }
            try await scheduler.cancel(job: id, user: user)
        }
    }

    @Test(arguments: SchedulerKind.available)
    func `holds and moves a job that waits, and accepts a priority for it`(
        _ kind: SchedulerKind
    ) async throws {
        try await kind.withScheduler { scheduler, user in
            let id = try await create(scheduler, user, uuid: newUUID())
            try await scheduler.hold(job: id, user: user)
            try await scheduler.move(job: id, to: "mono", user: user)
            try await scheduler.setPriority(80, job: id, user: user)
            let attributes = ["job-state", "job-printer-uri", "job-hold-until"]
            let job = try #require(try await scheduler.job(id, attributes: attributes))
            #expect(job.state == .pendingHeld && job.holdUntil == "indefinite")
            #expect(job.printerName == "mono")
            let error = await #expect(throws: CupsError.self) {
                try await scheduler.move(job: id, to: "nowhere", user: user)
            }
            #expect(error?.status == .notFound)
            #expect(try await scheduler.job(id)?.printerName == "mono")
            try await scheduler.cancel(job: id, user: user)
        }
    }

    // The scripted scheduler has no queue that is paused: it prints each job that is released.
    @Test(arguments: SchedulerKind.available.filter { $0 != .scripted })
    func `holds a job that waits for its printer`(_ kind: SchedulerKind) async throws {
        try await kind.withScheduler { scheduler, user in
            try await kind.pause("mono", of: scheduler, user, true)
            do {
                let id = try await scheduler.print("letter", on: "mono", user: user)
                #expect(try await scheduler.job(id)?.state == .pending)
                try await scheduler.hold(job: id, user: user)
                #expect(try await scheduler.job(id)?.state == .pendingHeld)
                try await scheduler.release(job: id, user: user)
                #expect(try await scheduler.job(id)?.state == .pending)
                try await scheduler.cancel(job: id, user: user)
            } catch {
                // Other suites print on this queue.
                try await kind.pause("mono", of: scheduler, user, false)
                throw error
            }
            try await kind.pause("mono", of: scheduler, user, false)
        }
    }

    @Test(arguments: SchedulerKind.available)
    func `refuses to change a job that has ended`(_ kind: SchedulerKind) async throws {
        try await kind.withScheduler { scheduler, user in
            let id = try await create(scheduler, user, uuid: newUUID())
            try await scheduler.cancel(job: id, user: user)
            for change in Self.changes {
                let error = await #expect(throws: CupsError.self) {
                    try await change.request(scheduler, id, user)
                }
                #expect(error?.status == .notPossible, "\(change.name)")
            }
        }
    }

    @Test(arguments: SchedulerKind.available)
    func `has no job with an unknown number`(_ kind: SchedulerKind) async throws {
        try await kind.withScheduler { scheduler, user in
            let missing = try await scheduler.job(999_999)
            #expect(missing == nil)
            for change in Self.changes {
                let error = await #expect(throws: CupsError.self) {
                    try await change.request(scheduler, 999_999, user)
                }
                #expect(error?.status == .notFound, "\(change.name)")
            }
        }
    }

    /// The requests that change a job.
    private static let changes:
        [(
            name: String,
            request: @Sendable (any PrintScheduler, Int, String) async throws -> Void
        )] = [
            ("release", { try await $0.release(job: $1, user: $2) }),
            ("cancel", { try await $0.cancel(job: $1, user: $2) }),
            ("hold", { try await $0.hold(job: $1, user: $2) }),
            ("move", { try await $0.move(job: $1, to: "mono", user: $2) }),
            ("priority", { try await $0.setPriority(80, job: $1, user: $2) }),
        ]
}
