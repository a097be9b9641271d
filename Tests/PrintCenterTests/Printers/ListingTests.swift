import IPP
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `The list of printers` {
    private static let names = (0..<40).map { "p\($0)" }

    /// A directory of forty queues, whose devices speak IPP.
    private static func bed() -> (FakeScheduler, PrinterDirectory, TestClock) {
        let clock = TestClock()
        let scheduler = FakeScheduler(queues: names, clock: clock)
        let directory = PrinterDirectory(
            scheduler: scheduler,
            connect: { scheduler.device($0.uri) },
            clock: clock
        )
        return (scheduler, directory, clock)
    }

    @Test func `is made once for all who ask for a printer`() async throws {
        let (scheduler, directory, _) = Self.bed()
        await withTaskGroup(of: Bool.self) { group in
            for name in Self.names {
                group.addTask {
                    let id = PrinterID(rawValue: name)
                    return (try? await directory.state(of: id, maximumAge: .zero))?.id == id
                }
            }
            for await isFound in group { #expect(isFound) }
        }
        #expect(scheduler.count(of: .queues) == 1)
    }

    @Test func `is not needed for one printer, whose queue alone is asked for`() async throws {
        let (scheduler, directory, clock) = Self.bed()
        let id = PrinterID(rawValue: "p7")
        #expect(try await directory.state(of: id, maximumAge: .zero)?.state == .idle)
        let lists = scheduler.count(of: .queues)
        scheduler.withState { $0.change(queue: "p7") { $0.state = .stopped } }
        // Time: within that in which a list counts
        clock.advance(by: .milliseconds(300))
        // Time: on the clock of the test
        let state = try await directory.state(of: id, maximumAge: .milliseconds(100))?.state
        #expect(state == .stopped)
        #expect(scheduler.count(of: .queues) == lists)
        #expect(scheduler.count(of: .queue) == 1)
        // The list has learned it, too.
        #expect(await directory.isClosed(id))
        #expect(scheduler.count(of: .queues) == lists)
    }

    @Test func `is made again for a queue that is gone, or new`() async throws {
        let (scheduler, directory, clock) = Self.bed()
        let id = PrinterID(rawValue: "p7")
        scheduler.withState { $0.change(queue: "p7") { $0.isListed = false } }
        #expect(try await directory.state(of: id, maximumAge: .zero) == nil)
        scheduler.withState { $0.change(queue: "p7") { $0.isListed = true } }
        clock.advance(by: .milliseconds(1))
        #expect(try await directory.state(of: id, maximumAge: .zero)?.id == id)
        scheduler.withState { $0.change(queue: "p7") { $0.isListed = false } }
        clock.advance(by: .milliseconds(1))
        #expect(try await directory.state(of: id, maximumAge: .zero) == nil)
    }

    @Test func `serves rough looks, which see a change with the next list`() async throws {
        let (scheduler, directory, clock) = Self.bed()
        for name in Self.names {
            #expect(try await directory.roughState(of: PrinterID(rawValue: name))?.state == .idle)
        }
        #expect(scheduler.count(of: .queues) == 1)
        #expect(await directory.changedPrinters().isEmpty)
        scheduler.withState { $0.change(queue: "p3") { $0.state = .stopped } }
        let id = PrinterID(rawValue: "p3")
        #expect(try await directory.roughState(of: id)?.state == .idle)
        // Time: from one list to the next
        clock.advance(by: .seconds(2))
        #expect(await directory.changedPrinters() == [id])
        #expect(await directory.changedPrinters().isEmpty)
        #expect(await directory.isClosed(id))
        #expect(scheduler.count(of: .queue) == 0)
    }

    @Test func `stays while the scheduler restarts, and all are looked at then`() async throws {
        let (scheduler, directory, clock) = Self.bed()
        #expect(await directory.changedPrinters().isEmpty)
        scheduler.fail(.queues, with: .notConnected, times: .max)
        // Time: from one list to the next
        clock.advance(by: .seconds(2))
        let away = try await directory.listing(since: clock.uptime)
        #expect(!away.isReachable && away.rows.count == Self.names.count)
        #expect(await directory.changedPrinters().count == Self.names.count)
        #expect(await directory.changedPrinters().isEmpty)
        #expect(await !directory.isClosed(PrinterID(rawValue: "p0")))
    }
}

@Suite struct `The signals of lanes` {
    @Test func `wake the lanes of the printers that are named`() {
        let signals = LaneSignals(clock: TestClock())
        let (one, other) = (PrinterID(rawValue: "one"), PrinterID(rawValue: "other"))
        let lane = signals.begin(one)
        let second = signals.begin(other)
        signals.wake([one, PrinterID(rawValue: "none")])
        #expect(lane.count == 1 && second.count == 0)
        signals.wakeAll()
        #expect(lane.count == 2 && second.count == 1)
        signals.end(one)
        signals.wake([one])
        #expect(lane.count == 2)
    }

    @Test func `tell when the first lane waits, and pause the longer the more lanes there are`() {
        let signals = LaneSignals(clock: TestClock())
        let names = (0..<500).map { PrinterID(rawValue: "p\($0)") }
        _ = signals.begin(names[0])
        // Time: none is waited for
        #expect(signals.longestPause == .seconds(2))
        for name in names { _ = signals.begin(name) }
        // Time: none is waited for
        #expect(signals.longestPause == .seconds(30))
        #expect(!signals.areWaiting)
        signals.note(names[0], isWaiting: true)
        signals.note(names[1], isWaiting: true)
        #expect(signals.areWaiting && signals.waitBegan.count == 1)
        signals.note(names[0], isWaiting: false)
        #expect(signals.areWaiting)
        signals.end(names[1])
        #expect(!signals.areWaiting)
    }
}
