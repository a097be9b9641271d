import Dispatch
import FoundationEssentials
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// Printers of the kinds that people complain of, straight from the service: what arrives is right by what each printer
/// says of itself.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `Odd printers` {
    private static let shared = Result {
        try RunningLab(printers: "office", parts: [], program: Programs.lab)
    }

    @Test(arguments: OddPrinter.groups.keys.sorted())
    func `get what is right for them, or a reason`(group: String) throws {
        let printers = try #require(OddPrinter.groups[group])
            .filter { !$0.rows.isEmpty && !$0.quirks.contains(.slow) }
        try #require(Set(printers.map(\.name)).count == printers.count)
        let devices = try printers.map { try OddDevice($0) }
        defer { for device in devices { device.close() } }
        try withService(in: Self.shared.get()) { service in
            // The printers work side by side, and each does one thing after the other.
            let faults = FailureList()
            let threads = DispatchGroup()
            for device in devices {
                DispatchQueue(label: device.odd.name).async(group: threads) {
                    do {
                        for fault in try Self.faults(of: device, service) { faults.add(fault) }
                    } catch {
                        faults.add("\(device.odd.name): \(error)")
                    }
                }
            }
            threads.wait()
            #expect(faults.all.isEmpty, "\(faults.all.joined(separator: "\n"))")
        }
    }

    @Test func `are awaited where they are slow, and listed as slow meanwhile`() throws {
        let device = try OddDevice(.delay)
        defer { device.close() }
        // The limits of a user's machine, so that lists find it slow soon.
        try withService(in: Self.shared.get(), more: ["PRINTCENTER_PATIENCE": "1"]) { service in
            let faults = try Self.faults(of: device, service)
            #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
        }
    }

    /// Has a printer keep its answers back until it is listed as slow; returns what waits for that.
    private static func hold(_ device: OddDevice, _ service: TestService) -> DispatchWorkItem {
        device.hold()
        let release = DispatchWorkItem {
            defer { device.release() }
            try? waitBlocking(for: "it to be listed as slow") {
                try service.get("/v1/printers/\(device.odd.name)").value(Printer.self).isSlow
            }
        }
        DispatchQueue(label: "release of \(device.odd.name)").async(execute: release)
        return release
    }

    /// Adds a printer, and prints its rows on it; returns what is wrong.
    private static func faults(of device: OddDevice, _ service: TestService) throws -> [String] {
        let body = #"{"address":"\#(device.uri)","name":"\#(device.odd.name)"}"#
        let added = try service.post("/v1/printers", body)
        guard added.status == 201 else {
            return ["\(device.odd.name) cannot be added: \(added.text)"]
        }
        var faults: [String] = []
        for (index, row) in device.odd.rows.enumerated() {
            let found: [String]
            do { found = try Self.faults(of: row, index, device, service) } catch {
                found = ["\(error)"]
            }
            faults += found.map { "\(device.odd.name), \(row.testDescription): \($0)" }
        }
        return faults
    }

    private static func faults(
        of row: OddRow,
        _ index: Int,
        _ device: OddDevice,
        _ service: TestService
    ) throws -> [String] {
        let (bytes, file) = try source(row.document)
        let document = try service.document(bytes, name: file)
        let name = row.name ?? "\(device.odd.name) \(index)"
        let before = device.received.count
        let release = device.odd.quirks.contains(.slow) ? hold(device, service) : nil
        defer { release?.wait() }
        if row.changesKey { try changeKey(of: device, service) }
        let check: PrintCheck = try service.post(
            "/v1/check",
            #"{"document":"\#(document.id ?? "")","printer":"\#(device.odd.name)","ticket":\#(row.ticket)}"#
        ).value()
        let submitted = try service.post(
            "/v1/jobs",
            submission(document, device.odd.name, row.ticket, name)
        )
        if case .refused(let codes) = row.outcome {
            let found = check.obstacles.map(\.code)
            let message = check.obstacles.first?.message ?? ""
            return (found == codes ? [] : ["obstacles \(found), not \(codes)"])
                + (row.says.isEmpty || message.contains(row.says) ? [] : ["says '\(message)'"])
                + (submitted.status == 409 ? [] : ["status \(submitted.status), not refused"])
        }
        guard submitted.status == 201, let id = try submitted.value(PrintJob.self).id else {
            return ["not taken: \(submitted.text)"]
        }
        let job = try end(of: id, service)
        switch row.outcome {
        case .refused: return []
        case .failed(let codes):
            let found = job.reasons.map(\.code)
            let words = job.reasons.first.map { "\($0.message) \($0.remedy)" } ?? ""
            let expected = row.says.replacing("JOB", with: "\(id)")
            return
                (job.state == .failed && found == codes
                ? [] : ["\(job.state) \(found), not failed \(codes)"])
                + (words.hasSuffix(expected) ? [] : ["says '\(words)'"])
        case .printed(let arrival):
            guard job.state == .completed else {
                return ["\(job.state): \(job.reasons.map(\.message))"]
            }
            let jobs = device.received.dropFirst(before).filter { $0.document != nil }
            guard jobs.count == 1 else { return ["\(jobs.count) documents arrived"] }
            let path = "\(service.folder)/\(device.odd.name)-\(index)"
            let paper = try OddPaper(jobs[jobs.startIndex], at: path, in: service.lab)
            // The hints that save paper have tests of their own.
            let notices = check.notices.map(\.code).filter { $0 != .paperSaving }
            return try arrival.faults(of: paper, notices: notices)
        }
    }

    /// Gives a printer another key, and waits until the service has seen it.
    private static func changeKey(of device: OddDevice, _ service: TestService) throws {
        try device.changeKey()
        try waitBlocking(for: "the service to see the other key") {
            try service.get("/v1/printers/\(device.odd.name)").value(Printer.self).state
                == .unusable
        }
    }

    private static func submission(
        _ document: DocumentFacts,
        _ printer: String,
        _ ticket: String,
        _ name: String
    ) throws -> String {
        let name = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        return """
            {"document":"\(document.id ?? "")","printer":"\(printer)","ticket":\(ticket),"name":\(name)}
            """
    }

    private static func source(_ document: OddRow.Document) throws -> (bytes: [UInt8], name: String)
    {
        switch document {
        case .pdf(let pages, let width, let height):
            (Papers.pdf(pages: pages, size: (width, height)), "pages.pdf")
        case .file(let bytes, let name): (bytes, name)
        case .sample(let name): (try Programs.sample(name), name)
        }
    }

    /// Waits for the end of a job, on a thread that no test is known on.
    private static func end(of id: JobID, _ service: TestService) throws -> PrintJob {
        var job = try service.job(id)
        try waitBlocking(for: "the end of job \(id)", limit: .patience * 3) {
            job = try service.job(id)
            return job.state.isFinal
        }
        return job
    }
}

