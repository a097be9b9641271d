import FoundationEssentials
import Glibc
import PrintLab
import ProofKit

/// The environment of all runs: a folder in memory, a scheduler in this process, and the programs.
final class TestBed: Sendable {
    let folder: String
    private let temporary: TemporaryFolder
    let scheduler: ScriptedScheduler
    /// An encrypted PDF, and its password.
    let locked: (bytes: [UInt8], password: String)

    /// Compiles the recorder, and starts the scheduler.
    init() throws {
        for program in [BuiltPrograms.service, BuiltPrograms.zygote] {
            guard unsafe access(program, R_OK) == 0 else {
                throw ProofError("\(program) is not there: build it first")
            }
        }
        try DiskRecorder.build()
        temporary = try TemporaryFolder("powercut")
        folder = temporary.path
        locked = (try Repository.sample("locked.pdf"), "sesame")
        scheduler = try ScriptedScheduler(
            path: folder + "/cups",
            queues: [.init("office", device: .other)]
        )
    }

    /// Ends the scheduler.
    func close() {
        scheduler.close()
    }

    /// Prepares a service with its own folders.
    func service(_ name: String) throws -> RecordedService {
        try RecordedService(folder: "\(folder)/\(name)", scheduler: folder + "/cups")
    }

    /// Records the disk operations of a service during a workload.
    func record(_ size: Workload.Size, seed: UInt64) throws -> Recording {
        let name = "recorded-\(seed)"
        let service = try service(name)
        let log = service.log
        guard try service.start(.recorded) == "ready" else { throw ProofError(service.words) }
        let client = Client(service, patience: 0, modeAfterRestart: .recorded)
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

    /// The number of times that a submission was printed.
    func papers(of job: String) -> Int {
        scheduler.papers.count { $0.uuid == job }
    }
}
