import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

extension `The contract` {
    /// The operations that this file holds against the description.
    static let presets: Set<String> = [
        "GET /v1/presets", "GET /v1/presets/{name}", "PUT /v1/presets/{name}",
        "DELETE /v1/presets/{name}",
    ]

    /// Asks about presets, and holds the answer against the description.
    private struct Asking {
        let service: TestService
        let description: Description

        func callAsFunction(
            _ method: String,
            _ name: String? = nil,
            _ body: String = "",
            is status: Int,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> HTTPReply {
            let answer = try HTTPReply(
                method,
                "/v1/presets" + (name.map { "/" + $0 } ?? ""),
                socket: service.socket,
                body: Array(body.utf8)
            )
            #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
            let template = name == nil ? "/v1/presets" : "/v1/presets/{name}"
            let faults = try description.faults(of: answer, method, template)
            #expect(faults == [], sourceLocation: sourceLocation)
            return answer
        }

        func refused(
            _ method: String,
            _ name: String,
            _ body: String = "",
            is status: Int,
            _ code: Problem.Code,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let answer = try self(method, name, body, is: status, sourceLocation: sourceLocation)
            let problem = try answer.value(Problem.self)
            #expect(problem.code == code, "\(answer.text)", sourceLocation: sourceLocation)
            #expect(problem.detail.hasSuffix("."), sourceLocation: sourceLocation)
        }
    }

    /// Has a service with a folder of settings of its own.
    private func withPresets(_ body: (TestService, Asking, String) throws -> Void) throws {
        let folder = try TemporaryFolder.make("presets", in: Self.lab().folder.path)
        try withDescription(more: ["XDG_CONFIG_HOME": folder]) { service, description in
            let path = folder + "/printcenter/presets.json"
            try body(service, Asking(service: service, description: description), path)
        }
    }

    private static let book = #"{"ticket":{"sides":"two-sided-long-edge","copies":2}}"#

