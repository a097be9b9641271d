import CRasterReader
import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(
    .serialized,
    .enabled(if: Programs.labCanRun, Programs.whySkipped),
    .enabled(if: Programs.hasRasterFilter, "rastertopwg is missing: apt install cups")
)
struct `Tickets on real printers` {
    private static let shared = Result {
        let lab = try RunningLab(
            printers: "office,mono,photo,airprint,label,finisher,slow",
            program: Programs.lab
        )
        // It costs the others nothing that this one is switched off.
        _ = try lab.run(Programs.lab, "off", "slow")
        return lab
    }

    private static func bytes(_ paper: TicketRow.Paper) throws -> (bytes: [UInt8], name: String) {
        switch paper {
        case .six: (Papers.pdf(pages: 6), "six.pdf")
        case .wide: (Papers.pdf(pages: 4, landscape: [1, 2, 3, 4]), "wide.pdf")
        case .letter: (Papers.pdf(pages: 2, size: (612, 792)), "letter.pdf")
        case .large: (Papers.pdf(pages: 2, size: (842, 1191)), "large.pdf")
        case .photo: (try Programs.sample("photo.jpg"), "photo.jpg")
        case .text:
            (Array((1...6).map { "Page \($0)" }.joined(separator: "\u{0C}").utf8), "six.txt")
        case .locked: (try Programs.sample("locked.pdf"), "locked.pdf")
        case .damaged: (try Programs.sample("damaged.pdf"), "damaged.pdf")
        case .empty: ([], "empty.pdf")
        case .unknown: (try Programs.sample("data.bin"), "data.bin")
        }
    }

    @Test(arguments: [Route.queue, .direct])
    func `come out as asked, or are refused with the reason`(by way: Route) throws {
        let table =
            way == .queue
            ? TicketRow.table : TicketRow.table.compactMap(\.direct) + TicketRow.straight
        #expect(table.count >= 60)
        #expect(Set(table.map(\.printer)).count >= (way == .queue ? 6 : 5))
        try withService(in: Self.shared.get()) { service in
            for printer in Set(table.map(\.printer)) where way == .direct && printer != "nobody" {
                try goStraight(to: printer, service)
            }
            // All are submitted before the first is waited for: the printers work side by side.
            let jobs = try table.enumerated().compactMap { index, row in
                try submit(row, "\(way.rawValue) \(index)", service)
            }
            var printed = 0
            for job in jobs where try hasComeOut(job, service) { printed += 1 }
            // Too few, and the table would prove nothing of paper.
            #expect(printed >= 30)
        }
    }

