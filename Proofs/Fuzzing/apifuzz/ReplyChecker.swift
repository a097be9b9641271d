internal import FoundationEssentials
internal import PrintModel
internal import ProofKit
internal import Synchronization

/// Checks and counts the replies.
final class ReplyChecker: Sendable {
    /// The counts over all requests.
    struct Tally: Sendable {
        var requests = 0
        /// Those with numbers in the places that take one.
        var numbers = 0
        var answers: [Int: Int] = [:]
        var codes: [String: Int] = [:]
        /// Requests after which the connection closed without a reply, because they were invalid.
        var unanswered = 0
    }

    /// The error codes for which a 5xx status is correct: the cause lies outside the service.
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

    /// The counts of all requests so far.
    var sum: Tally { tally.withLock { $0 } }

    /// The first fault.
    var verdict: String? { failure.withLock { $0 } }

    /// Records a fault, and the bytes that caused it.
    func fail(_ what: String, after request: [UInt8] = []) {
        let shown = String(decoding: request.prefix(4000), as: UTF8.self).debugDescription
        failure.withLock { failure in
            if failure == nil { failure = request.isEmpty ? what : "\(what) after \(shown)" }
        }
    }

    /// Counts a request with numbers in the places that take one.
    func countNumbers() {
        tally.withLock { $0.numbers += 1 }
    }

    /// Checks the replies to some requests.
    ///
    /// - Parameters:
    ///   - answers: The replies.
    ///   - count: The number of requests.
    ///   - request: All bytes that were sent.
    ///   - isWhole: Whether the framing of each request is valid, so that each needs a reply.
    func check(_ answers: [HTTPReply], of count: Int, _ request: [UInt8], isWhole: Bool) {
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
        // After a malformed request, the service closes the connection: the beginning of the next one is unknown.
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

    /// The HTTP status in a problem document.
    private struct Status: Decodable {
        let status: Int
    }

    /// The code of a valid problem document; `nil` if it is not valid.
    private func code(of answer: HTTPReply) -> String? {
        guard answer.headers["content-type"] == "application/problem+json",
            let problem = try? WireFormat.decode(Problem.self, from: Data(answer.body)),
            let status = try? WireFormat.decode(Status.self, from: Data(answer.body)),
            status.status == answer.status, problem.detail.last.map({ ".。".contains($0) }) == true
        else { return nil }
        return problem.code.rawValue
    }
}