extension OddRow.Arrival {
    /// What is not as it must be.
    fileprivate func faults(of paper: OddPaper, notices found: [Obstacle.Code]) throws -> [String] {
        var faults: [String] = []
        if let format, paper.format != format { faults.append("\(paper.format), not \(format)") }
        if let pages, paper.sizes.count != pages {
            faults.append("\(paper.sizes.count) pages, not \(pages)")
        }
        if let size {
            let others = paper.sizes.filter {
                abs($0.width - size.width) > 1 || abs($0.height - size.height) > 1
            }
            if paper.sizes.isEmpty || !others.isEmpty {
                faults.append("pages of \(others), not \(size)")
            }
        }
        if let components, paper.components != paper.sizes.map({ _ in components }) {
            faults.append("\(paper.components) colors, not \(components)")
        }
        if let ink {
            let found = try paper.ink() ?? (0, 0, 0, 0)
            let isNear = [
                (found.left, ink.left), (found.top, ink.top), (found.right, ink.right),
                (found.bottom, ink.bottom),
            ].allSatisfy { abs($0 - $1) <= 3 }
            if !isNear { faults.append("ink in \(found), not \(ink)") }
        }
        if !words.isEmpty {
            let text = try paper.text()
            faults += words.filter { !text.contains($0) }.map { "'\($0)' is not in '\(text)'" }
        }
        if let isGray, try paper.isGray() != isGray {
            faults.append(isGray ? "has colors" : "has no colors")
        }
        if let margin {
            let found = try paper.margin()
            if (found ?? 0) < margin { faults.append("words at \(found ?? 0) of the edge") }
        }
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            let arrived = paper.attributes[name] ?? ""
            if arrived != value { faults.append("\(name) is '\(arrived)', not '\(value)'") }
        }
        if let notices, notices != found { faults.append("notices \(found), not \(notices)") }
        return faults
    }
}
