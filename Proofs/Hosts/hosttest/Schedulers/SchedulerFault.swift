/// Something that happens to hosts with schedulers, to their printers, or to their database.
enum SchedulerFault: String, CaseIterable, Sendable {
    /// A service is killed, and its supervisor starts it again at once.
    case serviceKill
    /// A service gets SIGTERM, and is started again at once.
    case serviceEnd
    /// A scheduler is killed, and starts again within three seconds: the last 30 s of its changes are lost.
    case schedulerKill
    /// A scheduler is stopped in order, and starts again within three seconds.
    case schedulerStop
    /// A service and its scheduler are killed at about the same time.
    case bothKill
    /// A printer is switched off and on at a random moment: it forgets all jobs, and numbers new ones from the start.
    case printerRestart
    /// The same before a certain request, after it without a reply, or after the reply.
    case stepRestart
    /// A printer forgets the jobs that have ended.
    case forget
    /// The database is away for 3 s.
    case databaseShort
    /// The database is away for 75 s.
    case databaseLong

    /// How often it happens among so many faults.
    private var share: Int {
        switch self {
        case .serviceKill: 150
        case .serviceEnd: 50
        case .schedulerKill, .schedulerStop: 120
        case .bothKill: 60
        case .printerRestart, .stepRestart: 200
        case .forget: 60
        case .databaseShort: 35
        case .databaseLong: 5
        }
    }

    /// Splits a number of faults; where there are enough, each kind happens.
    static func counts(of all: Int) -> [SchedulerFault: Int] {
        let shares = allCases.map(\.share).reduce(0, +)
        var counts: [SchedulerFault: Int] = [:]
        for fault in allCases {
            counts[fault] = max(all >= 20 ? 1 : 0, all * fault.share / shares)
        }
        // What rounding has left goes to the fault that is meant most.
        let rest = all - counts.values.reduce(0, +)
        counts[.printerRestart, default: 0] = max(0, counts[.printerRestart, default: 0] + rest)
        return counts
    }
}
