import PrintModel
import Synchronization

/// Wakes the lanes of printers, each by a signal of its own.
///
/// What concerns one printer costs the others nothing, also where hundreds of them wait.
final class LaneSignals: Sendable {
    /// The time that is added to the longest pause for each lane, so that all together look seven times a second at most.
    private static let share = Duration.milliseconds(150)
    /// The bounds of the longest pause.
    private static let pauses = (least: Duration.seconds(2), most: Duration.seconds(30))

    private struct State {
        var lanes: [PrinterID: ChangeSignal] = [:]
        /// The lanes whose jobs wait for their printers.
        var waiting: Set<PrinterID> = []
    }

    private let state = Mutex(State())
    private let clock: any ServiceClock
    /// Signals that a lane begins to wait for its printer, while no other does.
    let waitBegan: ChangeSignal

    init(clock: any ServiceClock) {
        self.clock = clock
        waitBegan = ChangeSignal(clock: clock)
    }

    /// Returns the signal of a lane that begins.
    func begin(_ printer: PrinterID) -> ChangeSignal {
        let signal = ChangeSignal(clock: clock)
        state.withLock { $0.lanes[printer] = signal }
        return signal
    }

    /// Forgets a lane that has ended.
    func end(_ printer: PrinterID) {
        state.withLock { state in
            state.lanes[printer] = nil
            state.waiting.remove(printer)
        }
    }

    /// Wakes the lanes of printers.
    func wake(_ printers: some Sequence<PrinterID>) {
        let lanes = state.withLock { state in printers.compactMap { state.lanes[$0] } }
        for lane in lanes { lane.signal() }
    }

    /// Wakes all lanes.
    func wakeAll() {
        let lanes = state.withLock { Array($0.lanes.values) }
        for lane in lanes { lane.signal() }
    }

    /// Notes whether a lane's jobs wait for its printer.
    func note(_ printer: PrinterID, isWaiting: Bool) {
        let isFirst = state.withLock { state in
            guard isWaiting else {
                state.waiting.remove(printer)
                return false
            }
            return state.waiting.insert(printer).inserted && state.waiting.count == 1
        }
        if isFirst { waitBegan.signal() }
    }

    /// Whether any lane waits for its printer.
    var areWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// The longest pause between two looks of a lane that nothing wakes: two seconds where there are few lanes, 30 where
    /// there are hundreds.
    var longestPause: Duration {
        let count = state.withLock { $0.lanes.count }
        return min(max(Self.share * count, Self.pauses.least), Self.pauses.most)
    }
}
