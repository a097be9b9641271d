import Dispatch
import FoundationEssentials
import Glibc
import IPP
import PrintLab
import ProofKit
import Synchronization

/// The printers behind the schedulers of a lab, and one without a scheduler, all of which restart and forget.
final class SchedulerPrinters: Sendable {
    private struct State {
        var generator: SeededGenerator
        /// The jobs whose end an IPP printer has reported.
        var told: Set<String> = []
    }

    let witness = Witness()
    let steps = StepRestarts()
    let faults: FaultLog
    private let scripted: [String: ScriptedDevice]
    private let sockets: [String: SocketDevice]
    private let real: EvePrinters
    private let state: Mutex<State>

    /// The queues that each scheduler has.
    let queues: [HostScheduler.Queue]
    /// The printers that the services know by their addresses, without a scheduler.
    let uris: [String: String]

    /// Starts printers.
    ///
    /// - Parameters:
    ///   - node: Their network.
    ///   - faults: Where restarts are noted.
    ///   - seed: Where chance begins.
    /// - Throws: ``ProofError`` or `LabError`.
    init(on node: NetworkNode, faults: FaultLog, seed: UInt64) throws {
        self.faults = faults
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
        let back = WeakPrinters()
        let address = node.address
        let kinds = ["raw0", "raw1", "raw2", "direct0"]
        let scripted = try node.perform {
            var devices: [String: ScriptedDevice] = [:]
            for (number, name) in kinds.enumerated() {
                var traits = ScriptedDevice.Traits(printingTime: .milliseconds(200 * number))
                traits.patience = .seconds(8)
                traits.listsTimes = true
                devices[name] = try ScriptedDevice(
                    at: address,
                    uuid: "5e7f0a1c-0000-4000-8000-\(800_000_000_000 + number)",
                    traits: traits,
                    script: { request, device in
                        back.printers?.answer(request, device, name) ?? .hangUp
                    }
                )
            }
            return devices
        }
        self.scripted = scripted
        sockets = try node.perform {
            ["old0": try SocketDevice(at: address, seed: seed &+ 1)]
        }
        real = try EvePrinters(["eve0", "eve1"], on: node, printingTime: 0.4)
        var queues = ["raw0", "raw1", "raw2"].compactMap { name in
            scripted[name].map {
                HostScheduler.Queue(name: name, device: $0.uri, hasDriver: false)
            }
        }
        queues += sockets.map {
            HostScheduler.Queue(name: $0.key, device: $0.value.uri, hasDriver: false)
        }
        queues += real.uris.map {
            HostScheduler.Queue(name: $0.key, device: $0.value, hasDriver: true)
        }
        self.queues = queues.sorted { $0.name < $1.name }
        uris = scripted["direct0"].map { ["direct0": $0.uri] } ?? [:]
        back.printers = self
    }

    /// The names of all printers, in the same order each time.
    var names: [String] { (queues.map(\.name) + uris.keys).sorted() }
    /// Those without IPP, which report nothing of their jobs.
    static func isMute(_ name: String) -> Bool { name.hasPrefix("old") }
    /// Those whose requests the lab sees.
    var witnessed: [String] { scripted.keys.sorted() }

    // MARK: Requests

    private func answer(
        _ request: ScriptedPrinter.Request,
        _ device: ScriptedDevice,
        _ name: String
    ) -> ScriptedPrinter.Answer {
        let operation = request.message.operation
        let moment = steps.take(name, at: operation)
        if moment == .before {
            restart(device, name, .stepRestart, "before \(StepRestarts.name(of: operation))")
            return .hangUp
        }
        let reply = device.reply(to: request)
        note(request, reply, device, name)
        if moment == .unanswered {
            restart(
                device,
                name,
                .stepRestart,
                "after \(StepRestarts.name(of: operation)), unanswered"
            )
            return .hangUp
        }
        noteEnds(in: reply)
        if moment == .answered {
            DispatchQueue(label: "hosttest.restart").async { [self] in
                // Time: until the reply is on its way
                usleep(30_000)
                restart(device, name, .stepRestart, "after \(StepRestarts.name(of: operation))")
            }
        }
        return .reply(reply)
    }

    private func note(
        _ request: ScriptedPrinter.Request,
        _ reply: IPPMessage,
        _ device: ScriptedDevice,
        _ name: String
    ) {
        guard request.message.operation != .getPrinterAttributes else { return }
        witness.note(
            request,
            at: device,
            name,
            operation: StepRestarts.name(of: request.message.operation),
            outcome: "\(String(reply.code, radix: 16)) \(Self.facts(of: reply))"
        )
    }

