import IPP
import ProofKit

/// A false reply or act of a printer that gets a job straight.
struct DeviceFault: Sendable {
    enum Kind: Sendable, Hashable {
        /// The request is carried out, and the connection closes without a reply.
        case replyLost
        /// The connection closes before the request is carried out.
        case cutBefore
        /// The request is carried out, and the connection closes within the reply.
        case cutInTheMiddle
        /// The request is carried out, and no reply comes: for so many seconds, after which the connection
        /// closes.
        case silence(seconds: Int)
        /// The request is carried out, and the reply is this IPP error status.
        case refusedThoughDone(UInt16)
        /// The request is carried out, and the reply is an HTTP error.
        case failedThoughDone
        /// The request is not carried out, and the reply is this IPP error status.
        case refused(UInt16)
        /// The request is not carried out, and the reply is this HTTP error.
        case failed(String)
        /// The request is not carried out, and the reply reports success.
        case notDone
        /// The request is carried out, and the reply is no IPP.
        case garbage
        /// The reply lacks the "job-id".
        case withoutNumber
        /// The job has another UUID and another name, as if its job ID were reused.
        case reused
        /// The reply lacks the job, or says that it does not exist.
        case hidden
        /// It repeats its first reply.
        case yesterday
        /// It reports another `job-state`.
        case state(Int32)
        /// It reports only one side.
        case fewerSides
        // Within a document: after so many percent of it.
        /// The connection is reset.
        case breaksOff(percent: Int)
        /// An HTTP error comes before the end of the document.
        case failsEarly(String, percent: Int)
        /// The printer processes what there is, as after its "multiple-operation-time-out".
        case processes(percent: Int)
        // Events before the request is processed.
        /// It is switched off and on, and others take so many job IDs.
        case restarts(others: Int)
        /// The next document ends early, and the job counts as completed.
        case jams
    }

    let operation: IPPOperation
    /// The first affected request of this operation; 1-based.
    let first: Int
    /// The number of affected requests.
    let times: Int
    let kind: Kind

    func holds(at count: Int) -> Bool { count >= first && count < first + times }

    /// Whether what the printer says of its jobs is true nevertheless.
    var isHonest: Bool {
        switch kind {
        case .hidden, .reused, .yesterday, .state, .fewerSides, .restarts, .notDone, .jams,
            .processes:
            false
        case .refused(let status): status != IPPStatus.notFound.rawValue
        default: true
        }
    }

    /// Whether the printer says that it failed at what it has done.
    var deniesWork: Bool {
        switch kind {
        case .refusedThoughDone, .failedThoughDone, .state, .reused, .fewerSides, .yesterday: true
        default: false
        }
    }

    /// No reply to the last byte until the service gives up, which takes it two minutes.
    static let longSilence = DeviceFault(
        operation: .sendDocument,
        first: 1,
        times: 1,
        kind: .silence(seconds: 1000)
    )

    /// Returns a random fault.
    static func random(_ generator: inout SeededGenerator) -> DeviceFault {
        let choices = all
        let (operation, kind) = choices[generator.next(below: choices.count)]
        var times = 1
        switch kind {
        // Those that a printer may repeat for a while.
        case .refused, .cutBefore, .yesterday, .state, .hidden, .notDone, .failed, .reused:
            times = 1 + generator.next(below: 3)
        default: break
        }
        return DeviceFault(
            operation: operation,
            first: 1 + generator.next(below: 3) * generator.next(below: 2),
            times: times,
            kind: kind
        )
    }

    private static let all: [(IPPOperation, Kind)] = {
        let lost: [Kind] = [
            .replyLost, .cutBefore, .cutInTheMiddle, .failedThoughDone, .notDone, .garbage,
            .silence(seconds: 1),
        ]
        let words: [Kind] = [0x0500, 0x0400, 0x0404, 0x0504].flatMap {
            [.refusedThoughDone($0), .refused($0)]
        }
        let busy: [Kind] = [0x0507, 0x0507, 0x0506, 0x0503, 0x0505].map { .refused($0) }
        let http: [Kind] = ["401 Unauthorized", "403 Forbidden", "503 Service Unavailable"].map {
            .failed($0)
        }
        let world: [Kind] = [.restarts(others: 0), .restarts(others: 50), .jams]
        let look: [Kind] =
            [
                .cutBefore, .cutInTheMiddle, .hidden, .hidden, .reused, .yesterday, .garbage,
                .refused(0x0500), .refused(0x0503), .fewerSides, .silence(seconds: 1),
            ] + http
        // A printer that calls a job aborted, counts nothing, and prints it cannot be survived.
        let states: [Kind] = [3, 4, 5, 6, 9].map { .state($0) }
        let within: [Kind] = [0, 1, 30, 70, 99, 100].flatMap { percent -> [Kind] in
            [
                .breaksOff(percent: percent), .processes(percent: percent),
                .failsEarly("401 Unauthorized", percent: percent),
                .failsEarly("500 Internal Server Error", percent: percent),
            ]
        }
        func each(_ operation: IPPOperation, _ kinds: [Kind]) -> [(IPPOperation, Kind)] {
            kinds.map { (operation, $0) }
        }
        return each(.createJob, lost + words + busy + http + [.withoutNumber] + world)
            + each(.sendDocument, lost + lost + words + busy + http + within + world + [.jams])
            + each(.cancelJob, lost + words + world)
            + each(.getJobAttributes, look + look + states + world)
            + each(.getJobs, look)
    }()
}
