internal import FoundationEssentials
internal import PrintModel
internal import Synchronization

/// Judges the answers, and counts them.
final class Referee: Sendable {
    /// What came of all requests.
    struct Tally: Sendable {
        var requests = 0
        var answers: [Int: Int] = [:]
        var codes: [String: Int] = [:]
        /// Requests after which the connection ended without an answer: those that were none.
        var unanswered = 0
    }

    /// The codes for which a server's fault is no fault: what is missing stands outside the service.
    private static let excused: [Int: Set<String>] = [
        502: ["scheduler-unreachable"],
        503: [
            "scheduler-unreachable", "preview-unavailable", "too-many-connections",
            "scheduler-not-local",
        ],
        507: ["storage-failed"],
    ]

    private let tally = Mutex(Tally())
    private let failure = Mutex<String?>(nil)

    /// What came of all requests so far.
    var sum: Tally { tally.withLock { $0 } }

    /// The first thing that was wrong.
    var verdict: String? { failure.withLock { $0 } }

    /// Notes what is wrong, and the bytes that brought it about.
    func fail(_ what: String, after request: [UInt8] = []) {
        let shown = String(decoding: request.prefix(4000), as: UTF8.self).debugDescription
        failure.withLock { failure in
            if failure == nil { failure = request.isEmpty ? what : "\(what) after \(shown)" }
        }
    }

    /// Takes in the answers to some requests.
    ///
    /// - Parameters:
    ///   - answers: The answers.
    ///   - count: How many requests there were.
    ///   - request: All bytes that were sent.
    ///   - isWhole: Whether each of the requests was one, so that it wants an answer.
    func judge(_ answers: [Answer], of count: Int, _ request: [UInt8], isWhole: Bool) {
        var codes: [String] = []
        for answer in answers where answer.status >= 400 {
            if answer.isHeadOnly, answer.status < 500,
                answer.headers["content-type"] == "application/problem+json"
            {
                continue
            }
            guard let code = code(of: answer) else {
                let body = String(decoding: answer.body.prefix(1000), as: UTF8.self)
                return fail(
                    "status \(answer.status) without a proper problem, but with \(body),",
                    after: request
                )
            }
            codes.append(code)
            if answer.status >= 500, Self.excused[answer.status]?.contains(code) != true {
                return fail(
                    "status \(answer.status) \(String(decoding: answer.body, as: UTF8.self))",
                    after: request
                )
            }
        }
        for answer in answers where answer.headers["printcenter-version"] == nil {
            return fail("status \(answer.status) without the service's version", after: request)
        }
        // Where one is refused as no HTTP at all, nobody can tell where the next one begins.
        let hasBroken = answers.last.map { $0.headers["connection"] == "close" } ?? false
        if isWhole, answers.count < count, !hasBroken {
            return fail("\(answers.count) answers to \(count) requests", after: request)
        }
        tally.withLock { tally in
            tally.requests += count
            for answer in answers { tally.answers[answer.status, default: 0] += 1 }
            for code in codes { tally.codes[code, default: 0] += 1 }
            tally.unanswered += max(0, count - answers.count)
        }
    }

    /// The code of a problem that is as problems are.
    private func code(of answer: Answer) -> String? {
        guard answer.headers["content-type"] == "application/problem+json",
            let problem = try? WireFormat.decode(Problem.self, from: Data(answer.body)),
            problem.status == answer.status, problem.detail.last.map({ ".。".contains($0) }) == true
        else { return nil }
        return problem.code.rawValue
    }
}
