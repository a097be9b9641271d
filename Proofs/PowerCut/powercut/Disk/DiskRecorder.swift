import FoundationEssentials
import Glibc
import PrintLab
import ProofKit

/// The library that is preloaded into the service and records its changes to the disk.
///
/// It is C code outside the package's targets: linked into a program, it would record that program.
enum DiskRecorder {
    static let library = BuiltPrograms.folder + "/libDiskRecorder.so"

    /// Compiles the library with the system's compiler, or the toolchain's.
    static func build() throws {
        let sources = Repository.root + "/Proofs/PowerCut/DiskRecorder"
        let unfinished = "\(library).\(getpid())"
        let command = """
            "$(command -v cc || command -v clang)" -std=c11 -O2 -Wall -Wextra -Werror -shared -fPIC \
              -o '\(unfinished)' '\(sources)'/*.c -ldl && mv -f '\(unfinished)' '\(library)'
            """
        let outcome = try Launch(
            path: "/bin/sh",
            arguments: ["-c", command],
            environment: ProcessInfo.processInfo.environment
        ).outcome()
        guard outcome.exitCode == 0 else {
            throw ProofError("The recorder cannot be compiled:\n\(command)\n\(outcome.output)")
        }
    }
}
