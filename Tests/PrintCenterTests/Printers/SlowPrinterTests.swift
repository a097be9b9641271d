import FoundationEssentials
import IPP
import PrintFakes
import PrintLab
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

/// A printer that is there, and takes its time to answer, with a scripted scheduler.
@Suite struct `A printer that takes long to answer` {
    private typealias Scripts = DiscoveryDirectoryTests

    /// Connects to a printer that has its time, and no more.
    private static let connect: @Sendable (DeviceAddress) -> any PrinterDevice = { Device($0) }

    /// Keeps replies back, each on the thread of its connection.
    private final class Gate: Sendable {
        private let isOpen = Mutex(false)

        func open() { isOpen.withLock { $0 = true } }
        func shut() { isOpen.withLock { $0 = false } }
        func pass() { try? waitBlocking(for: "the gate") { isOpen.withLock(\.self) } }
    }

    @Test func `is slow in lists, which do not wait, and awaited by those who need it`()
        async throws
    {
        let gate = Gate()
        let device = try ScriptedPrinter { _, _ in
            gate.pass()
            return .reply(Scripts.printer())
        }
        defer {
            gate.open()
            device.close()
        }
        let queue = Scripts.Queue(name: "lab", uri: "ipp://127.0.0.1:\(device.port)/")
        try await Scripts.withDirectory([queue], deviceTimeout: .zero, connect: Self.connect) {
            directory,
            _ in
            for _ in 0..<2 {
                let first = try #require(try await directory.printers().first)
                #expect(first.isSlow && first.state == .unreachable && first.capabilities == nil)
                let obstacle = Admission(printer: first).printerObstacles().first
                #expect(obstacle?.message == "'lab' has not answered yet.")
            }
            let slow = try #require(try await directory.printers().first)
            // Who stops waiting for it says nothing of it.
            let impatient = Task { await directory.awaited(slow) }
            impatient.cancel()
            #expect(await impatient.value.isSlow)
            async let awaited = directory.awaited(slow)
            gate.open()
            let answered = await awaited
            #expect(answered.state == .idle && !answered.isSlow && answered.capabilities != nil)

            // It is slow again, and what it has said before still counts.
            gate.shut()
            let again = try #require(try await directory.printers().first)
            #expect(again.isSlow && again.state == .idle && again.capabilities != nil)
            #expect(Admission(printer: again).printerObstacles().isEmpty)
            gate.open()
            let last = await directory.awaited(again)
            #expect(last.state == .idle && !last.isSlow)
        }
    }

    @Test func `of a class is awaited with the class, which is as able as its weakest printer`()
        async throws
    {
        let gate = Gate()
        let slow = try ScriptedPrinter { _, _ in
            gate.pass()
            return .reply(
                Scripts.printer([IPPAttribute("sides-supported", .keyword("one-sided"))])
            )
        }
        let quick = try ScriptedPrinter { _, _ in .reply(Scripts.printer()) }
        defer {
            gate.open()
            slow.close()
            quick.close()
        }
        let queues = [
            Scripts.Queue(name: "both", uri: "file:///dev/null", members: ["quick", "slow"]),
            Scripts.Queue(name: "quick", uri: "ipp://127.0.0.1:\(quick.port)/"),
            Scripts.Queue(name: "slow", uri: "ipp://127.0.0.1:\(slow.port)/"),
        ]
        let port = slow.port
        let connect: @Sendable (DeviceAddress) -> any PrinterDevice = { address in
            address.uri.port == port ? Device(address) : Device.patient(address)
        }
        try await Scripts.withDirectory(
            queues,
            // Time: for the slow one; the other one has more
            deviceTimeout: .milliseconds(500),
            connect: connect
        ) { directory, _ in
            let listed = try #require(try await directory.printers().first)
            #expect(listed.id.rawValue == "both" && listed.isSlow && listed.state == .idle)
            async let awaited = directory.awaited(listed)
            gate.open()
            let answered = await awaited
            #expect(!answered.isSlow && answered.capabilities?.sides == [.oneSided])
            #expect(answered.capabilities?.copies.max == 3, "what the scheduler says of the class")
        }
    }

    @Test func `does not respond once its longest time is over, and is gone where nothing listens`()
        async throws
    {
        let silent = try ScriptedPrinter { _, _ in .silence }
        defer { silent.close() }
        let closed = try ScriptedPrinter { _, _ in .silence }
        closed.close()
        let queues = [
            Scripts.Queue(name: "closed", uri: "ipp://127.0.0.1:\(closed.port)/"),
            Scripts.Queue(name: "silent", uri: "ipp://127.0.0.1:\(silent.port)/"),
        ]
        try await Scripts.withDirectory(
            queues,
            deviceTimeout: .zero,
            // Time: nothing replies, however long it is
            answerTime: .seconds(2),
            connect: Self.connect
        ) { directory, _ in
            let slow = try #require(try await directory.printers().last)
            #expect(slow.isSlow)
            // On a busy machine, the refusal of the connection may come later than the list.
            try await wait(for: "the closed one to be gone") {
                try await directory.printers(maximumAge: .zero).first?.reasons.map(\.code)
                    == [.printerUnreachable]
            }
            let off = await directory.awaited(slow)
            #expect(off.state == .unreachable)
            #expect(off.reasons.map(\.code) == [.printerUnreachable])
        }
    }

