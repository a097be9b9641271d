import PrintModel
import ProofKit
import Testing

@testable import PrintLab

extension `The contract` {
    /// The operations that this file holds against the description.
    static let verbs: Set<String> = [
        "POST /v1/jobs/{id}/hold", "POST /v1/jobs/{id}/release", "POST /v1/jobs/{id}/move",
        "POST /v1/jobs/{id}/priority", "POST /v1/jobs/{id}/reprint", "POST /v1/jobs/cancel",
    ]

    /// Asks for a verb, and holds the answer against the description.
    private struct Asking {
        let service: TestService
        let description: Description

        func callAsFunction(
            _ verb: String,
            _ label: String,
            _ body: String = "",
            key: String? = nil,
            is status: Int,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> HTTPReply {
            let isAll = label == ""
            let answer = try service.post(
                isAll ? "/v1/jobs/cancel" : "/v1/jobs/\(label)/\(verb)",
                body,
                headers: key.map { ["Idempotency-Key": $0] } ?? [:]
            )
            #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
            let template = isAll ? "/v1/jobs/cancel" : "/v1/jobs/{id}/\(verb)"
            let faults = try description.faults(of: answer, "POST", template)
            #expect(faults == [], sourceLocation: sourceLocation)
            return answer
        }

        /// Asks for what cannot be done.
        func refused(
            _ verb: String,
            _ label: String,
            _ body: String = "",
            is status: Int,
            _ code: Problem.Code,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let answer = try self(verb, label, body, is: status, sourceLocation: sourceLocation)
            let problem = try answer.value(Problem.self)
            #expect(problem.code == code, sourceLocation: sourceLocation)
            #expect(problem.detail.hasSuffix("."), sourceLocation: sourceLocation)
        }
    }

    /// Queues a job of one page that is held.
    private func heldJob(_ service: TestService, on printer: String) throws -> PrintJob {
        let id = try service.document(Papers.pdf(pages: 1)).id ?? ""
        return try service.post(
            "/v1/jobs",
            #"{"document":"\#(id)","printer":"\#(printer)","ticket":{},"hold":true}"#
        ).value(PrintJob.self)
    }

    @Test func `every verb of the queue answers as described`() throws {
        try withDescription { service, description in
            let ask = Asking(service: service, description: description)
            let job = try heldJob(service, on: "office")
            #expect(job.state == .held)
            let label = job.label
            #expect(try ask("hold", label, is: 200).value(PrintJob.self) == job)
            let moved = try ask("move", label, #"{"printer":"mono"}"#, is: 200)
            #expect(try moved.value(PrintJob.self).printer.rawValue == "mono")
            let urgent = try ask("priority", label, #"{"priority":100}"#, is: 200)
            #expect(try urgent.value(PrintJob.self).ticket.priority == 100)

            // The same key twice is one job; without a body it is the job's own printer.
            let key = SubmissionID.random().rawValue
            let again = try ask("reprint", label, key: key, is: 201).value(PrintJob.self)
            #expect(again.id != job.id && again.submission?.rawValue == key)
            #expect(again.printer.rawValue == "mono")
            let same = try ask("reprint", label, key: key, is: 201).value(PrintJob.self)
            #expect(same.id == again.id)
            try service.wait(for: try #require(again.id), toBe: .completed)
            let other = try ask("reprint", label, #"{"printer":"office"}"#, key: key, is: 422)
            #expect(try other.value(Problem.self).code == .keyReused)

            // What is different is said; the rest is as it was.
            let wish = #"{"ticket":{"copies":2},"name":"Twice","hold":true}"#
            let changed = try ask(
                "reprint",
                label,
                wish,
                key: SubmissionID.random().rawValue,
                is: 201
            ).value(PrintJob.self)
            #expect(changed.state == .held && changed.name == "Twice")
            #expect(changed.plan?.copies == 2)
            #expect(changed.ticket.priority == 100)
            _ = try service.post("/v1/jobs/\(changed.label)/cancel", "{}")

            let free = try ask("release", label, is: 200).value(PrintJob.self)
            #expect(free.state != .held)
            _ = try ask("release", label, is: 200)
            try service.wait(for: try #require(job.id), toBe: .completed)

            let kept = try heldJob(service, on: "office")
            let late = try heldJob(service, on: "mono")
            let one = try ask("", "", #"{"printer":"mono"}"#, is: 200).value([PrintJob].self)
            #expect(one.map(\.id) == [late.id])
            let rest = try ask("", "", is: 200).value([PrintJob].self)
            #expect(rest.map(\.id) == [kept.id])
            #expect(rest.map(\.state) == [.canceled])
        }
    }

    @Test func `what a verb cannot do is a problem as described`() throws {
        try withDescription { service, description in
            let ask = Asking(service: service, description: description)
            let held = try heldJob(service, on: "office").label
            let done = try heldJob(service, on: "office")
            _ = try ask("release", done.label, is: 200)
            try service.wait(for: try #require(done.id), toBe: .completed)
            let bodies = [
                "hold": "", "release": "", "move": #"{"printer":"mono"}"#,
                "priority": #"{"priority":1}"#,
            ]
            for (verb, body) in bodies {
                try ask.refused(verb, done.label, body, is: 409, .jobEnded)
                for label in ["4711", "office-4711", "..%2F1", "x"] {
                    try ask.refused(verb, label, body, is: 404, .jobNotFound)
                }
            }
            try ask.refused("reprint", "4711", is: 404, .jobNotFound)
            for verb in ["move", "priority"] {
                try ask.refused(verb, held, is: 400, .invalidRequest)
                try ask.refused(verb, held, "{}", is: 400, .invalidRequest)
            }
            for number in ["0", "101", "-1", "1.5", "99999999999999999999"] {
                let body = #"{"priority":\#(number)}"#
                try ask.refused("priority", held, body, is: 400, .invalidRequest)
            }
            try ask.refused("reprint", held, "[", is: 400, .invalidRequest)
            try ask.refused("", "", "[", is: 400, .invalidRequest)
            let nobody = #"{"printer":"nobody"}"#
            try ask.refused("move", held, nobody, is: 409, .notPossible)
            try ask.refused("reprint", held, nobody, is: 409, .notPossible)
            try ask.refused("", "", nobody, is: 404, .printerNotFound)
            #expect(try service.job(try #require(Int(held).map(JobID.init))).state == .held)

            let chinese = try service.post(
                "/v1/jobs/\(done.label)/hold",
                headers: ["Accept-Language": "zh-CN"]
            ).value(Problem.self)
            #expect(chinese.detail == "任务 \(done.label) 已经结束（已完成）。")
            _ = try ask("", "", is: 200)
        }
    }
}
