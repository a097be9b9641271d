import Dispatch
import Foundation
import Glibc
import IPP
import PrintLab
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

/// What the real scheduler and a real virtual printer do; each fact is one that delivery rests on.
@Suite(.serialized, .enabled(if: CupsLab.shared != nil, CupsLab.whySkipped))
struct CupsSchedulerLiveTests {
    let lab: CupsLab
    let scheduler: Scheduler

    init() throws {
        lab = try #require(CupsLab.shared)
        scheduler = lab.scheduler
    }

    private func heldJob(_ uuid: String, on printer: String = "office") -> CreateJobRequest {
        CreateJobRequest(
            printer: printer,
            user: CupsLab.user,
            name: "Bericht \(uuid.suffix(6))",
            uuid: uuid,
            ticket: [IPPAttribute("sides", .keyword("one-sided"))]
        )
    }

    private func send(_ document: TemporaryFile, size: Int, to job: Int) async throws {
        try await scheduler.sendDocument(
            job: job,
            printer: "office",
            user: CupsLab.user,
            format: "application/pdf",
            document: DocumentBody(descriptor: document.descriptor, size: size)
        )
    }

    private static func newUUID() -> String { "urn:uuid:" + UUID().uuidString.lowercased() }

    private static let pdf = MinimalPDF(emptyPages: 1).bytes

    @Test func `the queues are listed with the addresses of their printers`() async throws {
        let queues = try await scheduler.queues()
        let office = try #require(queues.first { $0.name == "office" })
        #expect(DeviceURI(office.deviceURI)?.isEncrypted == false)
        #expect(office.documentFormats.contains("application/pdf"))
        #expect(office.isAccepting && !office.isTemporary)
        #expect(queues.contains { $0.name == "mono" })
    }

    @Test func `a held job is found again by the UUID that we gave it`() async throws {
        let uuid = Self.newUUID()
        let id = try await scheduler.createJob(heldJob(uuid))
        let mine = try await scheduler.jobs(
            .notCompleted,
            ofUser: CupsLab.user,
            attributes: ["job-uuid", "number-of-documents", "job-hold-until"]
        )
        let found = try #require(mine.first { $0.uuid == uuid })
        #expect(found.id == id)
        #expect(found.state == .pendingHeld)
        #expect(found.numberOfDocuments == 0)
        #expect(found.holdUntil == "indefinite")
        let all = try await scheduler.jobs(
            .all,
            asSeenBy: CupsLab.user,
            attributes: ["job-uuid"]
        )
        #expect(all.contains { $0.uuid == uuid })
        try await scheduler.cancel(job: id, user: CupsLab.user)
        let canceled = try await scheduler.job(id, asSeenBy: CupsLab.user)
        #expect(canceled?.state == .canceled)
        #expect(canceled?.printerName == "office")
        let ended = try await scheduler.jobs(
            .completed,
            ofUser: CupsLab.user,
            attributes: ["job-uuid"]
        )
        #expect(ended.contains { $0.uuid == uuid })
    }

    @Test func `a second document is accepted, and is visible before anything is printed`()
        async throws
    {
        let document = try TemporaryFile(contents: Self.pdf)
        let id = try await scheduler.createJob(heldJob(Self.newUUID()))
        try await send(document, size: Self.pdf.count, to: id)
        let once = try await scheduler.job(id, asSeenBy: CupsLab.user)
        #expect(once?.numberOfDocuments == 1)
        #expect(once?.state == .pendingHeld)
        #expect(once?.kOctets == 1)
        // Over a connection of its own, which may be asked who it is in the middle of the document.
        try await lab.scheduler.sendDocument(
            job: id,
            printer: "office",
            user: CupsLab.user,
            format: "application/pdf",
            document: DocumentBody(descriptor: document.descriptor, size: Self.pdf.count)
        )
        #expect(try await scheduler.job(id, asSeenBy: CupsLab.user)?.numberOfDocuments == 2)
        try await scheduler.cancel(job: id, user: CupsLab.user)
    }

