import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A document that comes with its job` {
    private static let shared = Result {
        try RunningLab(printers: "office,mono", program: Programs.lab)
    }

    private func form(
        _ service: TestService,
        _ document: [UInt8],
        job: String = #"{"printer":"office","ticket":{}}"#,
        query: String = "",
        key: String = UUID().uuidString
    ) throws -> HTTPReply {
        let job = "--edge\r\nContent-Disposition: form-data; name=\"job\"\r\n\r\n\(job)\r\n"
        let head = """
            --edge\r
            Content-Disposition: form-data; name="document"; filename="form.pdf"\r
            \r\n
            """
        return try raw(
            service,
            Array((job + head).utf8) + document + Array("\r\n--edge--\r\n".utf8),
            query,
            key
        )
    }

    private func raw(
        _ service: TestService,
        _ body: [UInt8],
        _ query: String = "",
        _ key: String = UUID().uuidString
    ) throws -> HTTPReply {
        try HTTPReply(
            "POST",
            "/v1/jobs\(query)",
            socket: service.socket,
            headers: [
                "Content-Type": "multipart/form-data; boundary=\"edge\"", "Idempotency-Key": key,
            ],
            body: body
        )
    }

    @Test func `is printed once, under its name, however often the key comes`() throws {
        try withService(in: Self.shared.get()) { service in
            let key = UUID().uuidString
            // Bytes that look like the beginning of a boundary belong to the document.
            let document = Papers.pdf(pages: 2) + Array("\r\n--edg\r\n--\r\n".utf8)
            let first = try form(service, document, query: "?name=form%20once.pdf", key: key)
            #expect(first.status == 201, "\(first.text)")
            let job = try first.value(PrintJob.self)
            #expect(job.document?.size == document.count)
            #expect(job.submission?.rawValue == key.lowercased())
            let second = try form(service, document, query: "?name=form%20once.pdf", key: key)
            #expect(try second.value(PrintJob.self).id == job.id)
            #expect(try service.spooled().count { !$0.hasSuffix(".part") } >= 1)
            let other = try form(
                service,
                document,
                job: #"{"printer":"office","ticket":{"copies":2}}"#,
                key: key
            )
            #expect(try other.value(Problem.self).code == .keyReused)
            try service.wait(for: try #require(job.id), toBe: .completed)
            _ = try service.paper("form once.pdf", by: "office")
            #expect(try service.ownJobs().count == 1)
        }
    }

    @Test func `stays where it is refused, and can be tried again`() throws {
        try withService(in: Self.shared.get()) { service in
            let refused = try form(
                service,
                Papers.pdf(pages: 1),
                job: #"{"printer":"mono","ticket":{"sides":"two-sided-long-edge"}}"#
            )
            #expect(refused.status == 409)
            let check = try #require(try refused.value(Problem.self).check)
            #expect(check.obstacles.map(\.code) == [.sidesUnsupported])
            let document = try #require(check.document)
            #expect(document.name == "form.pdf")
            #expect(try service.spooled() == [document.id ?? ""])
            #expect(try service.submission(document, "office").status == 201)
        }
    }

    @Test func `that is cut off leaves nothing`() throws {
        try withService(in: Self.shared.get()) { service in
            let whole =
                "--edge\r\nContent-Disposition: form-data; name=\"job\"\r\n\r\n"
                + #"{"printer":"office","ticket":{}}"# + "\r\n--edge\r\n"
                + "Content-Disposition: form-data; name=\"document\"\r\n\r\n%PDF-1.4 and no end"
            let half = String(whole.prefix(whole.count - 60))
            let disordered = whole.replacing("name=\"job\"", with: "name=\"x\"")
            let followed =
                whole + "\r\n--edge\r\nContent-Disposition: form-data; name=\"z\"\r\n\r\n"
            for body in ["", "nonsense", half, disordered, whole, followed] {
                let answer = try raw(service, Array(body.utf8))
                #expect(answer.status == 400, "\(body): \(answer.text)")
                #expect(try answer.value(Problem.self).code == .invalidRequest)
            }
            #expect(try service.spooled() == [])
            #expect(try service.ownJobs() == [])
        }
    }

    /// Values of `Content-Type` that are of no form.
    private static let oddTypes = [
        "", ";", ";;;", " ; ", ",", "multipart/form-data", "multipart/form-data;",
        "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"", "; boundary=edge",
        "multipart/form-data;boundary", "=;=", "\t;\t", "multipart/form-data; boundary=;;",
    ]

    @Test func `of no type that is a form is refused, and the service goes on`() throws {
        try withService(in: Self.shared.get()) { service in
            for (type, path) in Self.oddTypes.flatMap({ type in
                ["/v1/jobs", "/v1/check"].map { (type, $0) }
            }) {
                let answer = try HTTPReply(
                    "POST",
                    path,
                    socket: service.socket,
                    headers: ["Content-Type": type, "Idempotency-Key": UUID().uuidString],
                    body: Array("{}".utf8)
                )
                #expect((200..<500).contains(answer.status), "\(type) \(path): \(answer.text)")
            }
            #expect(!service.hasEnded)
            #expect(try service.get("/v1/status").status == 200)
        }
    }

    @Test func `with a name without end has a short one`() throws {
        try withService(in: Self.shared.get()) { service in
            let paper = Papers.pdf(pages: 1)
            func job(_ name: String, hold: String = "") -> String {
                #"{"printer":"office","hold":true,"name":"\#(name)","ticket":{\#(hold)}}"#
            }
            let long = String(repeating: "x", count: 900_000)
            let first = try form(service, paper, job: job(long)).value(PrintJob.self)
            #expect(first.name == String(repeating: "x", count: 254) + "…")
            let blank = try form(service, paper, job: job("  ")).value(PrintJob.self)
            #expect(blank.name == "form.pdf")
            let accents = "e" + String(repeating: "%CC%81", count: 1000)
            let named = try form(service, paper, job: job(" "), query: "?name=\(accents)")
            #expect(try named.value(PrintJob.self).name.unicodeScalars.count == 255)
            // Years that no clock has.
            for year in ["99999", "292277026597", "9223372036854775807"] {
                let hold = #""holdUntil":"\#(year)-01-01T00:00:00Z""#
                let answer = try form(service, paper, job: job("late", hold: hold))
                #expect(answer.status == 400, "\(answer.text)")
            }
            #expect(!service.hasEnded)
        }
    }

    @Test func `of many kilobytes arrives as it is`() throws {
        try withService(in: Self.shared.get()) { service in
            // Every byte, and many line ends, across the borders of what is read at once.
            let document =
                (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
                + Array(repeating: 13, count: 70_000)
            let answer = try form(service, document)
            #expect(answer.status == 409)
            let facts = try #require(try answer.value(Problem.self).check?.document)
            let sent = try service.document(document)
            #expect(facts.size == document.count)
            #expect(facts.sha256 == sent.sha256)
        }
    }
}
