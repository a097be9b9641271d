import IPP
import PrintLab
import ProofKit

/// The printers of a lab, which record what came out for each job.
final class LabPrinters: Sendable {
    /// What came out for a job.
    struct Output: Sendable {
        /// How often the whole document was printed.
        var wholes = 0
        /// How often a part of it was printed.
        var parts = 0
        /// The printers, and what they know of the job.
        var story = ""

        var prints: Int { wholes + parts }
    }

    let witness = Witness()
    private let devices: [String: ScriptedDevice]
    private let eve: EvePrinters
    /// The URIs by the printers' names.
    let uris: [String: String]

    private static let kinds: [(String, @Sendable (inout ScriptedDevice.Traits) -> Void)] = [
        ("office", { _ in }),
        // It has only Print-Job.
        ("plain", { $0.hasCreateJob = false }),
        ("sheets", { $0.takesOneJob = false }),
        ("single", { $0.hasCreateJob = false }),
        ("slow", { $0.printingTime = .milliseconds(150) }),
    ]

    /// Starts printers.
    ///
    /// - Parameters:
    ///   - node: Their network.
    ///   - count: The number of scripted printers.
    ///   - eveCount: The number of `ippeveprinter`s.
    /// - Throws: ``ProofError`` or ``LabError``.
    init(on node: NetworkNode, count: Int, eveCount: Int) throws {
        let witness = witness
        let address = node.address
        devices = try node.perform {
            var devices: [String: ScriptedDevice] = [:]
            for number in 0..<count {
                let (kind, change) = Self.kinds[number % Self.kinds.count]
                let name = "\(kind)\(number / Self.kinds.count)"
                var traits = ScriptedDevice.Traits()
                // A host that is cut off leaves a job without its document.
                traits.patience = .seconds(8)
                change(&traits)
                devices[name] = try ScriptedDevice(
                    at: address,
                    uuid: "5e7f0a1c-0000-4000-8000-\(700_000_000_000 + number)",
                    traits: traits,
                    script: { request, device in
                        let reply = device.reply(to: request)
                        let operation = request.message.operation
                        if Self.isOfDelivery(operation) {
                            witness.note(
                                request,
                                at: device,
                                name,
                                operation: "\(operation)",
                                outcome: "\(reply.code)"
                            )
                        }
                        return .reply(reply)
                    }
                )
            }
            return devices
        }
        eve = try EvePrinters((0..<eveCount).map { "eve\($0)" }, on: node)
        uris = devices.mapValues(\.uri).merging(eve.uris) { one, _ in one }
    }

    /// The names of all printers, in the same order each time.
    var names: [String] { uris.keys.sorted() }
    /// Those that note which host sends requests.
    var witnessed: Set<String> { Set(devices.keys) }

    /// Whether only the host that delivers the jobs of a printer sends such a request.
    private static func isOfDelivery(_ operation: IPPOperation) -> Bool {
        switch operation {
        case .createJob, .printJob, .sendDocument, .getJobAttributes, .cancelJob: true
        default: false
        }
    }

    /// Throws where a printer has ended.
    func check() throws { try eve.check() }

    /// Switches all printers off.
    func close() {
        for device in devices.values { device.close() }
        eve.close()
    }

    /// Returns what came out for all jobs, by the names with which they were submitted.
    func outputs() -> [String: Output] {
        var outputs: [String: Output] = [:]
        for (printer, device) in devices {
            for paper in device.papers {
                outputs[Self.submitted(paper.name), default: Output()].add(
                    isWhole: paper.isWhole,
                    "\(printer) job \(paper.job), \(paper.sides) sides"
                )
            }
        }
        for printer in eve.uris.keys {
            for name in eve.printed(by: printer) {
                outputs[Self.submitted(name), default: Output()].add(isWhole: true, printer)
            }
        }
        return outputs
    }

    /// The name of a job without the mark that the service has added; names of this test have no space.
    static func submitted(_ name: String) -> String { String(name.prefix { $0 != " " }) }
}

extension LabPrinters.Output {
    /// Adds one that came out.
    mutating func add(isWhole: Bool, _ what: String) {
        if isWhole { wholes += 1 } else { parts += 1 }
        story += "\(story.isEmpty ? "" : ", ")\(what)\(isWhole ? "" : " of a part")"
    }
}