    /// `DeliveryTests` has what follows from it.
    @Test func `what is left in the spool becomes a document of a new job, without a size`()
        async throws
    {
        let id = try await scheduler.createJob(heldJob(Self.newUUID()))
        let folder = URL(filePath: lab.socket).deletingLastPathComponent()
        let name = String(repeating: "0", count: 5 - String(id).count) + String(id)
        // As a scheduler leaves it that is killed before it has stored that it gave the number.
        try Data(Self.pdf).write(to: folder.appending(path: "spool/d\(name)-001"))
        // Its configuration is in the same folder.
        let scheduled = try FileManager.default.contentsOfDirectory(atPath: "/proc")
            .compactMap { Int32($0) }
            .first { process in
                let words = RunningProgram.read("/proc/\(process)/cmdline").split(separator: "\0")
                return words.first?.hasSuffix("/cupsd") == true
                    && words.contains { $0.hasPrefix(folder.path + "/") }
            }
        // It reads everything again, as at its start.
        kill(try #require(scheduled), SIGHUP)
        try await wait(for: "the scheduler to have restarted") {
            let found = try? await scheduler.job(id, asSeenBy: CupsLab.user)
            return found?.numberOfDocuments == 1
        }
        let found = try await scheduler.job(id, asSeenBy: CupsLab.user)
        #expect(found?.state == .pendingHeld)
        #expect(found?.kOctets == 0)
        try await scheduler.cancel(job: id, user: CupsLab.user)
    }

    @Test func `a job is released once, printed, and known to the printer itself`() async throws {
        let uuid = Self.newUUID()
        let document = try TemporaryFile(contents: Self.pdf)
        let id = try await scheduler.createJob(heldJob(uuid))
        try await send(document, size: Self.pdf.count, to: id)
        try await scheduler.release(job: id, user: CupsLab.user)
        let again = await #expect(throws: CupsError.self) {
            try await scheduler.release(job: id, user: CupsLab.user)
        }
        #expect(again?.status == .notPossible)
        try await wait(for: "job \(id) to end") {
            try await scheduler.job(id, asSeenBy: CupsLab.user)?.state?.isFinal == true
        }
        let ended = try await scheduler.job(id, asSeenBy: CupsLab.user)
        #expect(ended?.state == .completed)
        #expect(ended?.uuid == uuid)
        let late = await #expect(throws: CupsError.self) {
            try await scheduler.cancel(job: id, user: CupsLab.user)
        }
        #expect(late?.status == .notPossible)

        let queue = try #require(try await scheduler.queues().first { $0.name == "office" })
        let device = Device.patient(DeviceAddress(try #require(DeviceURI(queue.deviceURI))))
        let jobs = try await device.jobs(user: CupsLab.user)
        let name = try #require(ended?.name)
        let printed = try #require(jobs.first { $0.name?.contains(name) == true })
        #expect(printed.state == .completed)
        #expect(printed.user == CupsLab.user)
        #expect(printed.uuid != uuid)
        await device.close()
    }

    @Test func `an incomplete document is not accepted`() async throws {
        let document = try TemporaryFile(contents: Self.pdf)
        let id = try await scheduler.createJob(heldJob(Self.newUUID()))
        await #expect(throws: CupsError.documentUnreadable(errno: 0)) {
            try await send(document, size: 1_000_000, to: id)
        }
        #expect(try await scheduler.job(id, asSeenBy: CupsLab.user)?.numberOfDocuments == 0)
        try await scheduler.cancel(job: id, user: CupsLab.user)
    }

