import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `The contract` {
    private static let shared = Result {
        try RunningLab(printers: "office,mono", program: Programs.lab)
    }

    static func lab() throws -> RunningLab { try shared.get() }

    func withDescription(
        more: [String: String] = [:],
        _ body: (TestService, Description) throws -> Void
    ) throws {
        try withService(in: Self.shared.get(), more: more) { service in
            let answer = try service.get("/v1/openapi.json")
            try body(service, Description(try answer.json()))
        }
    }

    @Test func `the description that is served is the one of the repository`() throws {
        try withService(in: Self.shared.get()) { service in
            let served = try service.get("/v1/openapi.json")
            #expect(served.body == (try Programs.file("Docs/openapi.json")))
        }
    }

    @Test func `every operation answers as described`() throws {
        try withDescription { service, description in
            var seen: Set<String> = []
            func hold(
                _ method: String,
                _ template: String,
                _ status: Int,
                path: String? = nil,
                body: [UInt8] = [],
                sourceLocation: SourceLocation = #_sourceLocation
            ) throws -> HTTPReply {
                let answer = try HTTPReply(
                    method,
                    path ?? template,
                    socket: service.socket,
                    body: body
                )
                #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
                let faults = try description.faults(of: answer, method, template)
                #expect(faults == [], sourceLocation: sourceLocation)
                seen.insert("\(method) \(template)")
                return answer
            }
            let status = try hold("GET", "/v1/status", 200)
            #expect(try status.json()["pid"]?.integer == Int(service.process))
            _ = try hold("GET", "/v1/openapi.json", 200)
            let metrics = try hold("GET", "/v1/metrics", 200).text
            #expect(
                metrics.contains(
                    #"printcenter_info{version="\#(projectVersion)",store="sqlite"} 1"#
                )
            )
            let opened = try hold(
                "POST",
                "/v1/page",
                200,
                body: Array(#"{"documents":["d-1"]}"#.utf8)
            )
            #expect(try opened.json()["url"]?.string?.hasSuffix("/d-1") == true)
            let file = Array(#"{"file":true}"#.utf8)
            let led = try hold("POST", "/v1/page", 200, body: file).json()
            #expect(led["file"]?.string?.hasPrefix(service.socket + ".page-") == true)
            let visit = "/v1/page/\(led["visit"]?.string ?? "")"
            let expected = try hold("GET", "/v1/page/{visit}", 200, path: visit).json()
            #expect(expected["state"]?.string == "expected")
            let none = try hold("GET", "/v1/page/{visit}", 200, path: "/v1/page/0").json()
            #expect(none["state"]?.string == "missed")
            _ = try hold("POST", "/v1/page", 400, body: Array(#"{"documents":["d/1"]}"#.utf8))
            let fewer = Array(#"{"notifications":"failures"}"#.utf8)
            _ = try hold("PUT", "/v1/notifications", 200, body: fewer)
            let told = try hold("GET", "/v1/status", 200).json()
            #expect(told["notifications"]?.string == "failures")
            let unknown = Array(#"{"notifications":"some"}"#.utf8)
            _ = try hold("PUT", "/v1/notifications", 400, body: unknown)
            _ = try hold("GET", "/v1/events", 400, path: "/v1/events?reader=nobody")
            let printers = try hold("GET", "/v1/printers", 200)
            #expect(try printers.json().array.map { $0["id"]?.string } == ["mono", "office"])
            _ = try hold("GET", "/v1/printers/{id}", 200, path: "/v1/printers/office")
            let choice = Array(#"{"printer":"mono"}"#.utf8)
            let chosen = try hold("PUT", "/v1/printers/default", 200, body: choice)
            #expect(try chosen.json()["id"]?.string == "mono")
            _ = try hold("PUT", "/v1/printers/default", 200, body: Array("{}".utf8))
            let office = "/v1/printers/office"
            for (isDirect, route) in [("true", "direct"), ("false", "queue")] {
                let way = try hold(
                    "PUT",
                    "/v1/printers/{id}/direct",
                    200,
                    path: office + "/direct",
                    body: Array(#"{"direct":\#(isDirect)}"#.utf8)
                )
                #expect(try way.json()["route"]?.string == route)
            }
            _ = try hold("POST", "/v1/printers/{id}/trust", 200, path: office + "/trust")
            _ = try hold("POST", "/v1/printers/{id}/identify", 200, path: office + "/identify")
            // A password leaves over an encrypted connection only.
            let secret = Array(#"{"user":"ann","password":"secret"}"#.utf8)
            _ = try hold(
                "POST",
                "/v1/printers/{id}/authenticate",
                409,
                path: office + "/authenticate",
                body: secret
            )
            // A queue is removed in the scheduler, and nothing responds at this port.
            _ = try hold("DELETE", "/v1/printers/{id}", 409, path: office)
            let nowhere = Array(#"{"address":"127.0.0.1:1"}"#.utf8)
            _ = try hold("POST", "/v1/printers", 502, body: nowhere)
            _ = try hold("GET", "/v1/availability", 200)
            let typed = "/v1/availability?type=application/octet-stream"
            let refused = try hold("GET", "/v1/availability", 200, path: typed)
            #expect(try refused.json()["available"] == .bool(false))

            let report = try Programs.sample("report.pdf")
            let named = "/v1/availability?name=report.pdf"
            let possible = try hold("POST", "/v1/availability", 200, path: named, body: report)
            #expect(try possible.json()["type"]?.string == "application/pdf")
            let upload = "/v1/documents?name=report.pdf"
            let document = try hold("POST", "/v1/documents", 201, path: upload, body: report)
            let id = try #require(try document.json()["id"]?.string)
            #expect(try document.json()["pages"]?.integer == 6)
            let both = Array(#"{"documents":["\#(id)","\#(id)"]}"#.utf8)
            _ = try hold("POST", "/v1/documents/join", 201, body: both)
            let page = "/v1/documents/{id}/pages/{page}/preview"
            let picture = "/v1/documents/\(id)/pages/2/preview?size=64"
            let png = try hold("GET", page, 200, path: picture)
            #expect(png.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))

            let question = #"{"document":"\#(id)","printer":"office","ticket":{"pages":"2-3"}}"#
            let check = try hold("POST", "/v1/check", 200, body: Array(question.utf8))
            #expect(try check.json()["plan"]?["impressions"]?.integer == 2)
            _ = try hold("POST", "/v1/options", 200, body: Array(#"{"printer":"mono"}"#.utf8))
            let sheets = try hold("POST", "/v1/previews", 201, body: Array(question.utf8))
            let shown = try #require(try sheets.json()["id"]?.string)
            let face = "/v1/previews/\(shown)/faces/2?size=64"
            _ = try hold("GET", "/v1/previews/{id}/faces/{face}", 200, path: face)
            let laid = "/v1/previews/\(shown)/pages/1?size=64"
            _ = try hold("GET", "/v1/previews/{id}/pages/{page}", 200, path: laid)
            let finished = try hold(
                "GET",
                "/v1/previews/{id}/document",
                200,
                path: "/v1/previews/\(shown)/document"
            )
            #expect(finished.body.starts(with: Array("%PDF-".utf8)))
            let job = try hold("POST", "/v1/jobs", 201, body: Array(question.utf8))
            let number = try #require(try job.json()["id"]?.integer)
            _ = try hold("GET", "/v1/jobs", 200)
            try service.wait(for: JobID(rawValue: number), toBe: .completed)
            _ = try hold("GET", "/v1/jobs", 200, path: "/v1/jobs?all=true&printer=office")
            let dated = "/v1/jobs?all=true&since=2020-01-01T00:00:00Z&until=2199-01-01T00:00:00Z"
            #expect(try hold("GET", "/v1/jobs", 200, path: dated).json().array.count == 1)
            for none in [
                "&user=nobody", "&since=2199-01-01T00:00:00Z", "&until=2020-01-01T00:00:00Z",
            ] {
                let path = "/v1/jobs?all=true" + none
                #expect(try hold("GET", "/v1/jobs", 200, path: path).json().array == [])
            }
            _ = try hold("GET", "/v1/jobs", 400, path: "/v1/jobs?since=yesterday")
            let details = try hold("GET", "/v1/jobs/{id}", 200, path: "/v1/jobs/\(number)")
            #expect(try details.json()["story"]?.array.last?["state"]?.string == "completed")
            _ = try hold(
                "POST",
                "/v1/jobs/{id}/authenticate",
                409,
                path: "/v1/jobs/\(number)/authenticate",
                body: secret
            )
            let sent = "/v1/jobs/\(number)/preview"
            _ = try hold("POST", "/v1/jobs/{id}/preview", 201, path: sent)
            _ = try hold("GET", "/v1/jobs/{id}/preview", 200, path: sent + "?face=2&size=64")

            // A job that is stopped before it goes anywhere.
            try service.lab.run("cupsdisable", "mono")
            defer { _ = try? service.lab.run("cupsenable", "mono") }
            let late =
                #"{"document":"\#(id)","printer":"mono","ticket":{},"whenPossible":true}"#
            let waiting = try hold("POST", "/v1/jobs", 201, body: Array(late.utf8))
            let other = try #require(try waiting.json()["id"]?.integer)
            _ = try hold("POST", "/v1/jobs/{id}/cancel", 200, path: "/v1/jobs/\(other)/cancel")
            // The scheduler may have the job by then: it had not told yet that its queue is stopped.
            try service.wait(for: JobID(rawValue: other), toBe: .canceled)

            let unused = try service.document(Papers.pdf(pages: 1))
            let path = "/v1/documents/\(unused.id ?? "")"
            // It is not encrypted, so it stays as it is.
            let unlock = "/v1/documents/{id}/unlock"
            let password = Array(#"{"password":"x"}"#.utf8)
            _ = try hold("POST", unlock, 200, path: path + "/unlock", body: password)
            #expect(try hold("DELETE", "/v1/documents/{id}", 204, path: path).body.isEmpty)
            _ = try hold("POST", "/v1/stop", 202)
            service.waitForEnd()
            // Its own tests hold every event against the description.
            seen.formUnion(Self.verbs)
            seen.formUnion(Self.presets)
            seen.formUnion(Self.hosts)
            seen.formUnion([
                "GET /v1/events", "GET /v1/availability/events", "GET /v1/printers/events",
            ])
            #expect(seen == description.operations)
        }
    }

    @Test func `every problem answers as described`() throws {
        try withDescription { service, description in
            let document = try service.document(Papers.pdf(pages: 6))
            let id = document.id ?? ""
            let used = try service.document(Papers.pdf(pages: 1))
            let done = try #require(
                try service.submission(used, "office", name: "done").value(PrintJob.self).id
            )
            try service.wait(for: done, toBe: .completed)
            func hold(
                _ method: String,
                _ template: String,
                _ path: String? = nil,
                _ body: String = "",
                key: String? = nil,
                is status: Int,
                _ code: String,
                sourceLocation: SourceLocation = #_sourceLocation
            ) throws {
                let answer = try HTTPReply(
                    method,
                    path ?? template,
                    socket: service.socket,
                    headers: key.map { ["Idempotency-Key": $0] } ?? [:],
                    body: Array(body.utf8)
                )
                #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
                let problem = try answer.value(Problem.self)
                #expect(problem.code.rawValue == code, sourceLocation: sourceLocation)
                #expect(
                    try answer.json()["status"]?.integer == status,
                    sourceLocation: sourceLocation
                )
                #expect(problem.detail.hasSuffix("."), sourceLocation: sourceLocation)
                #expect(
                    try description.faults(of: answer, method, template) == [],
                    sourceLocation: sourceLocation
                )
            }
            func ask(_ ticket: String, _ printer: String = "office") -> String {
                #"{"document":"\#(id)","printer":"\#(printer)","ticket":\#(ticket)}"#
            }
            for path in ["/v1/check", "/v1/jobs"] {
                try hold("POST", path, nil, "{", is: 400, "invalid-request")
                try hold("POST", path, nil, "{}", is: 400, "invalid-request")
                try hold("POST", path, nil, ask(#"{"copies":0}"#), is: 400, "invalid-request")
                try hold("POST", path, nil, ask(#"{"pages":"0"}"#), is: 400, "invalid-request")
                try hold("POST", path, nil, ask(#"{"priority":101}"#), is: 400, "invalid-request")
                let unknown = #"{"document":"none","ticket":{}}"#
                try hold("POST", path, nil, unknown, is: 404, "document-not-found")
                let large = ask(#"{"pages":"\#(String(repeating: "1", count: 1 << 20))"}"#)
                try hold("POST", path, nil, large, is: 413, "invalid-request")
            }
            try hold(
                "POST",
                "/v1/jobs",
                nil,
                ask(#"{"pages":"9"}"#),
                is: 409,
                "printing-not-possible"
            )
            try hold("POST", "/v1/jobs", nil, ask("{}", "nobody"), is: 409, "printing-not-possible")
            try hold(
                "POST",
                "/v1/options",
                nil,
                #"{"printer":"nobody"}"#,
                is: 404,
                "printer-not-found"
            )
            try hold(
                "POST",
                "/v1/options",
                nil,
                #"{"document":"none"}"#,
                is: 404,
                "document-not-found"
            )
            try hold("POST", "/v1/options", nil, "{}", is: 409, "printing-not-possible")
            let now = "/v1/availability"
            try hold("GET", now, "\(now)?type=pdf", is: 400, "invalid-request")
            let events = "\(now)/events"
            try hold("GET", events, "\(events)?type=pdf", is: 400, "invalid-request")
            let bytes = String(repeating: "a", count: 65_537)
            try hold("POST", now, "\(now)?name=a", bytes, is: 413, "invalid-request")
            try hold(
                "GET",
                "/v1/printers/{id}",
                "/v1/printers/nobody",
                is: 404,
                "printer-not-found"
            )
            try hold("GET", "/v1/jobs/{id}", "/v1/jobs/4711", is: 404, "job-not-found")
            try hold("GET", "/v1/jobs/{id}", "/v1/jobs/office-4711", is: 404, "job-not-found")
            let cancel = "/v1/jobs/{id}/cancel"
            try hold("POST", cancel, "/v1/jobs/4711/cancel", is: 404, "job-not-found")
            let faces = "/v1/previews/{id}/faces/{face}"
            try hold("GET", faces, "/v1/previews/none/faces/1", is: 404, "preview-not-found")
            let finished = "/v1/previews/{id}/document"
            try hold("GET", finished, "/v1/previews/none/document", is: 404, "preview-not-found")
            try hold(
                "POST",
                "/v1/previews",
                nil,
                ask(#"{"pages":"9"}"#),
                is: 409,
                "printing-not-possible"
            )
            let sheets = "/v1/jobs/{id}/preview"
            try hold("POST", sheets, "/v1/jobs/4711/preview", is: 404, "job-not-found")
            try hold("GET", sheets, "/v1/jobs/\(done)/preview?face=9", is: 422, "page-out-of-range")
            try hold("POST", cancel, "/v1/jobs/\(done)/cancel", is: 409, "job-ended")
            let one = "/v1/documents/{id}"
            try hold("DELETE", one, "/v1/documents/none", is: 404, "document-not-found")
            let busy = "/v1/documents/\(used.id ?? "")"
            try hold("DELETE", one, busy, is: 409, "invalid-request")
            let page = one + "/pages/{page}/preview"
            try hold(
                "GET",
                page,
                "/v1/documents/none/pages/1/preview",
                is: 404,
                "document-not-found"
            )
            try hold("GET", page, "/v1/documents/\(id)/pages/x/preview", is: 400, "invalid-request")
            let long = String(repeating: "k", count: 256)
            try hold("POST", "/v1/documents", nil, "x", key: long, is: 400, "invalid-request")

            #expect(try service.jobs().isEmpty)
            let nowhere = try service.get("/v1/nowhere")
            #expect(nowhere.status == 404)
            #expect(description.faults(try nowhere.json(), schemaNamed: "Problem") == [])
        }
    }

    @Test func `without a scheduler it says so`() throws {
        let nowhere = ["CUPS_SERVER": "/nonexistent/socket"]
        try withService(in: Self.shared.get(), more: nowhere) { service in
            let description = Description(try service.get("/v1/openapi.json").json())
            let id = try service.document(Papers.pdf(pages: 1)).id ?? ""
            let question = #"{"document":"\#(id)","printer":"office","ticket":{}}"#
            for (method, path, body) in [
                ("GET", "/v1/printers", ""), ("POST", "/v1/options", "{}"),
                ("POST", "/v1/check", question), ("POST", "/v1/jobs", question),
            ] {
                let answer = try HTTPReply(
                    method,
                    path,
                    socket: service.socket,
                    body: Array(body.utf8)
                )
                #expect(answer.status == 503)
                #expect(try answer.value(Problem.self).code == .schedulerUnreachable)
                #expect(try description.faults(of: answer, method, path) == [])
            }
            #expect(try service.jobs(all: true).isEmpty)
        }
    }

    @Test func `words come in the language asked for`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 6))
            let ask =
                #"{"document":"\#(document.id ?? "")","printer":"mono","ticket":{"copies":1000}}"#
            let english = try service.post("/v1/check", ask).value(PrintCheck.self)
            let chinese = try service.post(
                "/v1/check",
                ask,
                headers: ["Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"]
            ).value(PrintCheck.self)
            let before = try #require(english.obstacles.first)
            let after = try #require(chinese.obstacles.first)
            #expect(before.code == after.code && before.parameters == after.parameters)
            #expect(before.message.utf8.allSatisfy { $0 < 128 })
            #expect(after.message.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) })
        }
    }
}
