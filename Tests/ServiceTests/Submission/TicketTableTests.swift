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
            printers: "office,mono,photo,label,finisher,slow",
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
        case .text: (try Programs.sample("notes.txt"), "notes.txt")
        case .locked: (try Programs.sample("locked.pdf"), "locked.pdf")
        case .damaged: (try Programs.sample("damaged.pdf"), "damaged.pdf")
        case .empty: ([], "empty.pdf")
        case .unknown: (try Programs.sample("data.bin"), "data.bin")
        }
    }

    @Test func `come out as asked, or are refused with the reason`() throws {
        #expect(TicketRow.table.count >= 60)
        #expect(Set(TicketRow.table.map(\.printer)).count >= 6)
        try withService(in: Self.shared.get()) { service in
            var printed = 0
            for (index, row) in TicketRow.table.enumerated()
            where try come(row, "row \(index)", service) {
                printed += 1
            }
            // Too few, and the table would prove nothing of paper.
            #expect(printed >= 30)
        }
    }

    /// Whether a row was printed; what is wrong with it is an issue of the test.
    private func come(_ row: TicketRow, _ name: String, _ service: TestService) throws -> Bool {
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
            return false
        }
        #expect(check.notices.map(\.code) == row.notices, comment)
        guard answer.status == 201, let plan = check.plan,
            let id = try answer.value(PrintJob.self).id
        else {
            Issue.record("\(row.testDescription): \(answer.text)")
            return false
        }
        let job = try service.wait(for: id, toBe: .completed, .failed)
        #expect(job.state == .completed, "\(row.testDescription): \(job.reasons.map(\.message))")
        guard job.state == .completed else { return false }
        let paper = try service.paper(name, by: row.printer)
        let pages = PageCount.pages(of: paper.document, type: paper.type)
        switch row.outcome {
        case .printed(let expected):
            let found = try paper.numbersPerPage(service.lab)
            #expect(found == expected, "\(row.testDescription): \(found)")
            #expect(plan.faces?.count == pages, comment)
            #expect(plan.faces == expected || expected == [[]], comment)
        case .raster(let count): #expect(pages == count, comment)
        case .refused: break
        }
        if let shape = row.shape {
            #expect(Set(try paper.shapes(service.lab)) == [shape], comment)
        }
        let copies = paper.attributes["copies"]?.number ?? 1
        let perCopy = plan.sides.isTwoSided ? (pages + 1) / 2 : pages
        #expect(plan.sheets == perCopy * copies, comment)
        for (attribute, value) in row.attributes {
            let found =
                switch attribute {
                case "media": paper.media
                case "media-source": paper.mediaSource
                default: paper.attributes[attribute]
                }
            #expect(found == value, "\(row.testDescription): \(attribute) of \(paper.attributes)")
        }
        return true
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
        let end = ContinuousClock.now + .seconds(30)
        var found: ReceivedJob?
        while found == nil {
            found = try lab.received(by: "finisher")
                .first { $0.attributes["job-name"] == .text("lost") }
            try #require(ContinuousClock.now < end, "the job never reached the printer")
            usleep(50_000)
        }
        #expect(found?.attributes["job-account-id"] == .text("kept"))
        #expect(found?.attributes["job-password"] == nil)
        #expect(found?.attributes["finishings"] ?? .text("none") == .text("none"))
        #expect(found?.attributes["page-delivery"] == nil)
    }

    @Test
    func `for a printer that is off are refused within two seconds, and others wait for nothing`()
        throws
    {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            let check: (String) throws -> PrintCheck = { printer in
                try service.post(
                    "/v1/check",
                    #"{"document":"\#(document.id ?? "")","printer":"\#(printer)","ticket":{}}"#
                ).value()
            }
            let start = ContinuousClock.now
            let answer = try check("slow")
            // The limit of the contract, and what a busy machine may add.
            #expect(ContinuousClock.now - start < .seconds(4))
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
