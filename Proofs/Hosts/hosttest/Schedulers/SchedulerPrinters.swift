import Dispatch
import FoundationEssentials
import Glibc
import IPP
import PrintLab
import ProofKit
import Synchronization

/// The printers behind the schedulers of a lab, and one without a scheduler, all of which restart and forget.
final class SchedulerPrinters: Sendable {
    struct State {
        var generator: SeededGenerator
        /// When an IPP printer has first reported the end of a job to a service, and which one.
        var told: [String: (moment: Date, printer: String)] = [:]
        /// When it has first reported the end of a job to the backend of a scheduler.
        var toldToBackend: [String: Date] = [:]
        /// The address of the host that has brought a job: the services of others have no need to know its end.
        var bringers: [String: String] = [:]
        /// When a printer was switched on last.
        var starts: [String: Date] = [:]
        /// The queues, by printer and host, whose scheduler has once reported that the printer has no history of a job.
        ///
        /// CUPS 2.4 goes on reporting that of each later job, so that its word on them tells nothing after a restart of the printer.
        var unreliable: Set<[String]> = []
        /// The jobs that a scheduler had when it crashed, by printer: only the printer knows what became of them.
        var limbo: [String: Set<String>] = [:]
    }

    let witness = Witness()
    let steps = StepRestarts()
    let faults: FaultLog
    private let doubts: DoubtBudget
    let scripted: [String: ScriptedDevice]
    let sockets: [String: SocketDevice]
    let real: EvePrinters
    let state: Mutex<State>
    /// Requests and restarts, one after the other.
    private let turn = Mutex(())

    /// The queues that each scheduler has.
    let queues: [HostScheduler.Queue]
    /// The printers that the services know by their addresses, without a scheduler.
    let uris: [String: String]

    /// Starts printers.
    ///
    /// - Parameters:
    ///   - node: Their network.
    ///   - faults: Where restarts are noted.
    ///   - doubts: How many jobs restarts may leave in a doubt that nothing can settle.
    ///   - seed: Where chance begins.
    /// - Throws: ``ProofError`` or `LabError`.
    init(on node: NetworkNode, faults: FaultLog, doubts: DoubtBudget, seed: UInt64) throws {
        self.faults = faults
        self.doubts = doubts
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
    /// The names, each as often as its share of the jobs: printers without IPP get few.
    var weighted: [String] {
        names.flatMap { Array(repeating: $0, count: Self.isMute($0) ? 1 : 4) }
    }
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
        // What a printer has is known at the moment of its restart only if it gets nothing meanwhile.
        turn.withLock { _ in answerNext(request, device, name) }
    }

