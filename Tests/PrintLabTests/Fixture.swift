import FoundationEssentials
import Glibc
import ProofKit
import Testing

@testable import PrintLab

/// What the tests of this target share.
enum Fixture {
    /// The `printlab` that was built with the tests.
    static let program = BuiltPrograms.lab

    /// Whether the programs are there that a lab is made of.
    static let hasPrograms = ["cupsd", "ippeveprinter", "dbus-daemon", "lpadmin", "ipptool"]
        .allSatisfy { Launch.find($0, in: Launch.systemPath) != nil }

    /// Which they are, for the reason of a test that is skipped.
    static let programs: Comment =
        "no lab here: apt install cups cups-client cups-filters cups-ipp-utils dbus-daemon"

    /// Whether the filter is there that the printer `photo` needs.
    static let hasRasterFilter = unsafe access("/usr/lib/cups/filter/rastertopwg", X_OK) == 0

    /// A new folder, and what becomes of it when the test ends: nothing.
    static func withFolder<R>(_ body: (String) throws -> R) throws -> R {
        let folder = try LabFolder.make()
        defer { folder.remove() }
        return try body(folder.path)
    }

    /// A PDF of so many A4 pages; page N says "Page N".
    static func pdf(pages: Int) -> String {
        String(decoding: MinimalPDF(numberedPages: pages).bytes, as: UTF8.self)
    }

    /// Runs `printlab` with these arguments.
    static func printlab(_ arguments: String..., more: [String: String] = [:]) throws -> Outcome {
        let environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
        return try Launch(path: program, arguments: arguments, environment: environment).outcome()
    }

    /// The processes that have a text in their command line.
    static func processes(naming text: String) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { process in
            // A process may end while the table is read.
            let line = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))
            return process != getpid()
                && String(decoding: line ?? Data(), as: UTF8.self).contains(text)
        }
    }

    /// Expects that a lab has left no process and no folder.
    static func expectNothingLeft(
        of folder: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try #require(folder.contains("/printlab-"), sourceLocation: sourceLocation)
        #expect(
            unsafe access(folder, F_OK) != 0,
            "\(folder) is still there",
            sourceLocation: sourceLocation
        )
        #expect(
            processes(naming: folder).isEmpty,
            "processes still run",
            sourceLocation: sourceLocation
        )
    }
}

extension RunningLab {
    /// A lab with the `printlab` of this build.
    convenience init(_ printers: String) throws {
        try self.init(printers: printers, program: Fixture.program)
    }

    /// Writes a PDF into the lab, and prints it.
    func printPDF(pages: Int, on printer: String, _ options: String...) throws {
        let path = folder.path + "/\(printer)-\(pages).pdf"
        try folder.write(Fixture.pdf(pages: pages), to: path)
        let line = (["lp", "-d", printer] + options + [path]).joined(separator: " ")
        let outcome = try run("sh", "-c", line)
        try #require(outcome.exitCode == 0, "\(outcome.output)")
    }

    /// The job that a printer receives as its Nth.
    func receive(_ number: Int = 1, by printer: String) throws -> ReceivedJob {
        try waitBlocking(for: "job \(number) to arrive at \(printer)") {
            try received(by: printer).count >= number
        }
        return try received(by: printer)[number - 1]
    }

    /// What a printer says of its jobs, by attribute name, the newest job first.
    func deviceJobs(of printer: String, which: String) throws -> [String: [String]] {
        let uri = try deviceURI(of: printer)
        let test = """
            {
              OPERATION Get-Jobs
              GROUP operation-attributes-tag
              ATTR charset attributes-charset utf-8
              ATTR language attributes-natural-language en
              ATTR uri printer-uri $uri
              ATTR name requesting-user-name test
              ATTR keyword which-jobs \(which)
              ATTR keyword requested-attributes all
            }
            """
        let path = folder.path + "/get-jobs-\(which).test"
        try folder.write(test, to: path)
        return Self.attributes(in: try run("ipptool", "-tv", uri, path).output)
    }

    /// What a printer says of itself, by attribute name.
    func deviceAttributes(of printer: String) throws -> [String: [String]] {
        Self.attributes(
            in: try run(
                "ipptool",
                "-tv",
                deviceURI(of: printer),
                "get-printer-attributes.test"
            ).output
        )
    }

    func deviceURI(of printer: String) throws -> String {
        let words = try run("lpstat", "-v", printer).output.split(separator: " ")
        return try String(#require(words.last).filter { !$0.isNewline })
    }

    /// The received attributes in the words of `ipptool -tv`.
    private static func attributes(in text: String) -> [String: [String]] {
        var found: [String: [String]] = [:]
        let answer = text.split(separator: "RECEIVED:").last ?? ""
        for line in answer.split(separator: "\n") {
            let parts = line.split(separator: " = ", maxSplits: 1)
            guard parts.count == 2, let name = parts[0].split(separator: " ").first else {
                continue
            }
            found[String(name), default: []].append(String(parts[1]))
        }
        return found
    }
}