    /// Has jobs go straight to a printer that has a queue.
    private func goStraight(to printer: String, _ service: TestService) throws {
        let path = "/v1/printers/\(printer)/direct"
        let body = Array(#"{"direct":true}"#.utf8)
        let answer = try HTTPReply("PUT", path, socket: service.socket, body: body)
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// The pages of a raster file, as libcups reads them.
    private func rasterPages(_ path: String) throws -> [craster_reader_page] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        let reader = unsafe try #require(craster_reader_open(descriptor))
        defer { unsafe craster_reader_close(reader) }
        var pages: [craster_reader_page] = []
        var page = craster_reader_page()
        while unsafe craster_reader_next(reader, &page) != 0 {
            var line = [UInt8](repeating: 0, count: Int(page.bytes_per_line))
            for _ in 0..<page.height {
                try #require(unsafe craster_reader_line(reader, &line, line.count) == line.count)
            }
            pages.append(page)
        }
        return pages
    }

    @Test func `straight to printers without PDF are raster files as libcups reads them`() throws {
        try withService(in: Self.shared.get()) { service in
            for printer in ["airprint", "photo"] { try goStraight(to: printer, service) }
            func pages(_ printer: String, _ ticket: String) throws -> [craster_reader_page] {
                let document = try service.document(Papers.pdf(pages: 3), name: "three.pdf")
                let name = "raster \(ticket.count) for \(printer)"
                let answer = try service.submission(document, printer, ticket, name: name)
                let job = try answer.value(PrintJob.self)
                try service.wait(for: try #require(job.id), toBe: .completed)
                return try rasterPages(service.paper(name, by: printer).document)
            }
            // The printer makes one copy, so that there are two in the file, each on two sheets.
            let ticket = #"{"sides":"two-sided-long-edge","copies":2,"quality":"draft"}"#
            let both = try pages("airprint", ticket)
            #expect(both.count == 8)
            for page in both {
                #expect(page.width == 2480 && page.height == 3507 && page.bits_per_pixel == 8)
                #expect(page.x_resolution == 300 && page.is_duplex == 1 && page.is_tumble == 0)
            }
            // Black pages are sent as gray, unless colors are asked for.
            let colored = try pages("airprint", #"{"pages":"1","color":"color"}"#)
            #expect(colored.map(\.bits_per_pixel) == [24])
            let photo = try pages("photo", #"{"pages":"2","color":"monochrome"}"#)
            #expect(photo.count == 1)
            #expect(photo.first?.width == 1200 && photo.first?.height == 1800)
            #expect(photo.first?.bits_per_pixel == 8)
        }
    }

    /// A row that was not refused.
    private struct Submitted {
        let row: TicketRow
        let name: String
        let id: JobID
        let plan: PrintPlan
    }

    /// Submits a row; returns `nil` if it is refused.
    ///
    /// What is wrong with it is an issue of the test.
    private func submit(
        _ row: TicketRow,
        _ name: String,
        _ service: TestService
    ) throws -> Submitted? {
        let source = try Self.bytes(row.paper)
        let document = try service.document(source.bytes, name: source.name)
        let question = """
            {"document":"\(document.id ?? "")","printer":"\(row.printer)","ticket":\(row.ticket)}
            """
        let check: PrintCheck = try service.post("/v1/check", question).value()
        let comment = Comment(rawValue: "\(row.testDescription): \(check.obstacles.map(\.message))")
        let answer = try service.submission(document, row.printer, row.ticket, name: name)
        if case .refused(let codes) = row.outcome {
            #expect(check.obstacles.map(\.code) == codes, comment)
            #expect(
                check.obstacles.allSatisfy { !$0.message.isEmpty && !$0.remedy.isEmpty },
                comment
            )
            #expect(answer.status == 409, comment)
            return nil
        }
        // The hints that save paper have tests of their own, and would stand in nearly every row.
        #expect(check.notices.map(\.code).filter { $0 != .paperSaving } == row.notices, comment)
        guard answer.status == 201, let plan = check.plan,
            let id = try answer.value(PrintJob.self).id
        else {
            Issue.record("\(row.testDescription): \(answer.text)")
            return nil
        }
        return Submitted(row: row, name: name, id: id, plan: plan)
    }

    /// Whether a job was printed; what is wrong with it is an issue of the test.
    private func hasComeOut(_ submitted: Submitted, _ service: TestService) throws -> Bool {
        let (row, plan) = (submitted.row, submitted.plan)
        let comment = Comment(rawValue: row.testDescription)
        let job = try service.wait(for: submitted.id, toBe: .completed, .failed)
        #expect(job.state == .completed, "\(row.testDescription): \(job.reasons.map(\.message))")
        guard job.state == .completed else { return false }
        let paper = try service.paper(submitted.name, by: row.printer)
        let pages = PageCount.pages(of: paper.document, type: paper.type)
        switch row.outcome {
        case .printed(let expected):
            let found = try paper.numbersPerPage(service.lab)
            #expect(found == expected, "\(row.testDescription): \(found)")
            let inFile = plan.copiesInFile ?? 1
            #expect(plan.faces.map { $0.count * inFile } == pages, comment)
            // A booklet has blank places, and the numbers of lines precede the text.
            let faces = plan.faces?.map { $0.filter { $0 > 0 } } ?? []
            let planned =
                plan.collate
                ? Array(repeating: faces, count: inFile).flatMap { $0 }
                : faces.flatMap { Array(repeating: $0, count: inFile) }
            let isAlike = planned.elementsEqual(expected) { $1.suffix($0.count) == $0 }
            #expect(isAlike || expected == [[]], comment)
        case .raster(let count): #expect(pages == count, comment)
        case .refused: break
        }
        if !row.texts.isEmpty {
            let pages = try paper.pages(service.lab)
            #expect(
                pages.count == row.texts.count
                    && zip(pages, row.texts).allSatisfy { page, texts in
                        texts.allSatisfy(page.contains)
                    },
                "\(row.testDescription): \(pages)"
            )
        }
        if let shape = row.shape {
            let shapes = try paper.shapes(service.lab)
            #expect(
                !shapes.isEmpty && shapes.allSatisfy { Self.isSame($0, shape) },
                "\(row.testDescription): \(shapes)"
            )
        }
        let copies = paper.attributes["copies"]?.number ?? 1
        let perCopy = plan.sides.isTwoSided ? (pages + 1) / 2 : pages
        #expect(plan.sheets == perCopy * copies, comment)
        for (attribute, value) in row.attributes {
            let found =
                switch attribute {
                case "media": paper.media.map(Self.size)
                case let name where name.hasPrefix("media-") || name == "finishing-template":
                    paper.member(name)
                default: paper.attributes[attribute]
                }
            #expect(found == value, "\(row.testDescription): \(attribute) of \(paper.attributes)")
        }
        return true
    }

    /// Whether two sizes in points, such as `595 x 842`, are the same paper: the scheduler writes its own,
    /// and a document that is sent as it is keeps the one that it has.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let sizes = [one, other].map { $0.split(separator: " ").compactMap { Double($0) } }
        return sizes[0].count == 2 && zip(sizes[0], sizes[1]).allSatisfy { abs($0 - $1) < 1 }
    }

