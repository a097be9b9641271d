import FoundationEssentials
import IPP
import PrintFakes
import PrintLab
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

/// The directory with printers that announce themselves.
@Suite struct `Printers that announce themselves` {
    private static let uuid = "6a1b2c3d-0000-4000-8000-001122334455"

    /// Announcements that a test makes.
    private final class Announcer: AnnouncementSource {
        private let latest: Mutex<Announcements>

        init(_ services: [AnnouncedService], isSettled: Bool = true) {
            latest = Mutex(Announcements(services: services, isSettled: isSettled))
        }

        var announcements: Announcements {
            get { latest.withLock { $0 } }
            set { latest.withLock { $0 = newValue } }
        }

        func start() {}
        func know(_ names: Set<String>) {}
        func stop() async {}
        func snapshots() -> AsyncStream<Announcements> {
            AsyncStream { stream in
                stream.yield(announcements)
                stream.finish()
            }
        }
    }

    /// A room with one printer, which may have a queue.
    private final class Room: Sendable {
        let devices = FakeScheduler(queues: ["office"], clock: TestClock())
        let queues: FakeScheduler
        let announcer: Announcer
        let asked = Mutex<[DeviceAddress]>([])
        let memory = DeviceMemory()

        init(_ services: [AnnouncedService], queues: [String] = [], isSettled: Bool = true) {
            self.queues = FakeScheduler(queues: queues, clock: TestClock())
            announcer = Announcer(services, isSettled: isSettled)
            devices.withState { state in
                state.change(queue: "office") { $0.deviceUUID = "urn:uuid:\(uuid)" }
            }
        }

        /// A directory that has just started.
        var directory: PrinterDirectory {
            PrinterDirectory(
                scheduler: queues,
                connect: { [self] address in
                    asked.withLock { $0.append(address) }
                    guard address.uri.host == "office.local",
                        let office = DeviceURI("ipp://office/ipp/print")
                    else { return queues.device(address.uri) }
                    return devices.device(office)
                },
                announcements: announcer,
                memory: memory,
                clock: TestClock()
            )
        }
    }

    private static func service(encrypted: Bool = false, uuid: String = uuid) -> AnnouncedService {
        AnnouncedService(
            id: .init(instance: "Office Printer", isEncrypted: encrypted),
            host: "office.local",
            addresses: ["192.0.2.7"],
            port: 631,
            txt: ["rp": "ipp/print", "uuid": uuid, "note": "2nd floor", "pdl": "application/pdf"]
        )
    }

