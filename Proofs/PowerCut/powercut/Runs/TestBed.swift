import FoundationEssentials
import Glibc
import IPP
import PrintLab
import ProofKit
import Synchronization

/// The environment of all runs: a folder in memory, a scheduler or printers in this process, and the
/// programs.
final class TestBed: Sendable {
    let folder: String
    private let temporary: TemporaryFolder
    private let scheduler: ScriptedScheduler?
    /// Printers that get their jobs straight, by their names; none where there is a scheduler.
    let devices: [String: ScriptedDevice]
    /// What the printers knew before the first recording.
    private let fresh: [String: ScriptedDevice.Snapshot]
    /// The log of the service that is being recorded.
    private let recorded: RecordedLog
    /// An encrypted PDF, and its password.
    let locked: (bytes: [UInt8], password: String)

    /// The names of the printers that jobs go to in turn.
    var printers: [String] { devices.isEmpty ? ["office"] : devices.keys.sorted() }

    /// Compiles the recorder, and starts the scheduler or the printers.
    ///
    /// - Parameter isDirect: Whether jobs go straight to printers: one reads PDF, the other PWG raster.
    /// - Throws: ``ProofError`` where a part is missing.
    init(isDirect: Bool = false) throws {
        for program in [BuiltPrograms.service, BuiltPrograms.zygote] {
            guard unsafe access(program, R_OK) == 0 else {
                throw ProofError("\(program) is not there: build it first")
            }
        }
        try DiskRecorder.build()
        temporary = try TemporaryFolder("powercut")
        folder = temporary.path
        locked = (try Repository.sample("locked.pdf"), "sesame")
        let recorded = RecordedLog()
        self.recorded = recorded
        scheduler =
            isDirect
            ? nil
            : try ScriptedScheduler(
                path: folder + "/cups",
                queues: [.init("office", device: .other)]
            )
        var devices: [String: ScriptedDevice] = [:]
        for (number, name) in ["grain", "office"].enumerated() where isDirect {
            devices[name] = try ScriptedDevice(
                uuid: "5e7f0a1c-0000-4000-8000-\(400_000_000_000 + number)",
                attributes: name == "grain" ? ScriptedDevice.rasterAttributes() : [],
                arrival: { _, device in
                    recorded.note(device, name)
                    return nil
                },
                script: { request, device in
                    let reply = device.reply(to: request)
                    recorded.note(device, name)
                    let id = reply.groups(.job).first?["job-id"]?.integer
                    // The whole document is there: from now on a second one would be printed, too.
                    if request.message.operation == .sendDocument, reply.status.isSuccessful,
                        let uuid = id.flatMap({ device.uuid(ofJob: $0) })
                    {
                        recorded.note("sent \(uuid.dropFirst("urn:uuid:".count))")
                    }
                    return .reply(reply)
                }
            )
        }
        self.devices = devices
        fresh = devices.mapValues(\.snapshot)
    }

    /// Ends the scheduler, and the printers.
    func close() {
        scheduler?.close()
        for device in devices.values { device.close() }
    }

    /// Makes the printers known to a service that runs.
    func introduce(to client: Client) throws {
        for (name, device) in devices.sorted(by: { $0.key < $1.key }) {
            try client.add(name, at: device.uri)
        }
    }

    /// Prepares a service with its own folders.
    func service(_ name: String) throws -> RecordedService {
        try RecordedService(folder: "\(folder)/\(name)", scheduler: folder + "/cups")
    }

    /// Records the disk operations of a service during a workload.
    func record(_ size: Workload.Size, seed: UInt64) throws -> Recording {
        restore([:])
        let name = "recorded-\(seed)"
        let service = try service(name)
        let log = service.log
        guard try service.start(.recorded) == "ready" else { throw ProofError(service.words) }
        let client = Client(
            service,
            printers: printers,
            patience: 0,
            modeAfterRestart: .recorded
        )
        try introduce(to: client)
        recorded.begin(log)
        defer { recorded.path = nil }
        defer { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
        try Workload(size: size, seed: seed, locked: locked).run(client)
        _ = client.end()
        if let wrong = client.wrong.first ?? client.refusals.first { throw ProofError(wrong) }
        guard client.restarts == 0 else {
            // The log may not exist.
            let words = (try? Data(contentsOf: URL(filePath: "\(folder)/\(name)/log"))) ?? Data()
            throw ProofError(
                "the service ended during the recording: \(String(decoding: words, as: UTF8.self))"
            )
        }
        return try Recording(log: [UInt8](Data(contentsOf: URL(filePath: log))))
    }

    /// Returns the printers to what they knew at a step of the last recording.
    ///
    /// - Parameter moments: The numbers of their snapshots, by their names.
    func restore(_ moments: [String: Int]) {
        for (name, device) in devices {
            device.restore(
                recorded.snapshot(of: name, moments[name]) ?? fresh[name] ?? device.snapshot
            )
        }
    }

    /// The number of times that a submission was printed.
    func papers(of job: String) -> Int {
        (scheduler?.papers.count { $0.uuid == job } ?? 0)
            + devices.values.reduce(0) { $0 + $1.papers.count { $0.uuid == job } }
    }
}

/// The log of the service that is being recorded, for what its printers have to note.
private final class RecordedLog: Sendable {
    private let current = Mutex<String?>(nil)
    /// What the printers knew at the moments that are noted in the log.
    private let snapshots = Mutex<[String: [ScriptedDevice.Snapshot]]>([:])

    var path: String? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// Begins a recording.
    func begin(_ log: String) {
        snapshots.withLock { $0 = [:] }
        path = log
    }

    /// Notes what a printer knows.
    func note(_ device: ScriptedDevice, _ name: String) {
        guard path != nil else { return }
        snapshots.withLock { snapshots in
            snapshots[name, default: []].append(device.snapshot)
            // In the order of the log.
            note("printer \(name) \((snapshots[name]?.count ?? 0) - 1)")
        }
    }

    /// Returns what a printer knew at a moment.
    func snapshot(of name: String, _ number: Int?) -> ScriptedDevice.Snapshot? {
        number.flatMap { number in snapshots.withLock { $0[name]?[number] } }
    }

    func note(_ words: String) {
        guard let path else { return }
        RecordedService.note(words, in: path)
    }
}
