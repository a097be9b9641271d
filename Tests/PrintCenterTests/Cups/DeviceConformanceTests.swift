import Foundation
import Glibc
import IPP
import PrintFakes
import PrintLab
import ProofKit
import Testing

@testable import PrintCenter

/// The printers that pass the same suite, each behind the queue `office` of its scheduler.
enum DeviceKind: String, CaseIterable, Sendable {
    /// The fake, behind the fake scheduler.
    case fake
    /// The real client, and a scripted printer.
    case scripted
    /// The real client, and a real `ippeveprinter` behind cupsd.
    case ippeveprinter

    /// Runs a test with a printer of this kind, and with the scheduler that prints on it.
    func withDevice(
        _ body: (any PrinterDevice, any PrintScheduler, _ user: String) async throws -> Void
    ) async throws {
        let kind: SchedulerKind =
            switch self {
            case .fake: .fake
            case .scripted: .scripted
            case .ippeveprinter: .cupsd
            }
        try await kind.withScheduler { scheduler, user in
            let queue = try #require(try await scheduler.queues().first { $0.name == "office" })
            let uri = try #require(DeviceURI(queue.deviceURI))
            let device =
                (scheduler as? FakeScheduler)?.device(uri) ?? Device.patient(DeviceAddress(uri))
            try await body(device, scheduler, user)
            await device.close()
        }
    }

    static var available: [DeviceKind] {
        CupsLab.shared == nil ? [.fake, .scripted] : allCases
    }
}

@Suite(.serialized) struct `A printer` {
    @Test(arguments: DeviceKind.available)
    func `reports its state and what it can do`(_ kind: DeviceKind) async throws {
        try await kind.withDevice { device, _, _ in
            let group = try await device.printerAttributes()
            #expect(group["printer-state"]?.integer == IPPPrinterState.idle.rawValue)
            #expect(group["printer-state-reasons"]?.keywords == ["none"])
            #expect(group["printer-is-accepting-jobs"]?.boolean == true)
            let formats = try #require(group["document-format-supported"])
            #expect(formats.strings.contains("application/pdf"))
            for name in ["media-supported", "media-ready", "sides-supported", "copies-supported"] {
                #expect(group[name] != nil, "\(name)")
            }
        }
    }

    @Test(arguments: DeviceKind.available)
    func `reports how long it has been on, and no more than is asked`(
        _ kind: DeviceKind
    ) async throws {
        try await kind.withDevice { device, _, _ in
            func upTime() async throws -> Int {
                let group = try await device.printerAttributes(
                    requested: ["printer-up-time"],
                    timeout: .patience
                )
                #expect(group.attributes.map(\.name) == ["printer-up-time"])
                return try #require(group["printer-up-time"]?.integer)
            }
            let first = try await upTime()
            // RFC 8011 counts from 1, ippeveprinter from 0.
            #expect(first >= 0)
            #expect(try await upTime() >= first)
        }
    }

    @Test(arguments: DeviceKind.available)
    func `lists the jobs that it printed, the last one first`(_ kind: DeviceKind) async throws {
        try await kind.withDevice { device, scheduler, user in
            let names = (1...2).map { "letter \($0) \(UUID().uuidString.prefix(8))" }
            for name in names {
                let id = try await scheduler.print(name, on: "office", user: user)
                try await wait(for: "\(name) to be printed") {
                    try await scheduler.job(id, asSeenBy: user)?.state == .completed
                }
            }
            var ours: [DeviceJob] = []
            try await wait(for: "the printer to list both as completed") {
                ours = try await device.jobs(user: user).filter { names.contains($0.name ?? "") }
                return ours.count == 2 && ours.allSatisfy { $0.state == .completed }
            }
            #expect(ours.map(\.name) == names.reversed())
            #expect(ours[0].id > ours[1].id, "a later job has a higher job-id")
            #expect(ours.allSatisfy { $0.user == user })
            let last = try await device.jobs(user: user, limit: 1, timeout: .patience)
            #expect(last.filter { $0.state == .completed }.map(\.name) == [names[1]])
        }
    }

    @Test(arguments: DeviceKind.available)
    func `names the attributes that it would refuse`(_ kind: DeviceKind) async throws {
        try await kind.withDevice { device, _, user in
            let copies = IPPAttribute("copies", .integer(2))
            let sides = [("one-sided", []), ("seven-sided", ["sides"])]
            for (keyword, expected) in sides {
                let refused = try await device.refusedAttributes(
                    user: user,
                    name: "letter",
                    format: "application/pdf",
                    attributes: [copies, IPPAttribute("sides", .keyword(keyword))]
                )
                #expect(refused == expected)
            }
        }
    }

    @Test(arguments: DeviceKind.available)
    func `answers again after its connection was closed`(_ kind: DeviceKind) async throws {
        try await kind.withDevice { device, _, _ in
            for _ in 0..<2 {
                let group = try await device.printerAttributes()
                #expect(group["printer-state"] != nil)
                await device.close()
            }
        }
    }

