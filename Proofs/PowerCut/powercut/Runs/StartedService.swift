import FoundationEssentials
import Glibc
import PrintLab
import PrintModel
import ProofKit

/// The service, started on what a power cut has left, with printers that know what they knew then.
struct StartedService {
    let testBed: TestBed

    /// Starts the service on each of some states, and counts the promises that it broke.
    func run(_ samples: [Sample], _ count: inout CutCount) async throws {
        for sample in samples {
            let wrong = try await faults(after: sample)
            count.add(wrong.map { Fault(kind: .afterStart, words: $0) }, sample.place)
        }
    }

    /// Lets the service go on until all jobs have ended, and returns the promises that it broke.
    func faults(after sample: Sample) async throws -> [String] {
        testBed.restore(sample.moments)
        let name = "started"
        let folder = "\(testBed.folder)/\(name)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let service = try testBed.service(name)
        let root = service.root
        try sample.image.write(to: root)
        let line = try service.start(.well)
        guard line == "ready" else { return ["the service does not start: \(line)"] }
        let client = Client(service, printers: [], patience: 0, modeAfterRestart: .well)
        client.hear(sample.ledger)
        // Also those that were stored, and not acknowledged. One that is held would wait for ever.
        for job in try client.jobs() {
            client.hear(.job(job))
            if job.ticket.holdUntil != nil, !job.state.isFinal { try client.cancel(job) }
        }
        try client.waitForEnds()
        let jobs = try client.jobs()
        _ = client.end()
        var wrong = client.wrong + client.refusals
        if client.restarts > 0 { wrong.append("the service ended by itself") }
        wrong += outcomes(of: jobs)

        var ledger = sample.ledger
        for acknowledged in client.acknowledged { ledger.take(acknowledged) }
        let image = try DiskImage(folder: root)
        _ = unsafe mkdir(folder + "/image", 0o700)
        wrong += await ImageCheck(folder: folder + "/image")
            .faults(of: image, ledger, withSpool: true)
            .map { "\($0.kind.rawValue): \($0.words)" }
        // Prepared pages and parts of documents belong to jobs that have ended.
        for path in image.files.keys.sorted() where path.hasPrefix(ImageCheck.state + "/spool/") {
            if path.hasSuffix(".pdf") || path.hasSuffix(".part") { wrong.append("\(path) is left") }
        }
        return wrong
    }

    /// Compares what the service says of its jobs with what came out.
    private func outcomes(of jobs: [PrintJob]) -> [String] {
        var wrong: [String] = []
        var known: Set<String> = []
        for job in jobs {
            guard let uuid = job.submission?.urn else { continue }
            known.insert(uuid)
            let papers = testBed.devices.values.flatMap(\.papers).filter { $0.uuid == uuid }
            let isDoubtful = job.reasons.contains { $0.code == .deliveryUncertain }
            if papers.count > 1 {
                wrong.append("job \(job.label) was printed \(papers.count) times")
            }
            switch job.state {
            case .completed where papers.count != 1 || !papers[0].isWhole:
                wrong.append("job \(job.label) is called completed, and is not on paper")
            case .failed where !isDoubtful:
                wrong.append("job \(job.label) failed: \(job.reasons.map(\.code.rawValue))")
            case let state where !state.isFinal:
                wrong.append("job \(job.label) has not ended: \(state)")
            default: break
            }
        }
        let strangers = testBed.devices.values.flatMap(\.papers)
            .filter { !known.contains($0.uuid ?? "") }
        if !strangers.isEmpty { wrong.append("\(strangers.count) papers of no job") }
        return wrong
    }
}

extension DiskImage {
    /// Writes the image into an empty folder.
    fileprivate func write(to root: String) throws {
        for path in folders.sorted() {
            guard unsafe mkdir("\(root)/\(path)", 0o700) == 0 || errno == EEXIST else {
                throw ProofError("\(path) cannot be made: error \(errno)")
            }
        }
        for (path, file) in files {
            guard
                FileManager.default.createFile(
                    atPath: "\(root)/\(path)",
                    contents: Data(file.bytes),
                    attributes: [.posixPermissions: 0o600]
                )
            else { throw ProofError("\(path) cannot be written") }
        }
    }
}