    @Test func `a missing job or printer is not found`() async throws {
        #expect(try await scheduler.job(2_000_000_000, asSeenBy: CupsLab.user) == nil)
        let error = await #expect(throws: CupsError.self) {
            try await scheduler.createJob(heldJob(Self.newUUID(), on: "no such queue"))
        }
        #expect(error?.status == .notFound)
    }

    @Test func `a job whose creation was not acknowledged is found by its UUID`() async throws {
        // Between us and the scheduler stands one that passes requests on and loses the answers.
        let path = "\(TemporaryFolder.usual)/printcenter-\(getpid())-lossy.sock"
        let behind = IPPConnection(to: .domainSocket(path: lab.socket))
        let lossy = try ScriptedPrinter(path: path) { request, _ in
            let done = DispatchSemaphore(value: 0)
            Task {
                _ = try? await behind.send(
                    request.message,
                    resource: "/printers/office",
                    effect: .changes,
                    timeout: .patience
                )
                done.signal()
            }
            done.wait()
            return .hangUp
        }
        defer {
            lossy.close()
            unsafe unlink(path)
        }
        let uuid = Self.newUUID()
        await #expect(throws: CupsError.replyLost) {
            try await Scheduler(.domainSocket(path: path), patience: .patience).createJob(
                heldJob(uuid)
            )
        }
        let jobs = try await scheduler.jobs(.all, ofUser: CupsLab.user, attributes: ["job-uuid"])
        let found = jobs.filter { $0.uuid == uuid }
        #expect(found.count == 1)
        for job in found {
            try await scheduler.cancel(job: job.id, user: CupsLab.user)
        }
    }

    @Test func `a device reports in advance what it would refuse`() async throws {
        let directory = PrinterDirectory(scheduler: scheduler, connect: { Device.patient($0) })
        let office = try #require(
            try await directory.printer(PrinterID(rawValue: "office"))
        )
        let device = try #require(await directory.probe(of: office)?.device)
        func refused(_ attributes: IPPAttribute...) async throws -> [String] {
            try await device.refusedAttributes(
                user: CupsLab.user,
                name: "test",
                format: "application/pdf",
                attributes: attributes
            )
        }
        let copies = IPPAttribute("copies", .integer(2))
        #expect(try await refused(copies, IPPAttribute("sides", .keyword("one-sided"))) == [])
        let wrong = try await refused(copies, IPPAttribute("sides", .keyword("seven-sided")))
        #expect(wrong == ["sides"])
        let obstacles = Admission(printer: office)
            .obstacles(refusing: wrong, of: PrintTicket(sides: Sides(rawValue: "seven-sided")))
        #expect(obstacles.map(\.code) == [.sidesUnsupported])
        // What nobody asked for stands in nobody's way.
        #expect(Admission(printer: office).obstacles(refusing: wrong, of: PrintTicket()) == [])
    }

    @Test func `the directory has the capabilities of real printers`() async throws {
        let directory = PrinterDirectory(scheduler: scheduler, connect: { Device.patient($0) })
        let printers = try await directory.printers()
        let office = try #require(printers.first { $0.id.rawValue == "office" }?.capabilities)
        let mono = try #require(printers.first { $0.id.rawValue == "mono" }?.capabilities)
        #expect(office.duplex && office.color)
        #expect(!mono.duplex && !mono.color)
        #expect(office.formats.contains("application/pdf"))
        #expect(!office.formats.contains("application/octet-stream"))
        // The scheduler would say 9999.
        #expect(office.copies.max < 9999)
        #expect(!office.media.isEmpty)
        #expect(!office.convertibleFormats.isEmpty)
        #expect(office.mediaMargins[MediaName.a4.rawValue]?.areNone == false)
        #expect(office.outputBins.contains("face-down"))
        #expect(office.sourceDefault.map(office.sources.contains) == true)
        // The printer lists it, and the scheduler's driver drops it on the way.
        #expect(office.attributes["print-content-optimize"] == nil)
        #expect(office.attributes["sides"] == nil)
        #expect(office.validates)
    }
}

/// The list of jobs over several answers, from a scripted scheduler.
@Suite struct CupsJobListTests {
    @Test(arguments: [0, 1, 499, 500, 501, 1203])
    func `all jobs are listed in any number of replies`(count: Int) async throws {
        let path = "\(TemporaryFolder.usual)/printcenter-\(getpid())-\(count).sock"
        let server = try ScriptedPrinter(path: path) { request, _ in
            let group = request.message.attributes(in: .operation)
            let first = group?["first-job-id"]?.integer ?? 1
            let limit = min(500, group?["limit"]?.integer ?? 500)
            var reply = IPPMessage(status: .ok, requestID: 1)
            // Numbers with gaps, as after a purge.
            let ids = (0..<count).map { $0 * 3 + 2 }.filter { $0 >= first }.prefix(limit)
            reply.groups += ids.map { id in
                IPPAttributeGroup(
                    .job,
                    [
                        IPPAttribute("job-id", .integer(Int32(id))),
                        IPPAttribute("job-state", .enumeration(id % 2 == 0 ? 9 : 4)),
                    ]
                )
            }
            return .reply(reply)
        }
        defer {
            server.close()
            unsafe unlink(path)
        }
        let scheduler = Scheduler(.domainSocket(path: path), patience: .patience)
        let all = try await scheduler.jobs(
            .all,
            asSeenBy: CupsLab.user,
            attributes: ["job-uuid"]
        )
        #expect(all.map(\.id) == (0..<count).map { $0 * 3 + 2 })
        let ended = try await scheduler.jobs(.completed, ofUser: "ann")
        #expect(ended.map(\.id) == all.map(\.id).filter { $0 % 2 == 0 })
    }

    @Test func `a request names the viewer of a job`() async throws {
        let path = "\(TemporaryFolder.usual)/printcenter-\(getpid())-viewer.sock"
        let server = try ScriptedPrinter(path: path) { _, _ in
            .reply(IPPMessage(status: .ok, requestID: 1))
        }
        defer {
            server.close()
            unsafe unlink(path)
        }
        let scheduler = Scheduler(.domainSocket(path: path), patience: .patience)
        _ = try await scheduler.job(1, asSeenBy: "ann")
        _ = try await scheduler.jobs(.notCompleted, asSeenBy: "ben")
        _ = try await scheduler.jobs(.notCompleted, ofUser: "cleo")
        let asked = server.messages.compactMap { $0.attributes(in: .operation) }
        #expect(asked.map { $0["requesting-user-name"]?.string } == ["ann", "ben", "cleo"])
        #expect(asked.map { $0["my-jobs"]?.boolean } == [nil, nil, true])
    }
}
