import FoundationEssentials
import Glibc
import PrintLab

/// Where runs take place: a folder in memory, a scheduler in this process, and the programs.
final class Bench: Sendable {
    let folder: String
    let scheduler: ScriptedScheduler
    private let programs: String
    /// An encrypted PDF, and its password.
    let locked: (bytes: [UInt8], password: String)

    /// Makes it; `programs` is the folder of `printcenterd` and the rest, `samples` that of the samples.
    init(programs: String, samples: String) throws {
        self.programs = programs
        for name in ["printcenterd", "qpreview-zygote", "libDiskRecorder.so"] {
            guard unsafe access("\(programs)/\(name)", R_OK) == 0 else {
                throw Trouble("\(programs)/\(name) is not there: build it first")
            }
        }
        // In memory: what the disk does is made up here, and a real one would only be slow.
        let parent = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/powercut-XXXXXX".utf8CString)
        // mkdtemp writes the name that it found into the template.
        guard unsafe mkdtemp(&template) != nil else { throw Trouble("no folder can be made") }
        folder = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        locked = (
            [UInt8](try Data(contentsOf: URL(filePath: samples + "/locked.pdf"))), "sesame"
        )
        scheduler = try ScriptedScheduler(
            path: folder + "/cups",
            queues: [.init("office", device: .other)]
        )
    }

    /// Ends the scheduler, and removes the folder.
    func close() {
        scheduler.close()
        // What is left of a run that failed goes too.
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A service with folders of its own.
    func daemon(_ name: String) throws -> Daemon {
        try Daemon(
            folder: "\(folder)/\(name)",
            programs: programs,
            scheduler: folder + "/cups"
        )
    }

    /// Records what a service does to the disk during a workload.
    func record(_ size: Workload.Size, seed: UInt64) throws -> Recording {
        let name = "recorded-\(seed)"
        let daemon = try daemon(name)
        let log = daemon.log
        guard try daemon.start(.recorded) == "ready" else { throw Trouble(daemon.words) }
        let client = Client(daemon, patience: 0, modeAfterRestart: .recorded)
        defer { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
        try Workload(size: size, seed: seed, locked: locked).run(client)
        _ = client.end()
        if let wrong = client.wrong.first ?? client.refusals.first { throw Trouble(wrong) }
        guard client.restarts == 0 else {
            // There may be none.
            let words = (try? Data(contentsOf: URL(filePath: "\(folder)/\(name)/log"))) ?? Data()
            throw Trouble(
                "the service ended during the recording: \(String(decoding: words, as: UTF8.self))"
            )
        }
        return try Recording(log: [UInt8](Data(contentsOf: URL(filePath: log))))
    }

    /// How often paper came out for a submission.
    func papers(of job: String) -> Int {
        scheduler.papers.count { $0.uuid == job }
    }
}
