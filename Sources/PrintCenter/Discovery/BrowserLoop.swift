internal import PrintModel

/// The work of a ``ServiceBrowser``, on a thread of its own: connects to Avahi, and again when the
/// daemon has ended; starts the resolvers; publishes what has changed.
struct BrowserLoop {
    /// The shortest time between two snapshots: of a burst of announcements, only the first is
    /// published by itself.
    static let pause = Duration.milliseconds(20)
    /// The shortest time of the first round of answers: one second, as the daemon's own.
    static let shortestRound = Duration.seconds(1)
    /// The waits before the next connection: doubled from the first to the last.
    static let waits = Duration.milliseconds(250)...Duration.seconds(8)

    private let publish: (Announcements) -> Void
    private let familiar: () -> Set<String>
    private let clock = SystemClock()
    private var table = ServiceTable()
    private var schedule = ResolverSchedule()
    private var problem: Announcements.Problem?
    /// Whether the first round of answers has ended.
    private var isSettled = false
    /// When the first round began.
    private var begun: Duration?
    private var connection: AvahiConnection?
    private var wait = Self.waits.lowerBound
    /// When to connect next.
    private var nextConnection = Duration.zero
    /// Whether there may be something to publish, and the earliest time for it.
    private var isChanged = false
    private var nextSnapshot = Duration.zero

    /// Prepares the loop.
    ///
    /// - Parameters:
    ///   - familiar: Returns the names of printers that were there before.
    ///   - publish: Takes each snapshot, on the thread of the loop.
    init(
        familiar: @escaping () -> Set<String>,
        publish: @escaping (Announcements) -> Void
    ) {
        self.familiar = familiar
        self.publish = publish
    }

    /// Runs until the waker stops it, and frees everything.
    mutating func run(until waker: AvahiWaker) {
        while !waker.isStopped {
            guard let poll = AvahiPoll() else { return fail() }
            poll.whileWakeable(by: waker) {
                while !waker.isStopped, turn(poll) {}
                connection = nil
            }
        }
    }

    /// Reports that nothing can be received.
    private mutating func fail() {
        publish(Announcements(problem: .daemonUnavailable))
    }

    /// One turn of the loop; `false` if the loop is broken.
    private mutating func turn(_ poll: borrowing AvahiPoll) -> Bool {
        connect(poll)
        startResolvers()
        publishChange()
        guard poll.turn(atMost: timeToNext) else {
            lose()
            return false
        }
        take()
        return true
    }

    /// Connects if it is time, and starts to browse if the daemon is there.
    private mutating func connect(_ poll: borrowing AvahiPoll) {
        if connection == nil, clock.uptime >= nextConnection {
            connection = AvahiConnection(on: poll)
            if connection == nil { lose() }
        }
        guard let connection else { return }
        connection.browse()
        switch connection.state {
        case .running:
            if begun == nil { begun = clock.uptime }
            set(nil)
            wait = Self.waits.lowerBound
        case .waiting: set(.daemonUnavailable)
        case .failed: lose()
        }
    }

    /// Forgets everything of a connection that has failed.
    private mutating func lose() {
        connection = nil
        table = ServiceTable()
        isSettled = false
        begun = nil
        schedule = ResolverSchedule()
        isChanged = true
        set(.daemonUnavailable)
        nextConnection = clock.uptime + wait
        wait = min(wait * 2, Self.waits.upperBound)
    }

    private mutating func set(_ new: Announcements.Problem?) {
        guard new != problem else { return }
        problem = new
        isChanged = true
    }

    private mutating func startResolvers() {
        guard let connection else { return }
        schedule.advance(to: clock.uptime)
        while let target = schedule.next() {
            if !connection.resolve(target) {
                schedule.finish(target, succeeded: false, now: clock.uptime)
            }
        }
    }

    /// Takes what the connection has reported in the last turn.
    private mutating func take() {
        guard let connection else { return }
        table.familiar = familiar()
        for event in connection.takeEvents() {
            if table.apply(event) { isChanged = true }
            switch event {
            case .appeared(let key, let place) where table.contains(key, at: place):
                schedule.add(ResolverSchedule.Target(key: key, place: place))
            case .vanished(let key, let place):
                let target = ResolverSchedule.Target(key: key, place: place)
                connection.cancel(target)
                schedule.remove(target)
            default: break
            }
        }
        for (target, succeeded) in connection.takeEnded() {
            schedule.finish(target, succeeded: succeeded, now: clock.uptime)
        }
        if let settlingEnd, settlingEnd <= clock.uptime {
            isSettled = true
            isChanged = true
        }
    }

    /// When the first round of answers ends; `nil` if it has ended, or waits for the daemon.
    ///
    /// Where another program has just asked, the daemon says at once that it knows no more, and lists what
    /// answers a moment later.
    private var settlingEnd: Duration? {
        guard !isSettled, table.isSettled, schedule.isIdle, let begun else { return nil }
        return begun + Self.shortestRound
    }

    private mutating func publishChange() {
        let now = clock.uptime
        guard isChanged, now >= nextSnapshot else { return }
        isChanged = false
        nextSnapshot = now + Self.pause
        publish(
            Announcements(
                services: table.services,
                elsewhere: table.elsewhere,
                isSettled: isSettled,
                problem: problem
            )
        )
    }

    /// The time until something is due by itself; `nil` if nothing is.
    private var timeToNext: Duration? {
        var times: [Duration] = []
        if connection == nil {
            times.append(nextConnection)
        } else if let due = schedule.nextDue {
            times.append(due)
        }
        if isChanged { times.append(nextSnapshot) }
        if let settlingEnd { times.append(settlingEnd) }
        let now = clock.uptime
        return times.min().map { max($0 - now, .zero) }
    }
}
