import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
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
}
