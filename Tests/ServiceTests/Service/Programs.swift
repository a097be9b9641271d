import FoundationEssentials
import Glibc
import ProofKit
import Testing

@testable import PrintLab

/// The programs of this build, and the samples.
enum Programs {
    static let folder = BuiltPrograms.folder
    static let service = BuiltPrograms.service
    static let lab = BuiltPrograms.lab
    static let crashTest = folder + "/crashtest"
    static let hostTest = folder + "/hosttest"

    /// Whether a program can have a network of its own: as root, or where the kernel allows user namespaces.
    static let allowsNetworks: Bool = {
        let user = getuid() == 0 ? [] : ["--map-root-user"]
        let launch = Launch(
            path: "/usr/bin/unshare",
            arguments: user + ["--net", "true"],
            environment: ["PATH": "/usr/bin:/bin"]
        )
        // Where it does not start, there is no network, either.
        return (try? launch.outcome().exitCode) == 0
    }()

    /// Whether everything is installed that a lab needs.
    static let labCanRun = missing.isEmpty
    /// What is not installed, as a reason to skip.
    static var whySkipped: Comment { "not installed: \(missing.joined(separator: ", "))" }

    private static let missing = [
        "cupsd", "ippeveprinter", "dbus-daemon", "lp", "pdftotext", "pdfinfo",
    ].filter { name in
        !Launch.systemPath.split(separator: ":").contains { folder in
            unsafe access("\(folder)/\(name)", X_OK) == 0
        }
    }

    /// Whether the filter is there that the printer `photo` needs.
    static let hasRasterFilter = unsafe access("/usr/lib/cups/filter/rastertopwg", X_OK) == 0

    /// A sample of the repository.
    static func sample(_ name: String) throws -> [UInt8] { try Repository.sample(name) }

    /// A file of the repository.
    static func file(_ path: String) throws -> [UInt8] { try Repository.file(path) }

    /// A file that is text.
    static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// The root of the repository.
    static let repository = Repository.root

    /// A number from the environment, for longer runs of a test.
    static func number(_ variable: String, else usual: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
    }
}

/// Waits until a condition is true.
///
/// - Throws: what the condition throws, or a failure that names what it waited for.
func wait(
    for what: Comment,
    limit: Duration = .patience,
    sourceLocation: SourceLocation = #_sourceLocation,
    until condition: () throws -> Bool
) throws {
    // Time: the guard itself
    let deadline = ContinuousClock.now + limit
    while try !condition() {
        try #require(
            ContinuousClock.now < deadline,
            "waited in vain for \(what)",
            sourceLocation: sourceLocation
        )
        usleep(20_000)  // Time: between two looks
    }
}
