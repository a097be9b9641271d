import FoundationEssentials
import Glibc
import ProofKit
import Testing

@testable import PrintLab

@Suite(.enabled(if: Fixture.hasPrograms, Fixture.programs)) struct `A printer on PAPPL` {
    @Test func `takes a document of the scheduler as a whole`() throws {
        let lab = try RunningLab("pappl")
        try lab.printPDF(pages: 3, on: "pappl", "-n 2", "-o sides=two-sided-short-edge", "-t twice")
        let job = try lab.receive(by: "pappl")
        #expect(job.document.hasSuffix(".pdf"))
        #expect(job.attributes["job-name"] == .text("twice"))
        #expect(job.attributes["sides"] == .text("two-sided-short-edge"))
        try waitBlocking(for: "six sides") { lab.sides(by: "pappl").count == 6 }
        #expect(
            lab.sides(by: "pappl").allSatisfy { $0.isWhole && $0.job == 1 && $0.name == "twice" }
        )
        lab.stop()
        try Fixture.expectNothingLeft(of: lab.folder.path)
    }

    @Test func `prints the sides of a raster document while it arrives`() throws {
        let lab = try RunningLab("pappl_raster")
        defer { lab.stop() }
        let uri = try lab.deviceURI(of: "pappl_raster")
        func send(_ bytes: [UInt8], _ name: String) throws {
            let path = lab.folder.path + "/\(name).pwg"
            try Data(bytes).write(to: URL(filePath: path))
            try lab.run("ipptool", "-t", "-T", "2", "-f", path, uri, "print-job.test")
        }
        let whole = Self.raster(sides: 2)
        try send(whole, "whole")
        try waitBlocking(for: "two sides") { lab.sides(by: "pappl_raster").count == 2 }
        let job = try lab.receive(by: "pappl_raster")
        #expect(job.attributes["document-format"] == .text("image/pwg-raster"))
        #expect(PageCount.raster(try Data(contentsOf: URL(filePath: job.document))) == 2)
        #expect(lab.sides(by: "pappl_raster").map(\.isWhole) == [true, true])
        // One that lacks its end is on paper nevertheless.
        try send(Array(whole.dropLast(20)), "short")
        try waitBlocking(for: "two more sides") { lab.sides(by: "pappl_raster").count == 4 }
        #expect(lab.sides(by: "pappl_raster").map(\.isWhole) == [true, true, true, false])
    }

    @Test func `says what it needs where its program is missing`() throws {
        try Fixture.withFolder { folder in
            let program = folder + "/printlab"
            try FileManager.default.copyItem(atPath: Fixture.program, toPath: program)
            let outcome = try Launch(
                path: program,
                arguments: ["run", "--no-scheduler", "--printers", "pappl", "--", "true"],
                environment: ["PATH": Launch.systemPath]
            ).outcome()
            #expect(outcome.exitCode == 69)
            #expect(outcome.output.contains("--product papplprinter"), "\(outcome.output)")
        }
    }

    /// Gray PWG raster (PWG 5102.4) of 16 by 16 pixels a side.
    private static func raster(sides: Int) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 1796)
        header.replaceSubrange(0..<9, with: Array("PwgRaster".utf8))
        let fields = [
            276: 300, 280: 300, 340: 1, 352: 595, 356: 842, 372: 16, 376: 16, 384: 8, 388: 8,
            392: 16, 400: 18, 420: 1, 452: sides,
        ]
        for (at, value) in fields {
            header[at + 2] = UInt8(value >> 8)
            header[at + 3] = UInt8(value & 0xFF)
        }
        // Each line: no repetition, then 16 single pixels.
        let line: [UInt8] = [0, 241] + (0..<16).map { UInt8($0) }
        let side = header + (0..<16).flatMap { _ in line }
        return Array("RaS2".utf8) + (0..<sides).flatMap { _ in side }
    }
}
