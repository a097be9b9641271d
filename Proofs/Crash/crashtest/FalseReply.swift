import IPP
import ProofKit

/// A false reply or act of a scheduler or a device at a certain request about a job.
struct FalseReply: Sendable {
    enum Kind: Sendable, Hashable {
        /// The request is carried out, and the connection closes without a reply.
        case replyLost
        /// The connection closes before the request is carried out.
        case cutBefore
        /// The request is carried out, and the connection closes within the reply.
        case cutInTheMiddle
        /// The request is carried out, and the reply is this IPP error status.
        case refusedThoughDone(UInt16)
        /// The request is carried out, and the reply is an HTTP error.
        case failedThoughDone
        /// The request is not carried out, and the reply is this IPP error status.
        case refused(UInt16)
        /// The request is not carried out, and the reply reports success.
        case notDone
        /// The reply lacks the "job-id".
        case withoutNumber
        /// The reply says that the job does not exist.
        case forgotten
        /// The job has the UUID of another one, as if its job ID were reused.
        case reused
        /// The job has no UUID.
        case withoutUUID
        /// It reports another `number-of-documents`.
        case documents(Int32)
        /// It reports another `job-k-octets`.
        case kilobytes(Int32)
        /// It reports another `job-state`.
        case state(Int32)
        /// It repeats its first reply.
        case yesterday
        /// It omits the job from a list.
        case hidden
        // Events before the request is processed.
        /// The scheduler restarts without its jobs, and reuses job IDs.
        case restartsEmpty
        /// As ``restartsEmpty``, and another user's job takes the job ID.
        case restartsWithForeignJob
        /// The scheduler loses only this job.
        case loses
        case releasedByOthers
        case canceledByOthers
        /// The device discards the next job, and the scheduler does not report it.
        case discarded
    }

    let operation: IPPOperation
    /// The first affected request of this operation; 1-based.
    let first: Int
    /// The number of affected requests.
    let times: Int
    let kind: Kind

    func holds(at count: Int) -> Bool { count >= first && count < first + times }

    /// Returns a random false reply.
    static func random(_ generator: inout SeededGenerator) -> FalseReply {
        let choices = all
        let (operation, kind) = choices[generator.next(below: choices.count)]
        var times = 1
        switch kind {
        // Those that a scheduler may repeat forever.
        case .withoutUUID, .kilobytes, .documents:
            times = generator.next(below: 4) == 0 ? 1000 : 1 + generator.next(below: 3)
        case .refused, .cutBefore, .yesterday, .state, .forgotten, .notDone:
            times = 1 + generator.next(below: 3)
        default: break
        }
        return FalseReply(
            operation: operation,
            first: 1 + generator.next(below: 3),
            times: times,
            kind: kind
        )
    }

    private static let all: [(IPPOperation, Kind)] = {
        let lost: [Kind] = [.replyLost, .cutBefore, .cutInTheMiddle, .failedThoughDone, .notDone]
        let words: [Kind] = [0x0500, 0x0400, 0x0404].flatMap {
            [.refusedThoughDone($0), .refused($0)]
        }
        let world: [Kind] = [
            .restartsEmpty, .restartsWithForeignJob, .loses, .releasedByOthers, .canceledByOthers,
            .discarded, .discarded,
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
