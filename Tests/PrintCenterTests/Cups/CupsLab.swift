import Foundation
import Testing

@testable import PrintCenter

/// A private scheduler with real virtual printers, `office` and `mono` among them.
///
/// It is the `printlab` that the tests run under, or else one that is started with the first
/// test that needs it, by the `printlab` built beside the tests. That one ends when its standard
/// input does, which is when the tests' process goes, however it goes.
struct CupsLab: Sendable {
    /// The path of the scheduler's domain socket.
    let socket: String

    /// The lab; `nil` where there is none and none can be started.
    static let shared: CupsLab? = running(in: ProcessInfo.processInfo.environment) ?? started()

    /// Why live tests are skipped.
    static let whySkipped: Comment =
        "there is no printlab: run under 'printlab run --printers office,mono -- swift test'"

    private static func running(in environment: [String: String]) -> CupsLab? {
        guard environment["PRINTLAB_DIR"] != nil, let server = environment["CUPS_SERVER"],
            server.hasPrefix("/")
        else { return nil }
        return CupsLab(socket: server)
    }

    private static func started() -> CupsLab? {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folders = ([own ?? ""] + CommandLine.arguments).map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().path
        }
        let programs = folders.map { $0 + "/printlab" }
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            return nil
        }
        let lab = Process()
        lab.executableURL = URL(fileURLWithPath: program)
        // The command tells where the scheduler is, and waits until its input ends.
        lab.arguments = [
            "run", "--printers", "office,mono", "--", "sh", "-c", "echo \"$CUPS_SERVER\"; exec cat",
        ]
        let output = Pipe()
        lab.standardInput = input
        lab.standardOutput = output
        guard (try? lab.run()) != nil else { return nil }
        var line: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
            line.append(byte)
        }
        let server = String(decoding: line, as: UTF8.self)
        return server.hasPrefix("/") ? CupsLab(socket: server) : nil
    }

    /// Held open until this process ends.
    private static let input = Pipe()

    /// The scheduler of the lab, over a connection of its own.
    var scheduler: Scheduler {
        Scheduler(.domainSocket(path: socket), patience: .patience)
    }

    /// The user whom the scheduler sees behind this process.
    static let user: String = NSUserName()
}