    private func answerNext(
        _ request: ScriptedPrinter.Request,
        _ device: ScriptedDevice,
        _ name: String
    ) -> ScriptedPrinter.Answer {
        // A printer that was just switched on is not ready.
        guard !isStarting(name) else { return .hangUp }
        let operation = request.message.operation
        let moment = steps.take(name, at: operation)
        let isDirect = uris[name] != nil
        // A job without a document cannot have been printed, unless its document is on the way: no backend sends one while another
        // creates a job, but another host may.
        let withEmpty = operation != .createJob || isDirect
        if moment == .before {
            let detail = "before \(StepRestarts.name(of: operation))"
            if restart(device, name, .stepRestart, detail, withEmpty: withEmpty) {
                return .hangUp
            }
        }
        let reply = device.reply(to: request)
        note(request, reply, device, name)
        if moment == .unanswered {
            let detail = "after \(StepRestarts.name(of: operation)), unanswered"
            // The client does not know the job that was created just now.
            let created =
                operation == .createJob
                ? reply.groups.first { $0.tag == .job }?["job-id"]?.integer : nil
            let isOff = restart(
                device,
                name,
                .stepRestart,
                detail,
                withEmpty: withEmpty,
                without: created
            )
            if isOff { return .hangUp }
        }
        // The backend of the scheduler does not read in the reply to a document what became of it; services list jobs.
        if operation != .sendDocument || isDirect {
            noteEnds(
                in: reply,
                to: request,
                at: name,
                isForBackend: !isDirect && operation != .getJobs
            )
        }
        if moment == .answered {
            DispatchQueue(label: "hosttest.restart").async { [self] in
                // Time: until the reply is on its way
                usleep(30_000)
                let detail = "after \(StepRestarts.name(of: operation))"
                turn.withLock { _ in _ = restart(device, name, .stepRestart, detail) }
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
        if request.message.operation == .createJob || request.message.operation == .printJob,
            let name = request.message.attributes(in: .operation)?["job-name"]?.string
        {
            let job = LabPrinters.submitted(name)
            state.withLock { state in
                state.bringers[job] = request.client
                guard reply.code < 0x100 else { return }
                // The end of an earlier run tells nothing of this one.
                state.told[job] = nil
                state.toldToBackend[job] = nil
            }
        }
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

    // MARK: Faults

    /// Switches a printer off and on, unless that would leave too many jobs in doubt.
    ///
    /// - Parameters:
    ///   - name: The printer.
    ///   - active: The jobs that have not ended, as the services say.
    /// - Throws: ``ProofError``.
    func restart(_ name: String, active: Set<String>) throws {
        guard isOnForLong(name) else { return }
        if let device = scripted[name] {
            turn.withLock { _ in _ = restart(device, name, .printerRestart, "") }
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
            // What it gets from now on, it does not read.
            real.freeze(name)
            let untold = Set(real.received(by: name).map { LabPrinters.submitted($0) })
                .intersection(active)
                .union(state.withLock { $0.limbo[name] ?? [] })
            guard doubts.allows(untold) else { return real.thaw(name) }
            try real.stop(name)
            faults.note(
                FaultLog.Entry(
                    moment: Date(),
                    fault: .printerRestart,
                    target: name,
                    untold: untold
                )
            )
            // Time: a printer is off for a moment
            usleep(UInt32(1000 * state.withLock { $0.generator.next(below: 1500) }))
            try real.startSlowly(name)
            state.withLock { $0.starts[name] = Date() }
        }
    }

    /// Whether a printer was switched on just now: none is ready in its first second, in which its clock shows 0.
    private func isStarting(_ name: String) -> Bool {
        // Time: a second of the printer's clock
        state.withLock { Date().timeIntervalSince($0.starts[name] ?? .distantPast) < 1.2 }
    }

    /// Whether a printer was switched on so long ago that its `printer-up-time`, in whole seconds, tells this start from the next.
    ///
    /// No printer is ready sooner.
    private func isOnForLong(_ name: String) -> Bool {
        // Time: two seconds of the printer's clock, and one of its reader's
        state.withLock { Date().timeIntervalSince($0.starts[name] ?? .distantPast) > 3 }
    }

    /// Returns false where the restart would leave too many jobs in doubt, and does not happen.
    private func restart(
        _ device: ScriptedDevice,
        _ name: String,
        _ fault: SchedulerFault,
        _ detail: String,
        withEmpty: Bool = true,
        without created: Int? = nil
    ) -> Bool {
        let untold = untold(device, name, withEmpty: withEmpty, without: created)
        guard isOnForLong(name), doubts.allows(untold) else { return false }
        // Some count on, some from 1, and others may have printed meanwhile.
        let others = state.withLock { $0.generator.oneIn(3) ? $0.generator.next(below: 6) : 0 }
        device.restart(others: others)
        state.withLock { $0.starts[name] = Date() }
        faults.note(
            FaultLog.Entry(
                moment: Date(),
                fault: fault,
                target: name,
                untold: untold,
                detail: detail
            )
        )
        return true
    }

    /// Has a printer forget the jobs that have ended.
    func forget(_ name: String) -> Bool {
        guard let device = scripted[name] else { return false }
        return turn.withLock { _ in forget(name, device) }
    }

    private func forget(_ name: String, _ device: ScriptedDevice) -> Bool {
        let untold = untold(device, name, withEmpty: false).subtracting(
            device.jobs(named: "").filter { !$0.state.isFinal }
                .compactMap { device.name(ofJob: $0.id) }.map { LabPrinters.submitted($0) }
        )
        guard doubts.allows(untold) else { return false }
        device.forgetEndedJobs()
        faults.note(
            FaultLog.Entry(moment: Date(), fault: .forget, target: name, untold: untold)
        )
        return true
    }

    /// Notes the jobs that a scheduler had when it crashed, by printer.
    func note(limbo: [String: Set<String>]) { state.withLock { $0.limbo = limbo } }

    /// The jobs of a printer whose end no host has read.
    ///
    /// - Parameters:
    ///   - device: The printer.
    ///   - printer: Its name.
    ///   - withEmpty: Whether jobs count that have no document yet, as one may be on the way.
    ///   - created: The number of a job that does not count.
    /// - Returns: Their names, and those of jobs that a scheduler had when it crashed.
    private func untold(
        _ device: ScriptedDevice,
        _ printer: String,
        withEmpty: Bool,
        without created: Int? = nil
    ) -> Set<String> {
        let jobs = device.jobs(named: "").filter { job in
            job.id != created && (withEmpty || job.state != .pending)
        }
        let names = jobs.compactMap { device.name(ofJob: $0.id) }
            .map { LabPrinters.submitted($0) }
        return state.withLock { state in
            // Time: the whole seconds of the scheduler and of the printer
            let known = state.toldToBackend.filter { Date().timeIntervalSince($0.value) > 3 }
            // Time: until a reply has been sent and read, on a busy machine
            let told = state.told.filter { Date().timeIntervalSince($0.value.moment) > 1 }
            return Set(names).subtracting(told.keys).subtracting(known.keys)
                .union(state.limbo[printer] ?? [])
        }
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
}
