import IPP
import IPPFuzzing

/// Something that a scheduler or a device says or does and should not, at a certain request about a job.
struct Lie: Sendable {
    enum Kind: Sendable, Hashable {
        /// What was asked is done, and the connection ends without an answer.
        case replyLost
        /// The connection ends before anything is done.
        case cutBefore
        /// What was asked is done, and the connection ends in the middle of the answer.
        case cutInTheMiddle
        /// What was asked is done, and refused in words: this IPP status.
        case refusedThoughDone(UInt16)
        /// What was asked is done, and the web server says that it failed.
        case failedThoughDone
        /// What was asked is not done, and refused: this IPP status.
        case refused(UInt16)
        /// What was asked is not done, and nobody says so.
        case notDone
        /// The answer lacks the number of the job.
        case withoutNumber
        /// There is no such job, for once.
        case forgotten
        /// The job has another's UUID: its number was given again.
        case reused
        /// The job has no UUID.
        case withoutUUID
        /// It tells another `number-of-documents`.
        case documents(Int32)
        /// It tells another `job-k-octets`.
        case kilobytes(Int32)
        /// It tells another `job-state`.
        case state(Int32)
        /// It tells what it told the first time.
        case yesterday
        /// It tells nothing of the job among others.
        case hidden
        // What happens before the request is looked at.
        /// The scheduler starts with nothing left, and gives its numbers again.
        case restartsEmpty
        /// The same, and another user's job takes the number.
        case restartsWithForeignJob
        /// The scheduler loses this job alone.
        case loses
        case releasedByOthers
        case canceledByOthers
        /// The device throws away what it gets next, and the scheduler does not tell.
        case thrownAway
    }

    let operation: IPPOperation
    /// From which request of this operation on; the first is 1.
    let first: Int
    /// For how many requests.
    let times: Int
    let kind: Kind

    func holds(at count: Int) -> Bool { count >= first && count < first + times }

    /// A lie as the dice fall.
    static func random(_ dice: inout Dice) -> Lie {
        let choices = all
        let (operation, kind) = choices[dice.roll(choices.count)]
        var times = 1
        switch kind {
        // What a scheduler may say for ever.
        case .withoutUUID, .kilobytes, .documents:
            times = dice.roll(4) == 0 ? 1000 : 1 + dice.roll(3)
        case .refused, .cutBefore, .yesterday, .state, .forgotten, .notDone:
            times = 1 + dice.roll(3)
        default: break
        }
        return Lie(operation: operation, first: 1 + dice.roll(3), times: times, kind: kind)
    }

    private static let all: [(IPPOperation, Kind)] = {
        let lost: [Kind] = [.replyLost, .cutBefore, .cutInTheMiddle, .failedThoughDone, .notDone]
        let words: [Kind] = [0x0500, 0x0400, 0x0404].flatMap {
            [.refusedThoughDone($0), .refused($0)]
        }
        let world: [Kind] = [
            .restartsEmpty, .restartsWithForeignJob, .loses, .releasedByOthers, .canceledByOthers,
            .thrownAway, .thrownAway,
        ]
        let look: [Kind] = [
            .cutBefore, .forgotten, .reused, .withoutUUID, .documents(0), .documents(1),
            .documents(2), .kilobytes(0), .kilobytes(99), .yesterday, .yesterday, .refused(0x0500),
            .refused(0x0403),
        ]
        let states: [Kind] = [3, 4, 5, 6, 7, 8, 9].map { .state($0) }
        func each(_ operation: IPPOperation, _ kinds: [Kind]) -> [(IPPOperation, Kind)] {
            kinds.map { (operation, $0) }
        }
        return each(.createJob, lost + words + [.withoutNumber, .withoutUUID] + world)
            + each(.sendDocument, lost + words + [.refused(0x0403)] + world)
            + each(.releaseJob, lost + words + [.refused(0x0403)] + world)
            + each(.cancelJob, lost + words + world)
            + each(.getJobAttributes, look + look + states + world)
            + each(.getJobs, [.cutBefore, .hidden, .withoutUUID, .refused(0x0500)])
            + each(.getPrinterAttributes, [.cutBefore, .yesterday, .hidden, .hidden])
    }()
}
