import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `The sheets before they are printed` {
    private static let shared = Result {
        try RunningLab(printers: "office,mono,slow", program: Programs.lab)
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

    /// Width, height and colour type of a PNG.
    private func facts(_ png: [UInt8]) throws -> [Int] {
        try #require(png.starts(with: Self.png) && png.count > 26)
        func number(_ start: Int) -> Int { png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        return [number(16), number(20), Int(png[25])]
    }

    private func ask(
        _ document: DocumentFacts,
        _ ticket: String = "{}",
        on printer: String = "office",
        in service: TestService
    ) throws -> HTTPReply {
        try service.post(
            "/v1/previews",
            #"{"document":"\#(document.id ?? "")","printer":"\#(printer)","ticket":\#(ticket)}"#
        )
    }

    private func face(
        _ number: Int,
        of preview: SheetPreview,
        size: Int = 200,
        in service: TestService
    ) throws -> HTTPReply {
        try service.get("/v1/previews/\(preview.id)/faces/\(number)?size=\(size)")
    }

    private func previewFiles(_ service: TestService) throws -> [String] {
        try service.spooled().filter { $0.hasPrefix("preview-") }
    }

    @Test func `are pictures of the very bytes that a job sends`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 4))
            let ticket = #"{"pages":"3,1","copies":2}"#
            let answer = try ask(document, ticket, on: "slow", in: service)
            try #require(answer.status == 201, "\(answer.text)")
            let preview = try answer.value(SheetPreview.self)
            #expect(preview.pages == [[3], [1]])
            let path = "\(service.state)/spool/preview-\(preview.id).pdf"
            let shown = try Data(contentsOf: URL(filePath: path))
            #expect(shown.starts(with: Array("%PDF".utf8)))

            let job = try service.submission(document, "slow", ticket, name: "same bytes")
                .value(PrintJob.self)
            let name = "\(try #require(job.submission).rawValue).pages.pdf"
            var sent: Data?
            try wait(for: "the prepared file of the job") {
                // It appears under its name when all of it is there.
                sent = try? Data(contentsOf: URL(filePath: "\(service.state)/spool/\(name)"))
                return sent != nil
            }
            #expect(sent == shown)
            #expect(job.plan == preview.check.plan)
            // The job's own preview shows that file while it is there.
            let ofJob = try service.post("/v1/jobs/\(job.label)/preview")
            #expect(ofJob.status == 201)
            #expect(try ofJob.value(SheetPreview.self).pages == [[3], [1]])
        }
    }

    @Test func `are made of the pages that the document shows, however it is laid out`() throws {
        try withService(in: Self.shared.get()) { service in
            let lines = (1...150).map { "line \($0)\n" }.joined()
            let document = try service.document(Array(lines.utf8), name: "lines.txt")
            var counts: [Int] = []
            for (ticket, isWide) in [
                (#"{"pages":"1"}"#, false), (#"{"pages":"1","orientation":"landscape"}"#, true),
            ] {
                let preview = try ask(document, ticket, in: service).value(SheetPreview.self)
                let count = try #require(preview.check.document?.pages)
                counts.append(count)
                func page(_ number: Int) throws -> HTTPReply {
                    try service.get("/v1/previews/\(preview.id)/pages/\(number)?size=200")
                }
                // Also pages that are not printed.
                for number in [1, count] {
                    let picture = try facts(try page(number).body)
                    #expect((picture[0] > picture[1]) == isWide, "\(ticket) \(picture)")
                }
                let beyond = try page(count + 1)
                #expect(beyond.status == 422 && beyond.text.contains("page-out-of-range"))
            }
            #expect(counts[0] > 1 && counts[1] > counts[0], "\(counts)")
            // One that is none is named as it was asked for.
            for (page, name) in [("-1", "no page -1"), ("0", "no page 0"), ("first", "'first'")] {
                let id = try ask(document, "{}", in: service).value(SheetPreview.self).id
                let answer = try service.get("/v1/previews/\(id)/pages/\(page)")
                #expect([400, 422].contains(answer.status), "\(page)")
                #expect(answer.text.contains(name), "\(answer.text)")
            }
            // Without a printer, it has the pages of A4.
            let path = "/v1/documents/\(document.id ?? "")/pages"
            #expect(try service.get("\(path)/\(counts[0])/preview").status == 200)
            #expect(try service.get("\(path)/\(counts[0] + 1)/preview").status == 422)
        }
    }

    @Test func `have the shape of the sheet, its colours and its margins`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Programs.sample("report.pdf"))
            let color = try ask(document, #"{"pages":"1-2"}"#, in: service).value(SheetPreview.self)
            let first = try face(1, of: color, in: service)
            #expect(first.headers["content-type"] == "image/png")
            #expect(try facts(first.body) == [141, 200, 2])
            #expect(try face(2, of: color, size: 100, in: service).body != first.body)
            #expect(color.color == .color)
            let grey = try ask(document, #"{"pages":"1-2","color":"monochrome"}"#, in: service)
                .value(SheetPreview.self)
            #expect(try facts(face(1, of: grey, in: service).body) == [141, 200, 0])
            let mono = try ask(document, on: "mono", in: service).value(SheetPreview.self)
            #expect(mono.color == .monochrome)
            #expect(try facts(face(1, of: mono, in: service).body)[2] == 0)

            let pixmap = try service.get(
                "/v1/previews/\(color.id)/faces/1?size=200",
                headers: ["Accept": "image/x-portable-pixmap"]
            )
            #expect(pixmap.body.starts(with: Array("P6\n141 200\n255\n".utf8)))
            #expect(pixmap.body.count == 15 + 141 * 200 * 3)
        }
    }

    @Test func `are each held as they are read`() throws {
        try withService(in: Self.shared.get()) { service in
            func shape(_ landscape: Set<Int>, _ ticket: String) throws -> [Int] {
                let document = try service.document(Papers.pdf(pages: 2, landscape: landscape))
                let answer = try ask(document, ticket, in: service)
                try #require(answer.status == 201, "\(answer.text)")
                let preview = try answer.value(SheetPreview.self)
                try #require(preview.sheet != nil)
                return try Array(facts(face(1, of: preview, in: service).body)[..<2])
            }
            let (upright, across) = ([141, 200], [200, 141])
            for (landscape, ticket, expected) in [
                ([], "{}", upright), ([1, 2], "{}", across), ([1], "{}", across),
                ([2], "{}", upright),
                ([], #"{"numberUp":2}"#, across), ([1, 2], #"{"numberUp":2}"#, upright),
                ([], #"{"numberUp":4}"#, upright), ([], #"{"orientation":"landscape"}"#, across),
            ] as [(Set<Int>, String, [Int])] {
                let found = try shape(landscape, ticket)
                #expect(found == expected, "\(landscape) \(ticket)")
            }
        }
    }

    @Test func `of a document that is sent as it is are those of the document`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 2))
            let preview = try ask(document, in: service).value(SheetPreview.self)
            if preview.check.plan?.isFulfilled(by: document) == true {
                #expect(try previewFiles(service) == [])
            }
            #expect(try facts(face(2, of: preview, in: service).body)[1] == 200)
        }
    }

    @Test func `are refused where printing is, and where nobody knows them`() throws {
        try withService(in: Self.shared.get()) { service in
            func expect(
                _ answer: HTTPReply,
                _ status: Int,
                _ code: Problem.Code,
                sourceLocation: SourceLocation = #_sourceLocation
            ) throws {
                #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
                let problem = try answer.value(Problem.self)
                #expect(problem.code == code, sourceLocation: sourceLocation)
                #expect(problem.detail.hasSuffix("."), sourceLocation: sourceLocation)
            }
            let document = try service.document(Papers.pdf(pages: 2))
            try expect(ask(document, #"{"pages":"9"}"#, in: service), 409, .notPossible)
            try expect(ask(document, #"{"copies":0}"#, in: service), 400, .invalidRequest)
            let none = DocumentFacts(id: "none", name: "", type: "", kind: "", size: 0)
            try expect(ask(none, in: service), 404, .documentNotFound)

            let preview = try ask(document, in: service).value(SheetPreview.self)
            let place = "/v1/previews/\(preview.id)/faces"
            let outside = Problem.Code(rawValue: "page-out-of-range")
            for number in [0, -1, 3, Int.max] {
                try expect(service.get("\(place)/\(number)"), 422, outside)
            }
            try expect(service.get("\(place)/x"), 400, .invalidRequest)
            try expect(service.get("\(place)/1?size=x"), 400, .invalidRequest)
            for size in ["0", "-5", "16385", "999999999999"] {
                let wrong = Problem.Code(rawValue: "invalid-request")
                try expect(service.get("\(place)/1?size=\(size)"), 422, wrong)
            }
            try expect(service.get("/v1/previews/none/faces/1"), 404, .previewNotFound)
            try expect(service.get("/v1/previews/..%2Fx/faces/1"), 404, .previewNotFound)
            for path in ["/v1/jobs/4711/preview", "/v1/jobs/office-4711/preview"] {
                try expect(service.get(path), 404, .jobNotFound)
                try expect(service.post(path), 404, .jobNotFound)
            }
        }
    }

    @Test func `of a job are there as long as its document is`() throws {
        try withService(in: Self.shared.get()) { service in
            let id = try service.print(
                Papers.pdf(pages: 3),
                on: "office",
                #"{"pages":"2-3"}"#,
                name: "looked at later"
            )
            try service.wait(for: id, toBe: .completed)
            let first = try service.get("/v1/jobs/\(id)/preview?size=100")
            #expect(try facts(first.body)[1] == 100)
            let second = try service.get("/v1/jobs/\(id)/preview?face=2&size=100")
            #expect(try facts(second.body)[1] == 100)
            #expect(first.body != second.body)
            #expect(try service.get("/v1/jobs/\(id)/preview?face=3").status == 422)
            #expect(try service.get("/v1/jobs/\(id)/preview?face=x").status == 400)
            // One file, however often it is asked for.
            #expect(try previewFiles(service).count <= 1)

            let document = try #require(try service.job(id).document?.id)
            for name in try previewFiles(service) + [document] {
                try FileManager.default.removeItem(atPath: "\(service.state)/spool/\(name)")
            }
            let gone = try service.get("/v1/jobs/\(id)/preview")
            #expect(gone.status == 404)
            #expect(try gone.value(Problem.self).code == .documentNotFound)
        }
    }

    @Test func `of another program's job are not known`() throws {
        try withService(in: Self.shared.get()) { service in
            let sample = Programs.repository + "/samples/letter.pdf"
            let said = try service.lab.run("lp", "-d", "office", sample).output
            let label = try #require(
                said.split(separator: " ").first { $0.hasPrefix("office-") }.map { String($0) }
            )
            let answer = try service.get("/v1/jobs/\(label)/preview")
            #expect(answer.status == 422)
            #expect(try answer.value(Problem.self).code == .previewNotPossible)
        }
    }

    @Test func `are made once for one plan, are few, and go with their document`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 20))
            var ids: Set<String> = []
            for page in 1...20 {
                let ticket = #"{"pages":"\#(page)"}"#
                let preview = try ask(document, ticket, in: service).value(SheetPreview.self)
                #expect(try ask(document, ticket, in: service).value(SheetPreview.self) == preview)
                ids.insert(preview.id)
                #expect(try face(1, of: preview, in: service).status == 200)
            }
            #expect(ids.count == 20)
            #expect(try previewFiles(service).count == 16)
            let answer = try HTTPReply(
                "DELETE",
                "/v1/documents/\(document.id ?? "")",
                socket: service.socket
            )
            #expect(answer.status == 204)
            #expect(try previewFiles(service) == [])
        }
    }

    @Test func `end with the service, and leave nothing behind`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 3))
            let preview = try ask(document, #"{"pages":"2"}"#, in: service).value(SheetPreview.self)
            #expect(try previewFiles(service).count == 1)
            service.end(SIGKILL)
            try service.serve()
            #expect(try previewFiles(service) == [])
            let answer = try face(1, of: preview, in: service)
            #expect(try answer.value(Problem.self).code == .previewNotFound)
            // The document is still there to ask again.
            #expect(try ask(document, #"{"pages":"2"}"#, in: service).status == 201)
        }
    }
}