    @Test func `is silent, and not slow again, once it was awaited in vain`() async throws {
        let end = AsyncStream<Void>.makeStream()
        // A request that outlasts its own limit, as on a busy machine.
        let hold: @Sendable () async -> Void = { for await _ in end.stream {} }
        let device = SilentDevice(clock: TestClock(), patience: 1, hold: hold)
        let connect: @Sendable (DeviceAddress) -> any PrinterDevice = { _ in device }
        let queue = Scripts.Queue(name: "lab", uri: "ipp://127.0.0.1:9/")
        try await Scripts.withDirectory(
            [queue],
            deviceTimeout: .zero,
            // Time: nothing replies, however long it is
            answerTime: .milliseconds(50),
            connect: connect
        ) { directory, _ in
            let slow = try #require(try await directory.printers().first)
            #expect(slow.isSlow)
            let awaited = await directory.awaited(slow)
            #expect(!awaited.isSlow && awaited.reasons.map(\.code) == [.printerUnreachable])
        }
        end.continuation.finish()
    }

    @Test
    func `that says nothing for the longest time is off, and not slow again, until it answers`()
        async throws
    {
        let gate = Gate()
        let device = try ScriptedPrinter { _, _ in
            gate.pass()
            return .reply(Scripts.printer())
        }
        defer {
            gate.open()
            device.close()
        }
        let clock = StoppingClock()
        try await Scripts.withDirectory(
            [Scripts.Queue(name: "lab", uri: "ipp://127.0.0.1:\(device.port)/")],
            deviceTimeout: .zero,
            // Time: nothing replies, however long it is
            answerTime: .milliseconds(500),
            clock: clock,
            connect: Self.connect
        ) { directory, _ in
            try await wait(for: "the longest time") {
                try await directory.printers().first?.isSlow == false
            }
            // The pause after a silence is over, and it is asked again.
            clock.advance(by: .seconds(6))
            let asked = device.connectionCount
            let again = try #require(try await directory.printers().first)
            #expect(again.reasons.map(\.code) == [.printerUnreachable])
            try await wait(for: "another question") { device.connectionCount > asked }
            gate.open()
            try await wait(for: "the answer") {
                clock.advance(by: .seconds(6))
                return try await directory.printers().first?.state == .idle
            }
        }
    }

    /// The system's clock, until it is stopped; waits go on.
    private final class StoppingClock: ServiceClock {
        private let system = SystemClock()
        private let stopped = Mutex<Duration?>(nil)
        private let ahead = Mutex(Duration.zero)

        var now: Date { system.now }
        var uptime: Duration {
            (stopped.withLock { $0 } ?? system.uptime) + ahead.withLock(\.self)
        }

        /// Puts it forward; no wait ends by that.
        func advance(by time: Duration) { ahead.withLock { $0 += time } }

        func stop() { stopped.withLock { $0 = system.uptime } }

        // Time: whatever is asked for
        func sleep(for duration: Duration) async throws {
            // Time: whatever is asked for
            try await system.sleep(for: duration)
        }
    }

    @Test func `is waited for once, and others for their time`()
        async throws
    {
        let silent = try ScriptedPrinter { _, _ in .silence }
        let busy = try ScriptedPrinter { _, _ in
            .reply(Scripts.printer([IPPAttribute("printer-state", .enumeration(4))]))
        }
        defer {
            silent.close()
            busy.close()
        }
        let queues = [
            Scripts.Queue(name: "busy", uri: "ipp://127.0.0.1:\(busy.port)/"),
            Scripts.Queue(name: "silent", uri: "ipp://127.0.0.1:\(silent.port)/"),
            Scripts.Queue(name: "secret", uri: "ipps://127.0.0.1:\(silent.port)/"),
        ]
        let clock = StoppingClock()
        let port = silent.port
        let connect: @Sendable (DeviceAddress) -> any PrinterDevice = { address in
            address.uri.port == port ? Device(address) : Device.patient(address)
        }
        try await Scripts.withDirectory(
            queues,
            // Time: for the silent ones; the other one has more
            deviceTimeout: .seconds(2),
            clock: clock,
            connect: connect
        ) { directory, _ in
            var printers = try await directory.printers()
            // Both have had their time, and nobody waits for them again.
            clock.stop()
            #expect(printers.map(\.id.rawValue) == ["busy", "secret", "silent"])
            #expect(printers.map(\.state) == [.printing, .unreachable, .unreachable])
            #expect(printers.last?.reasons.map(\.code) == [.printerSlow])

            try await wait(for: "both connections") { silent.connectionCount >= 2 }
            let (connections, looks) = (silent.connectionCount, busy.messages.count)
            printers = try await directory.printers()
            #expect(printers.map(\.state) == [.printing, .unreachable, .unreachable])
            #expect(busy.messages.count > looks, "nobody looked")
            #expect(silent.connectionCount == connections, "asked once")
        }
    }
}
