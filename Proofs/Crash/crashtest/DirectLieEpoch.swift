import Dispatch
import FoundationEssentials
import Glibc
import PrintLab
import PrintModel
import ProofKit
import Synchronization

/// A service without a scheduler, and many printers, each of which lies about one job at a time.
final class DirectLieEpoch: Sendable {
    private static let printers = 16
    /// The sides of each document.
    static let pages = 4
    static let small = MinimalPDF(emptyPages: pages, comment: "lies").bytes
    static let large = Scenario.largeBytes

    private let folder: ServiceFolder
    private let client: HTTPClient
    private let sum = Mutex(DirectLieTally())

    var tally: DirectLieTally { sum.withLock { $0 } }

    init() throws {
        folder = try ServiceFolder()
        client = HTTPClient(socket: folder.socket)
    }

    /// A submission, and the faults of its printer.
    struct Run: Sendable {
        let seed: Int
        let key: String
        let traits: ScriptedDevice.Traits
        let faults: [DeviceFault]
        let isLarge: Bool
        /// The milliseconds until the job is canceled; `nil` for never.
        let cancelsAfter: Int?

        init(seed: Int) {
            var generator = SeededGenerator(seed: UInt64(seed))
            self.seed = seed
            key = Self.uuid(&generator)
            var traits = ScriptedDevice.Traits()
            traits.patience = .seconds(2)
            if generator.oneIn(3) { traits.printingTime = .milliseconds(300) }
            traits.streams = generator.oneIn(6)
            traits.hasCreateJob = !generator.oneIn(6)
            traits.hasSendDocument = !generator.oneIn(12)
            traits.takesOneJob = !generator.oneIn(3)
            traits.keepsCutJobs = generator.oneIn(6)
            traits.printsCutJobs = generator.oneIn(12)
            traits.dropsEndedJobs = generator.oneIn(12)
            // Nothing tells a printer that counts nothing from one that has printed nothing.
            if !traits.streams, generator.oneIn(6) { traits.counting = .nothing }
            traits.uuids = generator.pick(ScriptedDevice.Traits.UUIDs.allCases)
            if generator.oneIn(8) { traits.longestName = 4 + generator.next(below: 20) }
            self.traits = traits
            let chosen = (0..<generator.next(below: 4)).map { _ in DeviceFault.random(&generator) }
            faults = seed.isMultiple(of: 100) ? [.longSilence] : chosen
            isLarge = generator.oneIn(2)
            cancelsAfter = generator.oneIn(6) ? generator.next(below: 400) : nil
        }

        /// Whether the printer lists the job with its marks, and what became of it.
        var isListed: Bool {
            let hasMark =
                traits.uuids == .oursFirst || traits.uuids == .oursLast || traits.longestName == nil
            return hasMark && !traits.dropsEndedJobs
        }

        private static func uuid(_ generator: inout SeededGenerator) -> String {
            let bits = (0..<2).map { _ in String(generator.next() | 1 << 63, radix: 16) }
            let digits = Array(bits.joined())
            return [
                digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32],
            ].map { String($0) }.joined(separator: "-")
        }
    }

    /// Performs runs until `next` returns no more seeds.
    func run(_ next: @escaping @Sendable () -> Int?) throws {
        let service = try folder.startService()
        defer {
            service.kill()
            service.wait()
        }
        guard try service.line() == "ready" else { throw ProofError("no service:\n\(folder.log)") }
        let small = try Scenario.send(Self.small, key: "small", client)
        let large = try Scenario.send(Self.large, key: "large", client)
        let devices = try (0..<Self.printers).map { number in
            let device = try LyingDevice("p\(number)", number: number)
            let body = #"{"address":"\#(device.device.uri)","name":"p\#(number)"}"#
            let reply = try client.request("POST", "/v1/printers", body: Array(body.utf8))
            guard reply.status == 201 else { throw ProofError("a printer is not added") }
            return device
        }
        defer { for device in devices { device.device.close() } }
        CrashTest.inParallel(devices.count) { number in
            while let seed = next() {
                let run = Run(seed: seed)
                do {
                    try self.perform(run, on: devices[number], run.isLarge ? large : small)
                } catch {
                    self.sum.withLock { $0.complaints.append("seed \(seed): \(error)") }
                }
            }
        }
    }

    private func perform(_ run: Run, on device: LyingDevice, _ document: String) throws {
        device.begin(run.traits, run.faults)
        let body =
            #"{"document":"\#(document)","printer":"\#(device.name)","ticket":{},"name":"report.pdf"}"#
        var number: Int?
        // Get-Printer-Attributes may have met the restart of the printer.
        try wait(for: .patience) {
            let answer = try client.request(
                "POST",
                "/v1/jobs",
                key: run.key,
                body: Array(body.utf8)
            )
            if answer.status == 201 { number = try answer.value(PrintJob.self).id?.rawValue }
            return number != nil
        }
        guard let number else { throw ProofError("not accepted on \(device.name)") }
        if let milliseconds = run.cancelsAfter {
            // The user cancels at a random moment of the delivery.
            usleep(UInt32(milliseconds * 1000))
            _ = try client.request("POST", "/v1/jobs/\(number)/cancel")
        }
        try wait(for: .patience * 5) { try job(number).job.state.isFinal }
        let saidCompleted = device.end()
        let details = try job(number)
        let verdict = DirectVerdict(
            run: run,
            details: details,
            papers: device.device.papers.filter { $0.uuid == "urn:uuid:\(run.key)" },
            known: device.device.jobs(of: "urn:uuid:\(run.key)"),
            saidCompleted: saidCompleted
        )
        sum.withLock { verdict.count(in: &$0) }
        if !details.job.state.isFinal {
            // The job must not delay the next one.
            _ = try client.request("POST", "/v1/jobs/\(number)/cancel")
        }
    }

    private func job(_ number: Int) throws -> JobDetails {
        try client.request("GET", "/v1/jobs/\(number)").value(JobDetails.self)
    }

    private func wait(for limit: Duration, _ condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + limit
        while try !condition(), ContinuousClock.now < end { usleep(50_000) }
    }
}