    /// The ids and states of the jobs that a reply names.
    private static func facts(of reply: IPPMessage) -> String {
        let jobs = reply.groups.filter { $0.tag == .job }.prefix(4)
        return jobs.map { "\($0["job-id"]?.integer ?? 0):\($0["job-state"]?.integer ?? 0)" }
            .joined(separator: " ")
    }

    /// Notes which jobs a reply reports as ended.
    private func noteEnds(in reply: IPPMessage) {
        let ended = reply.groups.filter { group in
            group.tag == .job && (group["job-state"]?.integer ?? 0) >= 7
        }
        let names = ended.compactMap { $0["job-name"]?.string }.map { LabPrinters.submitted($0) }
        state.withLock { $0.told.formUnion(names) }
    }

    // MARK: Faults

    /// Switches a printer off and on.
    func restart(_ name: String) throws {
        if let device = scripted[name] {
            restart(device, name, .printerRestart, "")
        } else if let device = sockets[name] {
            let lost = device.restart()
            faults.note(
                FaultLog.Entry(
                    moment: Date(),
                    fault: .printerRestart,
                    target: name,
                    untold: lost.isEmpty ? [] : [lost]
                )
            )
        } else {
            try real.stop(name)
            faults.note(
                FaultLog.Entry(moment: Date(), fault: .printerRestart, target: name)
            )
            // Time: a printer takes a moment to start
            usleep(UInt32(1000 * state.withLock { $0.generator.next(below: 1500) }))
            try real.start(name)
        }
    }

    private func restart(
        _ device: ScriptedDevice,
        _ name: String,
        _ fault: SchedulerFault,
        _ detail: String
    ) {
        let untold = untold(device)
        // Some count on, some from 1, and others may have printed meanwhile.
        let others = state.withLock { $0.generator.oneIn(3) ? $0.generator.next(below: 6) : 0 }
        device.restart(others: others)
        faults.note(
            FaultLog.Entry(
                moment: Date(),
                fault: fault,
                target: name,
                untold: untold,
                detail: detail
            )
        )
    }

    /// Has a printer forget the jobs that have ended.
    func forget(_ name: String) -> Bool {
        guard let device = scripted[name] else { return false }
        let untold = untold(device).subtracting(
            device.jobs(named: "").filter { !$0.state.isFinal }
                .compactMap { device.name(ofJob: $0.id) }.map { LabPrinters.submitted($0) }
        )
        device.forgetEndedJobs()
        faults.note(
            FaultLog.Entry(moment: Date(), fault: .forget, target: name, untold: untold)
        )
        return true
    }

    /// The jobs of a printer that have a document, and whose end no host has read.
    private func untold(_ device: ScriptedDevice) -> Set<String> {
        let jobs = device.jobs(named: "").filter { $0.state != .pending }
        let names = jobs.compactMap { device.name(ofJob: $0.id) }
            .map { LabPrinters.submitted($0) }
        return state.withLock { Set(names).subtracting($0.told) }
    }

    // MARK: What is known

    /// Throws where a printer has ended by itself.
    func check() throws { try real.check() }

    /// Switches all printers off.
    func close() {
        steps.clear()
        for device in scripted.values { device.close() }
        for device in sockets.values { device.close() }
        real.close()
    }

    /// What came out for all jobs, by the names with which they were submitted.
    func outputs() -> [String: LabPrinters.Output] {
        var outputs: [String: LabPrinters.Output] = [:]
        for (printer, device) in scripted {
            for paper in device.papers {
                outputs[LabPrinters.submitted(paper.name), default: .init()].add(
                    isWhole: paper.isWhole,
                    "\(printer) job \(paper.job), \(paper.sides) sides"
                )
            }
        }
        for (printer, device) in sockets {
            for paper in device.papers {
                outputs[paper.name, default: .init()].add(isWhole: paper.isWhole, printer)
            }
        }
        for printer in real.uris.keys {
            for name in real.printed(by: printer) {
                outputs[LabPrinters.submitted(name), default: .init()].add(isWhole: true, printer)
            }
        }
        return outputs
    }
}

/// A reference to the printers for the scripts of devices that are created before them.
private final class WeakPrinters: Sendable {
    private struct Reference: Sendable {
        weak var printers: SchedulerPrinters?
    }

    private let reference = Mutex(Reference())

    var printers: SchedulerPrinters? {
        get { reference.withLock(\.printers) }
        set { reference.withLock { $0.printers = newValue } }
    }
}
