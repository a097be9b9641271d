import FoundationEssentials
import Glibc
import ProofKit
import Testing

@testable import PrintLab

@Suite(.enabled(if: Fixture.hasPrograms, Fixture.programs)) struct `Printing in a lab` {
    @Test func `every specification makes a good queue`() throws {
        let specs = PrinterSpec.all.filter {
            !$0.traits.needsRasterFilter || Fixture.hasRasterFilter
        }
        let lab = try RunningLab(specs.map(\.name).joined(separator: ","))
        defer { lab.stop() }
        for spec in specs {
            let options = try lab.run("lpoptions", "-p", spec.name).output
            #expect(options.contains("IPP Everywhere"), "\(spec.name): \(options)")
            let attributes = try lab.deviceAttributes(of: spec.name)
            #expect(attributes["copies-supported"] == ["1-\(spec.traits.copies)"])
            #expect(attributes["color-supported"] == ["\(spec.traits.color)"])
            #expect(attributes["sides-supported"] == [spec.traits.sides.joined(separator: ",")])
        }
        #expect(try lab.run("lpstat", "-d").output.contains("no system default"))
    }

    @Test func `the only printer is the default`() throws {
        let lab = try RunningLab("mono")
        defer { lab.stop() }
        #expect(try lab.run("lpstat", "-d").output.contains("mono"))
    }

    @Test func `pages arrive in order with copies and sides`() throws {
        let lab = try RunningLab("office,mono")
        defer { lab.stop() }
        try lab.printPDF(pages: 6, on: "office", "-n 2", "-o sides=two-sided-long-edge", "-t 12")
        let job = try lab.receive(by: "office")
        #expect(job.attributes["copies"] == .integer(2))
        #expect(job.attributes["sides"] == .text("two-sided-long-edge"))
        #expect(job.attributes["job-name"] == .text("12"))
        #expect(job.attributes["document-format"] == .text("application/pdf"))
        #expect(job.document.hasSuffix("/document.pdf"))
        let text = try lab.run("pdftotext", job.document, "-").output
        #expect(
            text.split { $0.isWhitespace }.joined(separator: " ")
                == "Page 1 Page 2 Page 3 Page 4 Page 5 Page 6"
        )
        #expect(try lab.received(by: "mono").isEmpty)
        try lab.printPDF(pages: 1, on: "office")
        #expect(try lab.receive(2, by: "office").number == 2)
    }

    @Test(.enabled(if: Fixture.hasRasterFilter, "rastertopwg is missing: apt install cups"))
    func `photo gets raster for what is no JPEG`() throws {
        let lab = try RunningLab("photo")
        defer { lab.stop() }
        try lab.printPDF(pages: 1, on: "photo")
        let job = try lab.receive(by: "photo")
        #expect(job.attributes["document-format"] == .text("image/pwg-raster"))
        #expect(job.document.hasSuffix("/document.pwg"))
    }

    @Test func `label takes any length of its roll`() throws {
        let lab = try RunningLab("label")
        defer { lab.stop() }
        try lab.printPDF(pages: 1, on: "label", "-o media=Custom.60x100mm")
        let job = try lab.receive(by: "label")
        let media = "\(try #require(job.attributes["media-col"]))"
        #expect(media.contains("x-dimension=59") && media.contains("y-dimension=99"), "\(media)")
    }

    @Test func `broken aborts each job`() throws {
        let lab = try RunningLab("broken")
        defer { lab.stop() }
        for number in 1...2 {
            try lab.printPDF(pages: 1, on: "broken")
            _ = try lab.receive(number, by: "broken")
            try waitBlocking(for: "job \(number) to be aborted") {
                try lab.deviceJobs(of: "broken", which: "completed")["job-state"]
                    == Array(repeating: "aborted", count: number)
            }
        }
    }

    @Test func `empty waits for paper and then prints`() throws {
        let lab = try RunningLab("empty")
        defer { lab.stop() }
        try lab.printPDF(pages: 1, on: "empty")
        _ = try lab.receive(by: "empty")
        try waitBlocking(for: "the printer to say that it has no paper") {
            let reasons = try lab.deviceAttributes(of: "empty")["printer-state-reasons"]
            return reasons == ["media-empty-warning,media-needed-warning"]
        }
        #expect(
            try lab.deviceJobs(of: "empty", which: "not-completed")["job-state"] == ["processing"]
        )
        #expect(try lab.run(Fixture.program, "load", "empty").exitCode == 0)
        try waitBlocking(for: "the job to be printed") {
            try lab.deviceJobs(of: "empty", which: "completed")["job-state"] == ["completed"]
        }
        #expect(try lab.deviceAttributes(of: "empty")["printer-state-reasons"] == ["none"])
        try waitBlocking(for: "the scheduler's queue to be empty") {
            try lab.run("lpstat", "-o").output.isEmpty
        }
        try lab.printPDF(pages: 1, on: "empty")
        try waitBlocking(for: "the next job to be printed without ado") {
            try lab.deviceJobs(of: "empty", which: "completed")["job-state"]?.count == 2
        }
    }

    @Test func `a canceled job makes room for the next, without paper too`() throws {
        let lab = try RunningLab("empty")
        defer { lab.stop() }
        for number in 1...2 {
            try lab.printPDF(pages: 1, on: "empty")
            _ = try lab.receive(number, by: "empty")
            try lab.run("cancel", "-a", "empty")
            try waitBlocking(for: "job \(number) to be canceled") {
                try lab.deviceJobs(of: "empty", which: "completed")["job-state"]?.count == number
            }
        }
        let states = try lab.deviceJobs(of: "empty", which: "completed")["job-state"]
        #expect(states == ["canceled", "canceled"])
        #expect(try lab.deviceAttributes(of: "empty")["printer-state-reasons"] == ["none"])
    }

    @Test func `slow says how far it is and can be canceled`() throws {
        let lab = try RunningLab("slow")
        defer { lab.stop() }
        try lab.printPDF(pages: 4, on: "slow", "-n 15")
        _ = try lab.receive(by: "slow")
        var seen: Set<String> = []
        try waitBlocking(for: "two steps of progress") {
            let job = try lab.deviceJobs(of: "slow", which: "not-completed")
            #expect(job["job-state"] == ["processing"])
            seen.formUnion(job["job-impressions-completed"] ?? [])
            return seen.isSuperset(of: ["1", "2"])
        }
        #expect(try lab.deviceJobs(of: "slow", which: "not-completed")["job-impressions"] == ["60"])
        try lab.run("cancel", "-a", "slow")
        try waitBlocking(for: "the job to be canceled") {
            try lab.deviceJobs(of: "slow", which: "completed")["job-state"] == ["canceled"]
        }
        try lab.printPDF(pages: 1, on: "slow")
        _ = try lab.receive(2, by: "slow")
        try waitBlocking(for: "the next job to be printed") {
            try lab.deviceJobs(of: "slow", which: "completed")["job-state"]?.contains("completed")
                == true
        }
    }

    @Test func `a printer that is off prints when it is on again`() throws {
        let lab = try RunningLab("office,mono")
        defer { lab.stop() }
        let uri = try lab.deviceURI(of: "office")
        #expect(try lab.run(Fixture.program, "off", "office").exitCode == 0)
        #expect(try lab.run("ipptool", "-T", "1", uri, "get-printer-attributes.test").exitCode != 0)
        #expect(try lab.run("lpstat", "-v", "office").output.contains(uri))
        try lab.printPDF(pages: 1, on: "office")
        try lab.printPDF(pages: 1, on: "mono")
        _ = try lab.receive(by: "mono")
        #expect(try lab.received(by: "office").isEmpty)
        #expect(try lab.run("lpstat", "-o").output.contains("office-1"))
        #expect(try lab.run(Fixture.program, "on", "office").exitCode == 0)
        _ = try lab.receive(by: "office")
        #expect(try lab.deviceURI(of: "office") == uri)
    }

    @Test func `an unknown printer is refused by its name`() throws {
        let lab = try RunningLab("mono")
        defer { lab.stop() }
        let outcome = try lab.run(Fixture.program, "off", "office")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.output
                == "printlab: There is no printer 'office' in this lab. There are: mono.\n"
        )
    }
}