    @Test(arguments: DeviceKind.available)
    func `prints a job of its own after the last byte, and not before`(
        _ kind: DeviceKind
    ) async throws {
        try await kind.withDevice { device, _, user in
            for isCommitted in [true, false] {
                let job = CreateJobRequest.test(user: user)
                let id = try await device.createJob(job)
                let created = try #require(try await device.job(id, user: user))
                #expect(created.name == job.name && created.uuids.contains(job.uuid))
                #expect(created.state?.isFinal == false)
                let document = try await device.begin(job: id, user: user)
                #expect(try await device.job(id, user: user)?.state?.isFinal == false)
                if isCommitted {
                    #expect(try await document.commit(timeout: .patience) == id)
                } else {
                    await document.abandon()
                }
                let isLost = try await isLost(job: id, isCommitted, at: device, user: user)
                let ended = try await device.job(id, user: user)
                let ends: [IPPJobState] =
                    isCommitted ? [.completed] : isLost ? [.canceled, .aborted] : [.aborted]
                #expect(ends.contains { $0 == ended?.state }, "\(String(describing: ended))")
                #expect((ended?.impressionsCompleted ?? 0) == (isCommitted ? 1 : 0))
                let error = await #expect(throws: CupsError.self) {
                    try await device.cancel(job: id, user: user)
                }
                #expect(error?.status == .notPossible, "the job has ended")
                await #expect(throws: CupsError.self) {
                    let second = try await device.begin(job: id, user: user)
                    _ = try await second.commit(timeout: .patience)
                }
            }
        }
    }

    /// Waits for the end of a job, and returns whether its document may never have arrived.
    ///
    /// A reset that overtakes the request takes the request with it: then the job stays open and empty, until it is
    /// canceled. That happens where the printer gets no processor time to read in. Whether it has only been slow so far
    /// cannot be seen: it may end the job itself while it is canceled.
    private func isLost(
        job: Int,
        _ isCommitted: Bool,
        at device: any PrinterDevice,
        user: String
    ) async throws -> Bool {
        let start = ContinuousClock.now
        var isLost = false
        try await wait(for: "the end of the job") {
            if try await device.job(job, user: user)?.state?.isFinal == true { return true }
            // Time: usually, the printer ends the job within it; after it, either end is right
            if !isCommitted, !isLost, ContinuousClock.now - start > .seconds(10) {
                isLost = true
                do {
                    try await device.cancel(job: job, user: user)
                } catch CupsError.ipp(.notPossible, _) {
                    // It has ended meanwhile.
                }
            }
            return false
        }
        return isLost
    }

    @Test(arguments: DeviceKind.available)
    func `cancels a job without a document, and knows no others`(_ kind: DeviceKind) async throws {
        try await kind.withDevice { device, _, user in
            let id = try await device.createJob(.test(user: user))
            try await device.cancel(job: id, user: user)
            try await wait(for: "the end of the job") {
                try await device.job(id, user: user)?.state == .canceled
            }
            #expect(try await device.job(id + 1000, user: user) == nil)
            let error = await #expect(throws: CupsError.self) {
                try await device.cancel(job: id + 1000, user: user)
            }
            #expect(error?.status == .notFound)
        }
    }

    @Test(arguments: DeviceKind.available)
    func `creates a job together with its document`(_ kind: DeviceKind) async throws {
        try await kind.withDevice { device, _, user in
            let job = CreateJobRequest.test(user: user)
            let pdf = MinimalPDF(emptyPages: 1).bytes
            let file = try TemporaryFile(contents: pdf)
            let document = try await device.beginJob(
                job,
                format: "application/pdf",
                document: DocumentBody(descriptor: file.descriptor, size: pdf.count),
                timeout: .patience
            )
            let id = try await document.commit(timeout: .patience)
            try await wait(for: "the end of the job") {
                try await device.job(id, user: user)?.state == .completed
            }
            #expect(try await device.job(id, user: user)?.uuids.contains(job.uuid) == true)
        }
    }

    @Test func `that is off cannot be reached`() async throws {
        let fake = FakeScheduler(clock: TestClock())
        fake.withState { $0.change(queue: "office") { $0.isReachable = false } }
        let scripted = try ScriptedPrinter { _, _ in .silence }
        scripted.close()
        // A printer that is off, real or scripted, is a port without a listener.
        for device in [
            fake.device(try #require(DeviceURI("ipp://office/ipp/print"))),
            Device(try #require(DeviceURI("ipp://127.0.0.1:\(scripted.port)/ipp/print"))),
        ] {
            await #expect(throws: CupsError.notConnected) { try await device.printerAttributes() }
            await #expect(throws: CupsError.notConnected) { try await device.jobs(user: "ann") }
            await #expect(throws: CupsError.notConnected) {
                try await device.refusedAttributes(
                    user: "ann",
                    name: "letter",
                    format: nil,
                    attributes: []
                )
            }
        }
    }
}

extension CreateJobRequest {
    /// A job with a UUID of its own.
    static func test(user: String) -> CreateJobRequest {
        CreateJobRequest(
            printer: "",
            user: user,
            name: "letter \(UUID().uuidString.prefix(8))",
            uuid: "urn:uuid:\(UUID().uuidString.lowercased())"
        )
    }
}

extension PrinterDevice {
    /// Sends one empty page without its last byte.
    func begin(job: Int, user: String) async throws -> any PendingDocument {
        let pdf = MinimalPDF(emptyPages: 1).bytes
        let file = try TemporaryFile(contents: pdf)
        return try await beginDocument(
            job: job,
            user: user,
            format: "application/pdf",
            document: DocumentBody(descriptor: file.descriptor, size: pdf.count),
            timeout: .patience
        )
    }
}

extension PrintScheduler {
    /// Prints one empty page as the service does: creates a held job, sends its document, and releases it.
    func print(_ name: String, on queue: String, user: String) async throws -> Int {
        let id = try await createJob(
            CreateJobRequest(
                printer: queue,
                user: user,
                name: name,
                uuid: "urn:uuid:\(UUID().uuidString.lowercased())"
            )
        )
        let pdf = MinimalPDF(emptyPages: 1).bytes
        let file = try TemporaryFile(contents: pdf)
        try await sendDocument(
            job: id,
            printer: queue,
            user: user,
            format: "application/pdf",
            document: DocumentBody(descriptor: file.descriptor, size: pdf.count)
        )
        try await release(job: id, user: user)
        return id
    }
}
