import CTLSRelay
import IPP
import PrintLab
import PrintModel
import ProofKit
import Synchronization

/// Printers that get their jobs straight, without a scheduler.
final class DirectStage: CrashStage {
    private let devices: [String: ScriptedDevice]
    private var known: Set<String> = []
    private var restarts = 0
    /// The ports of TLS in front of the printers; empty without TLS.
    private var ports: [String: Int32] = [:]

    /// Starts the printers.
    ///
    /// - Parameter isEncrypted: Whether jobs reach them over TLS.
    /// - Throws: ``ProofError`` or ``LabError`` where one does not start.
    init(isEncrypted: Bool) throws {
        var devices: [String: ScriptedDevice] = [:]
        let once = Once()
        for (number, (name, change)) in Self.printers.enumerated() {
            var traits = ScriptedDevice.Traits()
            change(&traits)
            devices[name] = try ScriptedDevice(
                uuid: "5e7f0a1c-0000-4000-8000-\(100_000_000_000 + number)",
                traits: traits,
                attributes: name == "raster" ? ScriptedDevice.rasterAttributes() : [],
                arrival: { Self.breakOff($0, $1, once) },
                script: { Self.answer($0, $1, once) }
            )
        }
        self.devices = devices
        guard isEncrypted else { return }
        for (name, device) in devices {
            let port = ctls_relay(device.port)
            guard port > 0 else { throw ProofError("no TLS for \(name): error \(-port)") }
            ports[name] = port
        }
    }

    private static let printers: [(String, @Sendable (inout ScriptedDevice.Traits) -> Void)] = [
        ("office", { _ in }),
        ("plain", { $0.hasCreateJob = false }),
        ("sheets", { $0.takesOneJob = false }),
        ("half", { $0.hasSendDocument = false }),
        ("slow", { $0.printingTime = .milliseconds(60) }),
        ("stream", { $0.streams = true }),
        ("keeping", { $0.keepsCutJobs = true }),
        ("restless", { $0.printingTime = .milliseconds(20) }),
        ("raster", { _ in }),
    ]

    // MARK: What the printers do

    /// What has happened once already, and does not again.
    private final class Once: Sendable {
        private let done = Mutex<Set<String>>([])

        func isFirst(_ name: String) -> Bool { done.withLock { $0.insert(name).inserted } }
    }

    /// Breaks off the first document of jobs with such a name when half of it has arrived.
    private static func breakOff(
        _ part: ScriptedPrinter.Arrival,
        _ device: ScriptedDevice,
        _ once: Once
    ) -> ScriptedPrinter.Answer? {
        guard let id = part.message?.attributes(in: .operation)?["job-id"]?.integer,
            let name = device.name(ofJob: id), isOf(.cutShort, name),
            part.document.count > Scenario.largeBytes.count / 2, once.isFirst(name)
        else { return nil }
        device.endConnection(ofRequest: part.number)
        return .reset
    }

    /// Does not reply to the first Create-Job of jobs with such a name.
    private static func answer(
        _ request: ScriptedPrinter.Request,
        _ device: ScriptedDevice,
        _ once: Once
    ) -> ScriptedPrinter.Answer {
        let reply = device.reply(to: request)
        guard request.message.operation == .createJob,
            let name = request.message.attributes(in: .operation)?["job-name"]?.string,
            isOf(.unanswered, name), once.isFirst(name)
        else { return .reply(reply) }
        return .hangUp
    }

    /// Whether a "job-name" is that of a scenario, with the mark of a job at its end.
    private static func isOf(_ kind: Scenario.Kind, _ name: String) -> Bool {
        name.contains("-\(kind) [")
    }

    // MARK: The crash test

    func introduce(to client: HTTPClient) throws {
        for (name, device) in devices where !known.contains(name) {
            let uri = ports[name].map { "ipps://127.0.0.1:\($0)/ipp/print" } ?? device.uri
            let body = #"{"address":"\#(uri)","name":"\#(name)"}"#
            let reply = try client.request("POST", "/v1/printers", body: Array(body.utf8))
            // A service that was killed may have added it.
            guard reply.status == 201 || reply.status == 409 else {
                let text = String(decoding: reply.body, as: UTF8.self)
                throw ProofError("\(name) is not added: \(reply.status) \(text)")
            }
            known.insert(name)
        }
    }

    func pass(random: (Int) -> Int) {
        guard random(4) == 0 else { return }
        // Its numbers start anew, and others may have taken some.
        devices["restless"]?.restart(others: random(5))
        restarts += 1
    }

    func result(of scenario: Scenario) -> StageResult {
        var result = StageResult()
        var isListed = false
        for (printer, device) in devices {
            let papers = device.papers.filter { $0.name.hasPrefix(scenario.name + " [") }
            for paper in papers {
                // A printer that streams needs no last byte.
                let isOut =
                    paper.isWhole || printer == "stream" && paper.sides == Scenario.largePages
                if scenario.kind == .streamed { result.mayBeInDoubt = true }
                if isOut { result.wholes.append(paper.document) } else { result.cut += 1 }
                result.story += " \(printer) \(paper.job): \(paper.sides) sides"
                result.story += paper.isWhole ? "," : " of a part,"
            }
            let jobs = device.jobs(named: scenario.name + " [")
            isListed = isListed || !jobs.isEmpty
            for job in jobs { result.story += " \(printer) \(job.id) \(job.state)," }
        }
        // A printer cannot tell after it was off, or if it prints what it has not got whole; nor if it never had the job,
        // because printers also drop jobs from their lists.
        // A Print-Job that never arrived is not listed, even if an earlier one is.
        if [.unasked, .halved].contains(scenario.kind), result.wholes.isEmpty {
            result.mayBeInDoubt = true
        }
        if scenario.kind == .restarted && restarts > 0 || result.cut > 0 || !isListed {
            result.mayBeInDoubt = true
        }
        return result
    }

    func close() { for device in devices.values { device.close() } }
}
