import FoundationEssentials
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
            for name in ["office", "cellar"] {
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
            #expect(canceled.map(\.id) == [second])
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