    /// A medium as its size: the scheduler sends the size, and the service the name.
    private static func size(_ media: ReceivedJob.Value) -> ReceivedJob.Value {
        guard case .text(let name) = media, let size = MediaName(rawValue: name).size else {
            return media
        }
        return .text("\(size.width)x\(size.length)")
    }

    /// Why a PIN, and finishings without a word in the queue's driver, are refused: should this fail, the
    /// scheduler has learnt to pass them on, and they can be offered.
    @Test func `given to the scheduler alone lose what it has no word for`() throws {
        let lab = try Self.shared.get()
        let paper = lab.folder.path + "/lost.pdf"
        try Data(Papers.pdf(pages: 1)).write(to: URL(filePath: paper))
        _ = try lab.run(
            "lp",
            "-d",
            "finisher",
            "-t",
            "lost",
            "-o",
            "job-password=1234",
            "-o",
            "finishings=5",
            "-o",
            "page-delivery=reverse-order-face-up",
            "-o",
            "job-account-id=kept",
            paper
        )
        var found: ReceivedJob?
        try wait(for: "the job at the printer") {
            found = try lab.received(by: "finisher")
                .first { $0.attributes["job-name"] == .text("lost") }
            return found != nil
        }
        #expect(found?.attributes["job-account-id"] == .text("kept"))
        #expect(found?.attributes["job-password"] == nil)
        #expect(found?.attributes["finishings"] ?? .text("none") == .text("none"))
        #expect(found?.attributes["page-delivery"] == nil)
    }

    @Test func `for a printer that is off are refused, and for others are not`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            let check: (String) throws -> PrintCheck = { printer in
                try service.post(
                    "/v1/check",
                    #"{"document":"\#(document.id ?? "")","printer":"\#(printer)","ticket":{}}"#
                ).value()
            }
            let answer = try check("slow")
            #expect(answer.obstacles.map(\.code) == [.printerUnreachable])
            #expect(try check("office").possible)
        }
    }
}

extension ReceivedJob.Value {
    fileprivate var number: Int? {
        guard case .integer(let number) = self else { return nil }
        return number
    }
}