    @Test func `are listed once, with their location, and printed on directly`() async throws {
        let room = Room([Self.service(), Self.service(encrypted: true)])
        let printers = try await room.directory.printers()
        #expect(printers.map(\.id.rawValue) == ["Office_Printer"])
        #expect(printers.first?.name == "Office Printer")
        #expect(printers.first?.location == "2nd floor")
        #expect(printers.first?.route == .direct && printers.first?.state == .idle)
        #expect(
            printers.first?.ways
                == ["ipps://office.local/ipp/print", "ipp://office.local/ipp/print"]
        )
        #expect(room.asked.withLock { $0.map(\.addresses) } == [["192.0.2.7"]])
    }

    @Test func `are not taken for another one that has their address by now`() async throws {
        let other = "6a1b2c3d-0000-4000-8000-001122334456"
        let printer = try await Room([Self.service(uuid: other)]).directory.printers().first
        #expect(printer?.state == .unusable)
    }

    @Test func `are a way to the printer of a queue, which stays its owner`() async throws {
        let room = Room([Self.service()], queues: ["office"])
        room.queues.withState { state in
            state.change(queue: "office") { $0.deviceUUID = "urn:uuid:\(Self.uuid)" }
        }
        let directory = room.directory
        // The first refresh learns the UUID of the device behind the queue.
        _ = try await directory.printers()
        await directory.invalidate()
        let printers = try await directory.printers()
        #expect(printers.map(\.id.rawValue) == ["office"])
        #expect(printers.first?.route == .queue)
        #expect(printers.first?.ways.count == 2)
    }

    @Test func `do not need a scheduler, and its queues do not vanish with it`() async throws {
        let room = Room([Self.service()], queues: ["mono"])
        let directory = room.directory
        #expect(try await directory.printers().map(\.id.rawValue) == ["Office_Printer", "mono"])
        room.queues.fail(.queues, with: .notConnected, times: 1_000_000)
        await directory.invalidate()
        let printers = try await directory.printers()
        #expect(printers.map(\.id.rawValue) == ["Office_Printer", "mono"])
        #expect(printers.map(\.state) == [.idle, .unreachable])
        #expect(printers.last?.reasons.map(\.code) == [.schedulerUnreachable])
    }

    @Test func `are never asked in the clear once their key is known`() async throws {
        let room = Room([Self.service(encrypted: true)])
        room.devices.withState { state in
            state.change(queue: "office") { $0.publicKey = String(repeating: "ab", count: 32) }
        }
        _ = try await room.directory.printers()
        // After a restart of the printer, its plain announcement comes first.
        room.announcer.announcements = Announcements(services: [Self.service()], isSettled: true)
        _ = try await room.directory.printers()
        let asked = room.asked.withLock { $0 }
        #expect(asked.count == 2 && asked.allSatisfy(\.uri.isEncrypted), "\(asked)")
        #expect(asked.last?.publicKey == String(repeating: "ab", count: 32))
    }

    @Test func `keep their id, and are listed before they announce themselves again`() async throws
    {
        let room = Room([Self.service()])
        _ = try await room.directory.printers()
        var renamed = Self.service()
        renamed.id.instance = "Kitchen"
        room.announcer.announcements = Announcements(services: [renamed], isSettled: true)
        let printer = try await room.directory.printers().first
        #expect(printer?.id.rawValue == "Office_Printer" && printer?.name == "Kitchen")
        // At the next start of the service.
        room.announcer.announcements = Announcements(isSettled: false)
        #expect(try await room.directory.printers().map(\.name) == ["Kitchen"])
        room.announcer.announcements = Announcements(isSettled: true)
        #expect(try await room.directory.printers().isEmpty)
    }

    @Test
    func `that no longer announce themselves are off for those who name them, and not unknown`()
        async throws
    {
        let room = Room([Self.service()])
        let directory = room.directory
        _ = try await directory.printers()
        room.announcer.announcements = Announcements(isSettled: true)
        room.devices.withState { state in
            state.change(queue: "office") { $0.isReachable = false }
        }
        await directory.invalidate()
        #expect(try await directory.printers().isEmpty)
        #expect(await !directory.seek("Other"))
        #expect(try await directory.printers().isEmpty)
        #expect(await directory.seek("office printer"))
        let printer = try #require(try await directory.printers().first)
        #expect(printer.id.rawValue == "Office_Printer" && printer.state == .unreachable)
        #expect(printer.route == .direct)
        let obstacles = Admission(printer: printer).printerObstacles()
        #expect(obstacles.map(\.code) == [.printerUnreachable])
        #expect(obstacles.allSatisfy { $0.mayPassByItself })
    }

    @Test func `are not asked without their key by another UUID under their name`() async throws {
        let key = String(repeating: "ab", count: 32)
        let room = Room([Self.service(encrypted: true, uuid: "")])
        var device = KnownDevice(
            id: PrinterID(rawValue: "Office_Printer"),
            name: "Office Printer",
            uri: "ipps://office.local/ipp/print"
        )
        device.publicKey = key
        await room.memory.keep(device)
        // Without a UUID before, place and name tell: now something with one claims both.
        room.announcer.announcements = Announcements(
            services: [Self.service(encrypted: true), Self.service()],
            isSettled: true
        )
        _ = try await room.directory.printers()
        let asked = room.asked.withLock { $0 }
        #expect(!asked.isEmpty && asked.allSatisfy { $0.publicKey == key }, "\(asked)")
    }

    /// The plain announcement may be that of the printer, or of anybody.
    @Test func `get not a byte in the clear once their key is known`() async throws {
        let other = try ScriptedPrinter()
        defer { other.close() }
        var plain = Self.service()
        (plain.host, plain.addresses, plain.port) = ("office.local", ["127.0.0.1"], other.port)
        let memory = DeviceMemory()
        await memory.keep(
            KnownDevice(
                id: PrinterID(rawValue: "Office_Printer"),
                uuid: Self.uuid,
                name: "Office Printer",
                // Nothing listens there.
                uri: "ipps://office.local:9/ipp/print",
                publicKey: String(repeating: "ab", count: 32)
            )
        )
        let directory = PrinterDirectory(
            scheduler: FakeScheduler(queues: [], clock: TestClock()),
            connect: { Device.patient($0) },
            announcements: Announcer([plain]),
            memory: memory
        )
        let printers = try await directory.printers()
        #expect(printers.map(\.id.rawValue) == ["Office_Printer"])
        #expect(printers.first?.state != .idle)
        let device = await directory.device(
            of: PrinterID(rawValue: "Office_Printer"),
            uuid: Self.uuid,
            isForDocument: true
        )
        let file = try TemporaryFile(contents: [1, 2, 3])
        let request = CreateJobRequest(printer: "office", user: "ann", name: "a", uuid: "")
        await #expect(throws: CupsError.self) {
            _ = try await device?.createJob(request)
        }
        await #expect(throws: CupsError.self) {
            _ = try await device?.beginJob(
                request,
                format: "application/pdf",
                document: DocumentBody(descriptor: file.descriptor, size: 3),
                timeout: .patience
            )
        }
        #expect(device != nil && other.connectionCount == 0)
    }

    @Test func `do not delay the others, however many are silent`() async throws {
        let silent = (0..<300).map { number in
            AnnouncedService(
                id: .init(instance: "Silent \(number)", isEncrypted: false),
                host: "silent\(number).local",
                addresses: ["192.0.2.\(number % 250 + 1)"],
                port: UInt16(7000 + number)
            )
        }
        let room = Room([Self.service()])
        let known = room.directory
        #expect(try await known.printers().first?.state == .idle)
        let swallowing = SilentDevice(clock: TestClock())
        let directory = PrinterDirectory(
            scheduler: room.queues,
            connect: { address in
                address.uri.host == "office.local"
                    ? room.devices.device(DeviceURI("ipp://office/ipp/print") ?? address.uri)
                    : swallowing
            },
            announcements: Announcer(silent + [Self.service()]),
            memory: room.memory,
            clock: swallowing.clock
        )
        let printers = try await directory.printers()
        #expect(printers.count == 301)
        #expect(printers.first { $0.id.rawValue == "Office_Printer" }?.state == .idle)
        #expect(printers.count { $0.state == .unreachable } == 300)
        // One round of 32, and no more once two have taken their time.
        let asked = swallowing.clock.uptime / swallowing.longest.withLock(\.self)
        #expect(asked >= 2 && asked < 64, "\(asked)")
    }

    @Test func `that were added without a UUID learn it with the same key, unless another has it`()
        async throws
    {
        let memory = DeviceMemory()
        let now = Date(timeIntervalSince1970: 1_000_000_000)
        let uuid = "5e7f0a1c-0000-4000-8000-400000000001"
        for name in ["first", "second"] {
            await memory.keep(
                KnownDevice(
                    id: PrinterID(rawValue: name),
                    name: name,
                    uri: "ipps://\(name).local/ipp/print",
                    isAdded: true,
                    publicKey: "key"
                )
            )
        }
        func see(_ name: String, key: String) async throws -> Bool {
            let uri = try #require(DeviceURI("ipps://\(name).local/ipp/print"))
            return await memory.saw(
                Roster.Row(id: PrinterID(rawValue: name), name: name, ways: []),
                at: DevicePlace(address: DeviceAddress(uri), uuid: nil),
                uuid: uuid,
                key: key,
                now: now
            )
        }
        #expect(try await !see("first", key: "other"))
        #expect(try await see("first", key: "key"))
        #expect(try await !see("second", key: "key"))
        #expect(await memory.device(PrinterID(rawValue: "first"))?.uuid == uuid)
        #expect(await memory.device(PrinterID(rawValue: "second"))?.uuid == nil)
    }

    @Test func `that come by the hundred displace no key`() async throws {
        let memory = DeviceMemory()
        let now = Date(timeIntervalSince1970: 1_000_000_000)
        func see(_ number: Int, after seconds: TimeInterval) async throws {
            let id = PrinterID(rawValue: "p\(number)")
            let uri = try #require(DeviceURI("ipps://p\(number).local/ipp/print"))
            await memory.saw(
                Roster.Row(id: id, name: "p", ways: []),
                at: DevicePlace(address: DeviceAddress(uri), uuid: nil),
                key: "key",
                now: now + seconds
            )
        }
        for number in 0..<2000 { try await see(number, after: Double(number)) }
        #expect(await memory.device(PrinterID(rawValue: "p0"))?.publicKey == "key")
        let count = await memory.devices(andRecent: true, now: now).count
        #expect(count == DeviceMemory.seenAtMost)
        // After a day, the oldest makes room.
        try await see(3000, after: 90_000)
        #expect(await memory.device(PrinterID(rawValue: "p0")) == nil)
        #expect(await memory.device(PrinterID(rawValue: "p3000")) != nil)
    }
}