    @Test func `presets answer as described, and outlive the service`() throws {
        try withPresets { service, ask, _ in
            #expect(try ask("GET", is: 200).json().array == [])
            _ = try ask("PUT", "Book", Self.book, is: 201)
            _ = try ask("PUT", "Book", Self.book, is: 200)
            // In any script, and with what a path cannot have.
            let odd = "%E5%B0%8F%E5%86%8C%E5%AD%90%20%25%3F%23a"
            let saved = try ask("PUT", odd, #"{"ticket":{"pages":"1"}}"#, is: 201)
            #expect(try saved.value(PrintPreset.self).name == "小册子 %?#a")
            #expect(service.end() == 0)
            try service.serve()
            let all = try ask("GET", is: 200).value([PrintPreset].self)
            #expect(all.map(\.name) == ["Book", "小册子 %?#a"])
            let book = try ask("GET", "Book", is: 200).value(PrintPreset.self)
            #expect(book.ticket == PrintTicket(copies: 2, sides: .twoSidedLongEdge))
            #expect(try ask("DELETE", odd, is: 200).json()["name"]?.string == "小册子 %?#a")
            try ask.refused("DELETE", odd, is: 404, .presetNotFound)
            try ask.refused("GET", "book", is: 404, .presetNotFound)
        }
    }

    @Test func `what no preset may have is a problem as described`() throws {
        try withPresets { service, ask, path in
            for name in ["a%2Fb", "%0A", "%1B%5B2J", "..", "%2E%2E", "%20", "a%FF", "%zz"] {
                try ask.refused("PUT", name, Self.book, is: 400, .invalidRequest)
            }
            let long = String(repeating: "x", count: 65)
            try ask.refused("PUT", long, Self.book, is: 400, .invalidRequest)
            for ticket in [
                "{}", #"{"copies":0}"#, #"{"holdUntil":"2199-01-01T00:00:00Z"}"#,
                #"{"attributes":{"job-password":"1234"}}"#, #"{"sides":"maybe","pages":"0"}"#,
                #"{"attributes":{"x":"\#(String(repeating: "y", count: 9000))"}}"#,
            ] {
                let body = #"{"ticket":\#(ticket)}"#
                try ask.refused("PUT", "a", body, is: 400, .invalidRequest)
            }
            for body in [#"{"ticket":{"foil":1}}"#, #"{"ticket":{"copies":1},"pin":"1234"}"#] {
                try ask.refused("PUT", "a", body, is: 400, .unknownField)
            }
            for body in ["", "{}", "[", #"{"ticket":null}"#] {
                try ask.refused("PUT", "a", body, is: 400, .invalidRequest)
            }
            let large = #"{"ticket":{"pages":"\#(String(repeating: "1", count: 1 << 20))"}}"#
            try ask.refused("PUT", "a", large, is: 413, .invalidRequest)
            #expect(unsafe access(path, F_OK) != 0, "something was saved")

            for number in 1...100 { _ = try ask("PUT", "\(number)", Self.book, is: 201) }
            try ask.refused("PUT", "101", Self.book, is: 409, .tooManyPresets)
            _ = try ask("PUT", "100", Self.book, is: 200)
            try Data("{".utf8).write(to: URL(filePath: path))
            try ask.refused("PUT", "a", Self.book, is: 409, .settingsUnreadable)
            try ask.refused("DELETE", "1", is: 409, .settingsUnreadable)
            try ask.refused("GET", "1", is: 409, .settingsUnreadable)
            _ = try ask("GET", is: 409)
        }
    }

    @Test func `a preset fills the ticket of every request`() throws {
        try withPresets { service, ask, path in
            _ = try ask("PUT", "Book", Self.book, is: 201)
            let id = try service.document(Papers.pdf(pages: 4)).id ?? ""
            func body(
                _ preset: String,
                _ printer: String = "office",
                _ ticket: String = "{}"
            ) -> String {
                #"{"document":"\#(id)","printer":"\#(printer)","ticket":\#(ticket),"preset":"\#(preset)"}"#
            }
            let check = try service.post("/v1/check", body("Book", "office", #"{"copies":1}"#))
                .value(PrintCheck.self)
            #expect(check.plan?.copies == 1 && check.plan?.sides == .twoSidedLongEdge)
            let refused = try service.post("/v1/check", body("Book", "mono")).value(PrintCheck.self)
            #expect(refused.obstacles.map(\.code) == [.sidesUnsupported])
            #expect(refused.obstacles.map { $0.parameters["preset"] } == ["Book"])
            let own = #"{"sides":"two-sided-long-edge"}"#
            let plain = try service.post("/v1/check", body("Book", "mono", own)).value(
                PrintCheck.self
            )
            #expect(plain.obstacles.map { $0.parameters["preset"] } == [nil])
            let sheets = try service.post("/v1/previews", body("Book")).value(SheetPreview.self)
            #expect(sheets.sides == .twoSidedLongEdge)
            let options = try service.post("/v1/options", #"{"printer":"office","preset":"Book"}"#)
                .value(PrinterOptions.self)
            #expect(options.options.first { $0.name == "copies" }?.defaultValue == "2")

            let held =
                #"{"document":"\#(id)","printer":"office","ticket":{},"hold":true,"preset":"Book"}"#
            let key = ["Idempotency-Key": SubmissionID.random().rawValue]
            let job = try service.post("/v1/jobs", held, headers: key).value(PrintJob.self)
            #expect(job.ticket.copies == 2 && job.plan?.sides == .twoSidedLongEdge)
            let other = #"{"preset":"Book","ticket":{"copies":3},"hold":true}"#
            let again = try service.post("/v1/jobs/\(job.label)/reprint", other).value(
                PrintJob.self
            )
            #expect(again.ticket.copies == 3 && again.ticket.sides == .twoSidedLongEdge)
            // The job keeps its options, and a repeated request its job.
            _ = try ask("DELETE", "Book", is: 200)
            let same = try service.post("/v1/jobs", held, headers: key).value(PrintJob.self)
            #expect(same.id == job.id && same.ticket.copies == 2)

            for path in ["/v1/check", "/v1/jobs", "/v1/previews"] {
                let answer = try service.post(path, body("Book"))
                #expect(answer.status == 404)
                #expect(try answer.value(Problem.self).code == .presetNotFound)
            }
            try Data(#"{"Book":{"ticket":{"copies":2,"foil":"gold"}}}"#.utf8)
                .write(to: URL(filePath: path))
            #expect(try ask("GET", "Book", is: 200).json()["unknown"]?.array == [.string("foil")])
            for path in ["/v1/check", "/v1/jobs"] {
                let answer = try service.post(path, body("Book"))
                #expect(answer.status == 409)
                let problem = try answer.value(Problem.self)
                #expect(problem.code == .presetUnusable && problem.detail.contains("foil"))
            }
            for id in [job.id, again.id] { _ = try service.cancel(try #require(id)) }
        }
    }

    @Test(arguments: [("settings.written", 2), ("settings.renamed", 7)])
    func `a crash leaves the preset of before or of after`(
        _ failpoint: String,
        _ copies: Int
    ) throws {
        try withPresets { service, ask, path in
            _ = try ask("PUT", "Book", Self.book, is: 201)
            #expect(service.end() == 0)
            try service.serve(failpoint: failpoint)
            #expect(throws: (any Error).self) {
                _ = try HTTPReply(
                    "PUT",
                    "/v1/presets/Book",
                    socket: service.socket,
                    body: Array(#"{"ticket":{"copies":7}}"#.utf8)
                )
            }
            #expect(service.waitForEnd() == 128 + SIGKILL)
            try service.serve()
            let book = try ask("GET", "Book", is: 200).value(PrintPreset.self)
            #expect(book.ticket.copies == copies)
            // What the crash has left does not stand in the way.
            _ = try ask("PUT", "Book", #"{"ticket":{"copies":8}}"#, is: 200)
            #expect(unsafe access(path + ".part", F_OK) != 0)
        }
    }
}
