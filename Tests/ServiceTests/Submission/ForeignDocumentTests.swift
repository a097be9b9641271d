import Foundation
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// Documents of all families that other programs made, printed with a range and two pages on a side.
@Suite(
    .serialized,
    .enabled(if: Programs.labCanRun, Programs.whySkipped),
    // A second for each document.
    .enabled(if: ForeignDocuments.folder != nil, "only in make corpus")
)
struct `Documents of other programs` {
    private static let shared = Result {
        try RunningLab(printers: "office", program: Programs.lab)
    }

    private struct Submitted {
        let path: String
        let job: PrintJob
        /// What `qpreview pages` makes of it, and the preview of the sheets.
        let pages: String
        let sheets: String
    }

    @Test func `arrive as their previews show them, page by page`() throws {
        let paths = try ForeignDocuments.paths()
        try withService(in: Self.shared.get()) { service in
            var types: Set<String> = []
            var submitted: [Submitted] = []
            for (index, path) in paths.enumerated() {
                guard let one = try submit(path, "foreign \(index)", service) else { continue }
                submitted.append(one)
                types.insert(one.job.document?.type ?? "")
            }
            // Too few, and the test would prove nothing.
            #expect(submitted.count >= 60 && types.count >= 20, "\(submitted.count) \(types)")
            for one in submitted { try compare(one, service) }
        }
    }

    /// Prints a document; returns `nil` for one that cannot be printed, which the check says, too.
    private func submit(
        _ path: String,
        _ name: String,
        _ service: TestService
    ) throws -> Submitted? {
        let file = path.split(separator: "/").last
            .flatMap { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let facts = try service.document(bytes, name: try #require(file))
        let body = #"{"document":"\#(facts.id ?? "")","printer":"office","ticket":{}}"#
        let check = try service.post("/v1/check", body).value(PrintCheck.self)
        guard check.possible else {
            #expect(check.obstacles.allSatisfy { !$0.message.isEmpty && !$0.remedy.isEmpty })
            #expect(try service.submission(facts, "office", "{}", name: name).status == 409)
            return nil
        }
        let count = check.document?.pages ?? 0
        let ticket = #"{"pages":"1-\#(min(2, count))","numberUp":2}"#
        let job = try service.submission(facts, "office", ticket, name: name).value(PrintJob.self)
        let place = service.lab.folder.path + "/\(name)"
        let environment = service.environment
        let printed = try Launch(
            path: Programs.folder + "/printq",
            arguments: ["preview", "\(job.label)", "--output", place + ".sheets.pdf"],
            environment: environment
        ).outcome()
        #expect(printed.exitCode == 0, "\(path): \(printed.output)")
        // Pictures keep their size on the sheet, and have no words.
        if facts.layout != nil || facts.type == DocumentFacts.pdf {
            let made = try Launch(
                path: Programs.folder + "/qpreview",
                arguments: ["pages", path, place + ".pages.pdf"],
                environment: environment
            ).outcome()
            #expect(made.exitCode == 0, "\(path): \(made.output)")
        }
        return Submitted(
            path: path,
            job: job,
            pages: place + ".pages.pdf",
            sheets: place + ".sheets.pdf"
        )
    }

    private func compare(_ one: Submitted, _ service: TestService) throws {
        let (lab, comment) = (service.lab, Comment(rawValue: one.path))
        let id = try #require(one.job.id)
        let job = try service.wait(for: id, toBe: .completed, .failed)
        #expect(job.state == .completed, "\(one.path): \(job.reasons.map(\.message))")
        guard job.state == .completed else { return }
        let paper = try service.paper(job.name, by: "office")
        #expect(PageCount.pages(of: paper.document, type: paper.type) == 1, comment)
        #expect(job.plan?.impressions == 1 && job.progress.impressions == 1, comment)
        // In the order of the file: the first page's words before the second one's.
        let words = try self.words(paper.document, lab)
        #expect(try words == self.words(one.sheets, lab), comment)
        if FileManager.default.fileExists(atPath: one.pages), job.document?.layout != nil {
            // What is compressed prints as what is in it; the letters of a bitmap font are found in any order. A chart that
            // lies on two pages has words beside the second one: on a sheet, they are clipped, but found.
            let isRead = [".gz", ".bdf", "embeddedChart.fods"].allSatisfy {
                !one.path.hasSuffix($0)
            }
            if isRead {
                #expect(try words == self.words(one.pages, lab, pages: 2), comment)
            }
            let fonts = try lab.run("pdffonts", paper.document).output.split(separator: "\n")
            for font in fonts.dropFirst(2) {
                let isEmbedded = font.split(separator: " ").suffix(5).first == "yes"
                #expect(isEmbedded, "\(one.path): \(font)")
            }
        }
        let difference = try distance(picture(paper.document, lab), picture(one.sheets, lab))
        // A white side instead of a text differs by 5 and more.
        #expect(difference < 3, "\(one.path): \(difference) of 255")
    }

    /// The letters of the first pages; where words end depends on how a page is turned.
    private func words(_ path: String, _ lab: RunningLab, pages: Int = 1) throws -> String {
        try lab.run("pdftotext", "-raw", "-l", "\(pages)", path, "-").output
            .filter { !$0.isWhitespace }
    }

    /// The pixels of a side, in grey.
    private func picture(_ path: String, _ lab: RunningLab) throws -> [UInt8] {
        let place = path + ".side"
        _ = try lab.run("pdftoppm", "-r", "40", "-gray", "-singlefile", path, place)
        return [UInt8](try Data(contentsOf: URL(filePath: place + ".pgm")))
    }

    /// The mean difference of two pictures of a size, of 255.
    private func distance(_ one: [UInt8], _ other: [UInt8]) throws -> Double {
        try #require(one.count == other.count)
        let sum = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(one.count)
    }
}

/// The documents of the folder that the variable CORPUS names.
private enum ForeignDocuments {
    static let folder: String? = {
        let variables = ProcessInfo.processInfo.environment
        return variables["CORPUS_EVERY"] == "1" ? variables["CORPUS"] : nil
    }()

    /// The most documents with one extension, and the size of the largest, in bytes.
    private static let (mostOfKind, largest) = (2, 300_000)
    private static let folders = ["office", "filetype", "images", "pdf"]

    /// Some documents of each extension, always the same.
    static func paths() throws -> [String] {
        var found: [String: [String]] = [:]
        let files = FileManager.default
        for name in folders {
            let root = (folder ?? "") + "/" + name
            let all = try #require(files.enumerator(atPath: root)?.allObjects as? [String])
            for path in all.sorted() where !path.hasSuffix(".tsv") {
                let file = path.split(separator: "/").last ?? ""
                guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { continue }
                let kind = String(file[file.index(after: dot)...]).lowercased()
                let facts = try files.attributesOfItem(atPath: root + "/" + path)
                guard let size = facts[.size] as? Int, size > 0, size <= largest,
                    facts[.type] as? FileAttributeType == .typeRegular,
                    found[kind, default: []].count < mostOfKind
                else { continue }
                found[kind, default: []].append(root + "/" + path)
            }
        }
        return found.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}
