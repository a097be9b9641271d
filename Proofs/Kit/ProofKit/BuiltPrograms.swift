internal import FoundationEssentials
internal import Glibc

/// The programs that were built beside the one that runs.
package enum BuiltPrograms {
    /// The folder that holds them.
    package static let folder: String = {
        // Without /proc no proof can run.
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return ([own] + CommandLine.arguments).lazy
            .map { $0.split(separator: "/").dropLast().map { "/\($0)" }.joined() }
            .first { unsafe access($0 + "/qpreview-zygote", X_OK) == 0 } ?? "."
    }()

    /// The service.
    package static let service = folder + "/printcenterd"
    /// The helper that parses documents.
    package static let zygote = folder + "/qpreview-zygote"
    /// The lab of virtual printers.
    package static let lab = folder + "/printlab"
    /// The command for printing.
    package static let printq = folder + "/printq"

    /// Returns an environment in which programs report crashes where this process does, for `Scripts/test` to find.
    static func reportingCrashes(_ environment: [String: String]) -> [String: String] {
        let own = ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"]
        return environment.merging(own.map { ["SWIFT_BACKTRACE": $0] } ?? [:]) { given, _ in given }
    }
}

/// The repository that this program was built from.
package enum Repository {
    /// Its root.
    package static let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    /// The folder of sample documents.
    package static let samples = root + "/samples"

    /// Returns the bytes of a file, whose path begins at the root.
    package static func file(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: root + "/" + path)))
    }

    /// Returns the bytes of a sample document.
    package static func sample(_ name: String) throws -> [UInt8] { try file("samples/" + name) }
}
