internal import FoundationEssentials
internal import Glibc

/// The print command of a virtual printer: stores a job, then simulates printing it.
///
/// `ippeveprinter`, or `papplprinter` as it does, runs it with the document as argument and the job attributes as `IPP_…`
/// variables, and reads status messages from its standard error (ippeveprinter(1), "Print
/// Commands").
public struct Receiver {
    private let folder: LabFolder
    private let spec: PrinterSpec
    private let probe: PrinterProbe
    private let document: String
    private let environment: [String: String]
    /// The parent process, which is the printer as long as it runs.
    private let printer = getppid()

    /// Creates a receiver for one document of a lab's printer.
    ///
    /// - Throws: ``LabError`` where the specification does not exist.
    public init(folder: String, printer: String, port: UInt16, document: String) throws {
        self.folder = LabFolder(path: folder)
        spec = try PrinterSpec.named(printer)
        probe = PrinterProbe(port: port)
        self.document = document
        environment = ProcessInfo.processInfo.environment
    }

    /// Stores the job, then behaves as the specification requires.
    ///
    /// - Returns: The exit code; other than 0, it makes the printer abort the job.
    /// - Throws: ``LabError`` where the job cannot be stored.
    public func run() throws -> CInt {
        let attributes = jobAttributes()
        let pages = PageCount.pages(of: document, type: environment["CONTENT_TYPE"] ?? "")
        try keep(attributes)
        var copies = 1
        if case .integer(let number)? = attributes["copies"] { copies = max(1, number) }
        let impressions = pages * copies
        report("ATTR: job-impressions=\(impressions)")
        // It prints by itself.
        if spec.program != .ippeveprinter { return 0 }
        switch spec.behavior {
        case .prompt:
            break
        case .aborts:
            report("ERROR: This printer is broken.")
            return 1
        case .outOfPaper:
            guard waitForPaper() else { return 0 }
        case .lowOnToner:
            // The attribute file cannot contain this: `ippeveprinter` takes "printer-state-reasons"
            // only from its commands.
            report("STATE: +marker-supply-low-warning,toner-low-warning")
        case .slow:
            return printSlowly(impressions)
        }
        report("ATTR: job-impressions-completed=\(impressions)")
        return 0
    }

    /// The job attributes in the environment, by IPP name.
    private func jobAttributes() -> [String: ReceivedJob.Value] {
        var attributes: [String: ReceivedJob.Value] = [:]
        for (variable, value) in environment where variable.hasPrefix("IPP_") {
            let name = variable.dropFirst(4).lowercased().replacing("_", with: "-")
            // The environment contains the printer's attributes, too.
            if name.hasSuffix("-default") || name.hasPrefix("pwg-") { continue }
            if Self.integers.contains(name), let number = Int(value) {
                attributes[name] = .integer(number)
            } else {
                attributes[name] = .text(value)
            }
        }
        if let format = environment["CONTENT_TYPE"] {
            attributes["document-format"] = .text(format)
        }
        return attributes
    }

    /// The job attributes with integer values.
    ///
    /// A "job-name" of digits remains a name.
    private static let integers: Set<String> = [
        "copies", "job-id", "job-impressions", "job-k-octets", "job-media-sheets", "job-pages",
        "job-pages-per-set", "job-priority", "number-up", "time-at-creation",
    ]

    /// Moves the document and its attributes into the next folder of the printer's received jobs,
    /// atomically: a reader that sees the folder sees all of it.
    private func keep(_ attributes: [String: ReceivedJob.Value]) throws {
        let home = "\(folder.received)/\(spec.name)"
        let draft = "\(home)/.draft-\(getpid())"
        let suffix = document.split(separator: "/").last?.split(separator: ".").last ?? "dat"
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try folder.makeFolder(draft)
            try FileManager.default.moveItem(
                atPath: document,
                toPath: "\(draft)/document.\(suffix)"
            )
            try encoder.encode(attributes).write(to: URL(filePath: "\(draft)/attributes.json"))
            let numbers = try FileManager.default.contentsOfDirectory(atPath: home)
                .compactMap { Int($0) }
            // The printer processes one job at a time, so no other job takes the number.
            let number = (numbers.max() ?? 0) + 1
            guard unsafe rename(draft, "\(home)/\(number)") == 0 else {
                throw LabError(.system, reason(of: errno))
            }
        } catch {
            throw LabError(.system, "The job cannot be kept in \(home): \(error)")
        }
    }

    /// Waits until paper is loaded.
    ///
    /// - Returns: False where the job was canceled meanwhile.
    private func waitForPaper() -> Bool {
        guard isPaperOut else { return true }
        report("STATE: +media-empty,media-needed")
        // A printer in state media-empty does not start the next job: always clear it.
        defer { report("STATE: -media-empty,media-needed") }
        while isPaperOut {
            if !pause(.milliseconds(200)) { return false }
        }
        return true
    }

    private var isPaperOut: Bool { unsafe access(folder.paperOut(spec.name), F_OK) == 0 }

    /// Takes one second per impression.
    private func printSlowly(_ impressions: Int) -> CInt {
        for done in 1...max(1, impressions) {
            for _ in 1...5 where !pause(.milliseconds(200)) { return 0 }
            report("ATTR: job-impressions-completed=\(done)")
        }
        return 0
    }

    /// Pauses for a duration.
    ///
    /// - Returns: False as soon as the job is canceled, which `ippeveprinter` does not report to
    ///   its command; this method polls for it. A missing reply means nothing, unless the printer
    ///   itself has ended.
    private func pause(_ duration: Duration) -> Bool {
        let (seconds, attoseconds) = duration.components
        usleep(useconds_t(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
        guard let job = environment["IPP_JOB_ID"].flatMap(Int32.init) else { return true }
        let reasons = probe.jobAttributes(job, ["job-state-reasons"])?["job-state-reasons"]
        return reasons?.contains("processing-to-stop-point") != true && getppid() == printer
    }

    private func report(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // Without a reader the printer has ended, and needs no message.
        _ = unsafe write(2, bytes, bytes.count)
    }
}
