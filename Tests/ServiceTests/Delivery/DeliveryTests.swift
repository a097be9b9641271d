import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A delivery` {
    private static let shared = Result {
        try RunningLab(
            printers: "office,mono,slow,label" + (Programs.hasRasterFilter ? ",photo" : ""),
            program: Programs.lab
        )
    }

    struct Asked: Sendable, CustomTestStringConvertible {
        let printer: String
        let ticket: String
        let numbers: [Int]
        let attributes: [String: ReceivedJob.Value]
        var testDescription: String { "\(printer) \(ticket)" }
    }

    static let asked = [
        Asked(
            printer: "office",
            ticket: #"{"pages":"3,1,1,6-4"}"#,
            numbers: [3, 1, 1, 6, 5, 4],
            attributes: ["sides": .text("one-sided")]
        ),
        Asked(
            printer: "office",
            ticket: #"{"pages":"2-3","copies":2,"sides":"two-sided-long-edge"}"#,
            numbers: [2, 3],
            attributes: [
                "copies": .integer(2), "sides": .text("two-sided-long-edge"),
                "media": .text("21000x29700"),
            ]
        ),
        Asked(
            printer: "office",
            ticket: #"{"media":"Letter","color":"monochrome","quality":"high"}"#,
            numbers: [1, 2, 3, 4, 5, 6],
            attributes: [
                "media": .text("21590x27940"), "print-color-mode": .text("monochrome"),
                "print-quality": .text("high"),
            ]
        ),
        Asked(
            printer: "mono",
            ticket: #"{"pages":"-2","copies":3,"quality":"draft"}"#,
            numbers: [1, 2],
            attributes: [
                "copies": .integer(3), "sides": .text("one-sided"), "print-quality": .text("draft"),
            ]
        ),
        Asked(
            printer: "slow",
            ticket: #"{"pages":"5-","sides":"two-sided-short-edge"}"#,
            numbers: [5, 6],
            attributes: ["sides": .text("two-sided-short-edge")]
        ),
        Asked(
            printer: "label",
            ticket: #"{"pages":"1","media":"oe_square-label_2x2in"}"#,
            numbers: [1],
            attributes: ["sides": .text("one-sided"), "media": .text("5080x5080")]
        ),
    ]

    @Test(arguments: asked) func `the printer receives what was asked for`(
        _ asked: Asked
    ) throws {
        try withService(in: Self.shared.get()) { service in
            let name = "asked \(asked.printer) \(asked.numbers.count) \(asked.attributes.count)"
            let document = Papers.pdf(pages: 6)
            let id = try service.print(document, on: asked.printer, asked.ticket, name: name)
            let job = try service.wait(for: id, toBe: .completed)
            let paper = try service.paper(name, by: asked.printer)
            #expect(try paper.numbers(service.lab) == asked.numbers)
            #expect(job.plan?.pages == asked.numbers)
            #expect(job.progress.impressions == job.plan?.impressions)
            for (attribute, value) in asked.attributes {
                let found = attribute == "media" ? paper.media : paper.attributes[attribute]
                #expect(found == value, "\(attribute) of \(paper.attributes)")
            }
        }
    }

    @Test func `landscape and rotated pages arrive whole, at their own size`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = Papers.pdf(pages: 3, landscape: [2], rotated: [3])
            for (name, ticket, numbers) in [
                ("shapes", "{}", [1, 2, 3]), ("some shapes", #"{"pages":"3,2,1"}"#, [3, 2, 1]),
            ] {
                let id = try service.print(document, on: "office", ticket, name: name)
                try service.wait(for: id, toBe: .completed)
                let paper = try service.paper(name, by: "office")
                // The scheduler lays every page on upright A4, and turns what would be wider than
                // high: 2 lies on its side then, and 3 stands as it did before its rotation.
                #expect(try paper.numbers(service.lab) == numbers)
                #expect(
                    try paper.shapes(service.lab)
                        == Array(repeating: "595.276 x 841.89", count: 3)
                )
                let sizes = try paper.wordSizes("Page", service.lab)
                let upright = try #require(numbers.firstIndex(of: 1).map { sizes[$0] })
                for (number, size) in zip(numbers, sizes) {
                    let turned = number == 2
                    let (width, height) = turned ? (size.1, size.0) : size
                    #expect(abs(width - upright.0) < 2, "page \(number): \(sizes)")
                    #expect(abs(height - upright.1) < 2, "page \(number): \(sizes)")
                }
            }
        }
    }

    @Test(arguments: ["notes.txt", "photo.png", "photo.jpg"]) func `text and pictures print`(
        _ sample: String
    ) throws {
        try withService(in: Self.shared.get()) { service in
            let name = "a \(sample)"
            let id = try service.print(
                Programs.sample(sample),
                as: sample,
                on: "office",
                name: name
            )
            try service.wait(for: id, toBe: .completed)
            let paper = try service.paper(name, by: "office")
            if sample == "notes.txt" {
                #expect(paper.document.hasSuffix(".pdf"))
                #expect(try paper.pages(service.lab).first?.isEmpty == false)
            }
        }
    }

    @Test(.enabled(if: Programs.hasRasterFilter, "rastertopwg is missing: apt install cups"))
    func `photo takes a JPEG on its own paper`() throws {
        try withService(in: Self.shared.get()) { service in
            let id = try service.print(
                Programs.sample("photo.jpg"),
                as: "photo.jpg",
                on: "photo",
                #"{"media":"na_5x7_5x7in"}"#,
                name: "sun"
            )
            try service.wait(for: id, toBe: .completed)
            let paper = try service.paper("sun", by: "photo")
            #expect(paper.media == .text("12700x17780"))
        }
    }

    @Test func `two jobs of one name at once are both printed`() throws {
        try withService(in: Self.shared.get()) { service in
            let first = try service.print(Papers.pdf(pages: 2), on: "slow", name: "twin")
            let second = try service.print(Papers.pdf(pages: 3), on: "slow", name: "twin")
            let one = try service.wait(for: first, toBe: .completed)
            let two = try service.wait(for: second, toBe: .completed)
            #expect(one.progress.impressions == 2 && two.progress.impressions == 3)
            let papers = try service.received("twin", by: "slow")
            #expect(try papers.map { try $0.numbers(service.lab).count } == [2, 3])
        }
    }

    @Test func `jobs of other programs are listed and can be canceled`() throws {
        try withService(in: Self.shared.get()) { service in
            let lab = service.lab
            let path = service.folder + "/foreign.pdf"
            try lab.folder.write(String(decoding: Papers.pdf(pages: 9), as: UTF8.self), to: path)
            let answer = try lab.run("lp", "-d", "slow", "-t", "foreign", path)
            let label = try #require(
                answer.output.split(separator: " ").first { $0.hasPrefix("slow-") }
            )
            let job = try #require(try service.jobs().first { $0.external == String(label) })
            #expect(job.id == nil && job.submission == nil && job.name == "foreign")
            let json = try service.get("/v1/jobs").json().array.first {
                $0["external"]?.string == String(label)
            }
            let description = Description(try service.get("/v1/openapi.json").json())
            #expect(description.faults(try #require(json), schemaNamed: "Job") == [])
            let details = try service.get("/v1/jobs/\(label)").json()
            #expect(description.faults(details, schemaNamed: "JobDetails") == [])
            let canceled = try service.post("/v1/jobs/\(label)/cancel")
            #expect(canceled.status == 200, "\(canceled.text)")
            try wait(for: "\(label) to end") {
                try service.jobs().allSatisfy { $0.external != String(label) }
            }
            #expect(try service.get("/v1/jobs/\(label)").value(PrintJob.self).state == .canceled)
            // Whoever lost the answer asks again.
            let again = try service.post("/v1/jobs/\(label)/cancel")
            #expect(again.status == 200, "\(again.text)")
            #expect(try again.value(PrintJob.self).state == .canceled)
        }
    }
}
