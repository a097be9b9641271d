import FoundationEssentials
import GRDB
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// Programs and stores of another version than the service.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `Another version` {
    private static let shared = Result { try RunningLab(printers: "office", program: Programs.lab) }

    @Test func `every answer says of what version the service is`() throws {
        try withService(in: Self.shared.get()) { service in
            for path in ["/v1/status", "/v1/nowhere", "/v1/jobs/4711", "/", "/v1/openapi.json"] {
                let answer = try service.get(path)
                #expect(answer.headers["printcenter-version"] == projectVersion, "\(path)")
            }
            let broken = try UnixSocket(service.socket)
            try broken.write(Array("NO HTTP\r\n\r\n".utf8))
            var heard: [UInt8] = []
            while let bytes = try broken.read() {
                heard += bytes
                if heard.last == UInt8(ascii: "}") { break }
            }
            let answer = String(decoding: heard, as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(answer.contains("Printcenter-Version: \(projectVersion)"))
            #expect(answer.contains("application/problem+json") && answer.contains(#""code":"#))
        }
    }

    @Test func `what is not known is refused by its name, and nothing is done`() throws {
        try withService(in: Self.shared.get()) { service in
            let id = try service.document(Papers.pdf(pages: 1)).id ?? ""
            func question(_ ticket: String, _ more: String = "") -> String {
                #"{"document":"\#(id)","printer":"office","ticket":\#(ticket)\#(more)}"#
            }
            func refuse(
                _ method: String,
                _ path: String,
                _ body: String,
                _ field: String,
                sourceLocation: SourceLocation = #_sourceLocation
            ) throws {
                let answer = try HTTPReply(
                    method,
                    path,
                    socket: service.socket,
                    body: Array(body.utf8)
                )
                #expect(answer.status == 400, "\(answer.text)", sourceLocation: sourceLocation)
                let problem = try answer.value(Problem.self)
                #expect(problem.code == .unknownField, sourceLocation: sourceLocation)
                #expect(problem.field == field, sourceLocation: sourceLocation)
                #expect(problem.detail.contains("'\(field)'"), sourceLocation: sourceLocation)
            }
            for path in ["/v1/check", "/v1/jobs", "/v1/previews"] {
                try refuse("POST", path, question(#"{"foil":"gold"}"#), "ticket.foil")
                try refuse("POST", path, question(#"{"copies":1,"foil":null}"#), "ticket.foil")
                try refuse("POST", path, question("{}", #","when":"now""#), "when")
                // The same letters, written in another way, are not known either.
                try refuse("POST", path, question(#"{"c\u006fpies":2}"#), #"ticket.c\u006fpies"#)
            }
            try refuse("POST", "/v1/options", #"{"printer":"office","all":true}"#, "all")
            try refuse("PUT", "/v1/printers/default", #"{"printer":null,"for":"x"}"#, "for")
            let unlock = "/v1/documents/\(id)/unlock"
            try refuse("POST", unlock, #"{"password":"x","keep":true}"#, "keep")
            try refuse("GET", "/v1/jobs?state=held", "", "state")
            try refuse("GET", "/v1/printers?color=true", "", "color")
            try refuse("GET", "/v1/events?since=1", "", "since")
            try refuse("POST", "/v1/documents?name=a&copies=2", "x", "copies")
            #expect(try service.ownJobs().isEmpty)
            // What the printer is asked for by its own names is free.
            let free = #"{"attributes":{"print-scaling":"none"}}"#
            #expect(try service.post("/v1/check", question(free)).status == 200)
        }
    }

    @Test func `what is there twice, or in another encoding, is refused`() throws {
        try withService(in: Self.shared.get()) { service in
            let id = try service.document(Papers.pdf(pages: 1)).id ?? ""
            let once = #"{"document":"\#(id)","printer":"office","ticket":{"copies":1}}"#
            let twice =
                #"{"document":"\#(id)","printer":"office","ticket":{"copies":1,"copies":9}}"#
            #expect(try service.post("/v1/check", once).status == 200)
            let answer = try service.post("/v1/check", twice)
            #expect(answer.status == 400)
            #expect(
                try answer.value(Problem.self).detail.contains("duplicate key: 'ticket.copies'")
            )
            let wide: [UInt8] = [0xFF, 0xFE] + once.utf8.flatMap { [$0, 0] as [UInt8] }
            let other = try HTTPReply("POST", "/v1/check", socket: service.socket, body: wide)
            #expect(other.status == 400, "\(other.text)")
        }
    }

    @Test func `queries that are no numbers or flags are refused`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 1)).id ?? ""
            for path in [
                "/v1/jobs?all=maybe", "/v1/events?job=x", "/v1/events?job=1&job=",
                "/v1/documents/\(document)/pages/1/preview?size=big",
            ] {
                let answer = try service.get(path)
                #expect(answer.status == 400, "\(path): \(answer.text)")
                #expect(try answer.value(Problem.self).code == .invalidRequest)
            }
        }
    }

    @Test func `a store that a newer service has written is not touched`() throws {
        let service = try TestService(in: Self.shared.get())
        try service.serve()
        let document = try service.document(Papers.pdf(pages: 1))
        let held = #"{"holdUntil":"2099-01-01T00:00:00Z"}"#
        try #require(service.submission(document, "office", held).status == 201)
        service.end()
        let path = service.state + "/queue.sqlite"
        try DatabaseQueue(path: path).write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('newer')")
        }
        let before = try Data(contentsOf: URL(filePath: path))
        let line = try service.start()
        #expect(line.hasPrefix("error: ") && line.hasSuffix("."), "\(line)")
        #expect(line.contains("A newer version of this program has written it"))
        #expect(service.waitForEnd() == 69)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        try DatabaseQueue(path: path).write { db in
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'newer'")
        }
        try service.serve()
        let jobs = try service.ownJobs()
        #expect(jobs.map(\.state) == [.held])
        for job in jobs { _ = try service.cancel(try #require(job.id)) }
        service.end()
    }
}
