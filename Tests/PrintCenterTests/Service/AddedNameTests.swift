import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

/// A printer that was added by its address, for which a queue appears.
@Suite struct `An added name` {
    private static let uuid = "urn:uuid:6a1b2c3d-0000-4000-8000-001122334455"

    /// Runs a test with a printer that was added as "cellar", and whose queue "office" is not there yet.
    private func run(_ body: (ServiceOnFakes) async throws -> Void) async throws {
        try await ServiceOnFakes.run(settings: "{}") { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") {
                    ($0.isListed, $0.deviceUUID, $0.impressions) = (false, Self.uuid, 3)
                }
            }
            let request = AddPrinterRequest(address: "ipp://office/ipp/print", name: "cellar")
            #expect(try await fakes.service.addPrinter(request).route == .direct)
            try await body(fakes)
        }
    }

    private func makeQueue(_ fakes: ServiceOnFakes) async {
        fakes.scheduler.withState { state in state.change(queue: "office") { $0.isListed = true } }
        await fakes.service.directory.invalidate()
    }

    @Test func `names the printer with its queue`() async throws {
        try await run { fakes in
            await makeQueue(fakes)
            let printers = try await fakes.service.printers()
            #expect(printers.map(\.id.rawValue) == ["mono", "office"])
            #expect(printers.last?.aliases == [PrinterID(rawValue: "cellar")])
            let id = try await fakes.submit(to: "cellar")
            let job = try await fakes.job(id)
            #expect(job.printer.rawValue == "office" && job.route == .queue)
            let chosen = try await fakes.service.setDefaultPrinter("cellar")
            #expect(chosen?.id.rawValue == "office" && chosen?.isDefault == true)
        }
    }

    @Test func `prints the jobs that were queued under it, and lists them with the queue's`()
        async throws
    {
        try await run { fakes in
            let first = try await fakes.submit(to: "cellar")
            #expect(try await fakes.job(first).route == .direct)
            await makeQueue(fakes)
            let second = try await fakes.submit(to: "cellar")
            for name in ["office", "cellar", "Cellar"] {
                let filter = JobFilter(printer: PrinterID(rawValue: name))
                var listed = Data("[".utf8)
                for try await part in fakes.service.jobList(filter, language: .english) {
                    listed += part
                }
                let jobs = try WireFormat.decode([PrintJob].self, from: listed + "]".utf8)
                #expect(jobs.map(\.id) == [first, second], "\(name)")
            }
            let job = try await fakes.runLane("cellar", untilEndOf: first)
            #expect(job.state == .completed && job.route == .direct, "\(job.reasons)")
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
            let canceled = try await fakes.service.cancelAll(on: "cellar")
            #expect(canceled.ids == [second])
        }
    }

    @Test func `leaves its jobs to the queue when it is removed`() async throws {
        try await run { fakes in
            let held = try await fakes.submit(to: "cellar", hold: true)
            let waiting = try await fakes.submit("b.pdf", to: "cellar")
            await makeQueue(fakes)
            // The case does not matter, and the queue stays.
            #expect(try await fakes.service.printer("CELLAR").id.rawValue == "office")
            let removed = try await fakes.service.removePrinter("CELLAR")
            #expect(removed.id.rawValue == "cellar")
            for id in [held, waiting] {
                let job = try await fakes.job(id)
                #expect(job.printer.rawValue == "office" && job.route == .queue, "\(job)")
            }
            #expect(try await fakes.job(held).state == .held)
            _ = try await fakes.service.release("\(held)")
            for id in [held, waiting] {
                #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
            }
            #expect(fakes.scheduler.withState { $0.printedCount } == 2)
        }
    }

    @Test func `that a queue for another printer takes keeps its jobs for its own`() async throws {
        try await ServiceOnFakes.run(queues: ["cellar", "office"], settings: "{}") { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") {
                    ($0.isListed, $0.deviceUUID, $0.impressions) = (false, Self.uuid, 3)
                }
                state.change(queue: "cellar") { $0.isListed = false }
            }
            let request = AddPrinterRequest(address: "ipp://office/ipp/print", name: "cellar")
            #expect(try await fakes.service.addPrinter(request).route == .direct)
            let id = try await fakes.submit(to: "cellar")
            fakes.scheduler.withState { state in
                state.change(queue: "cellar") { ($0.isListed, $0.state) = (true, .stopped) }
            }
            await fakes.service.directory.invalidate()
            let names = try await fakes.service.printers().map(\.id.rawValue)
            #expect(names == ["cellar", "cellar_2"])
            // Neither the other printer nor its pause matters.
            let job = try await fakes.runLane("cellar", untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            let printed = fakes.scheduler.withState { state in
                ["office", "cellar"].map { state.queue($0)?.deviceJobs.count }
            }
            #expect(printed == [1, 0])
        }
    }

    @Test func `keeps the key of its printer, also for the queue where that is encrypted`()
        async throws
    {
        let key = "5a"
        try await ServiceOnFakes.run(settings: "{}") { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") {
                    ($0.isListed, $0.deviceUUID, $0.publicKey) = (false, Self.uuid, key)
                }
            }
            let directory = fakes.service.directory
            let request = AddPrinterRequest(address: "ipps://office/ipp/print", name: "zebra")
            _ = try await fakes.service.addPrinter(request)
            _ = try await fakes.service.printers()
            await makeQueue(fakes)
            func address(of name: String, isDirect: Bool) async throws -> DeviceAddress? {
                let id = PrinterID(rawValue: name)
                _ = try await fakes.service.printers()
                let places = isDirect ? await directory.directPlaces : await directory.places
                return places[id]?.address
            }
            // The queue itself is not encrypted, and has no key to show.
            let queue = try await address(of: "office", isDirect: false)
            #expect(queue?.uri.isEncrypted == false && queue?.publicKey == nil)
            for name in ["office", "zebra"] {
                let direct = try await address(of: name, isDirect: true)
                #expect(direct?.uri.isEncrypted == true && direct?.publicKey == key, "\(name)")
            }
            // Another thing that is remembered of the printer does not hide the key.
            _ = try await fakes.service.setDirect("office", true)
            #expect(try await address(of: "office", isDirect: true)?.publicKey == key)
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.publicKey = nil }
            }
            _ = try await fakes.service.trust("office")
            #expect(try await address(of: "zebra", isDirect: true)?.publicKey == nil)
        }
    }

    @Test func `has no characters that hide or turn text`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { $0.change(queue: "office") { $0.isListed = false } }
            let name = "cel\u{202E}lar\u{1B}\u{2069}"
            let request = AddPrinterRequest(address: "ipp://office/ipp/print", name: name)
            let added = try await fakes.service.addPrinter(request)
            #expect(added.id.rawValue == "cel lar")
        }
    }

    @Test func `that is removed says so to its jobs`() async throws {
        try await run { fakes in
            let id = try await fakes.submit(to: "cellar")
            _ = try await fakes.service.removePrinter("cellar")
            try await fakes.runLane("cellar", until: "the job to wait") {
                try await fakes.job(id).reasons.map(\.code) == [.printerRemoved]
            }
        }
    }

    @Test func `can be removed while the queue stays`() async throws {
        try await run { fakes in
            await makeQueue(fakes)
            let removed = try await fakes.service.removePrinter("cellar")
            #expect(removed.id.rawValue == "cellar")
            let printers = try await fakes.service.printers()
            #expect(printers.map(\.id.rawValue) == ["mono", "office"])
            #expect(printers.allSatisfy { $0.aliases.isEmpty })
            #expect(
                await fakes.problem { _ = try await fakes.service.removePrinter("office") }
                    == .notPossibleForPrinter
            )
        }
    }
}
