internal import FoundationEssentials
internal import Glibc

/// A folder that is removed with everything in it when its last owner goes.
package final class TemporaryFolder: Sendable {
    /// Its absolute path.
    package let path: String

    /// Creates a folder with mode 0700.
    ///
    /// - Parameters:
    ///   - name: The beginning of its name.
    ///   - parent: Where it is made; in memory by default, where a disk would only make the proof slow.
    /// - Throws: ``ProofError``.
    package init(_ name: String, in parent: String = TemporaryFolder.memory) throws {
        path = try Self.make(name, in: parent)
    }

    /// Creates a folder that stays.
    package static func make(_ name: String, in parent: String) throws -> String {
        var bytes = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        // mkdtemp writes the name that it chose into the template.
        let made = unsafe bytes.withUnsafeMutableBufferPointer { buffer -> String? in
            guard let start = buffer.baseAddress, let name = unsafe mkdtemp(start) else {
                return nil
            }
            return unsafe String(cString: name)
        }
        guard let made else { throw ProofError("No folder can be made in \(parent): \(errno).") }
        return made
    }

    deinit {
        // A process that still ends may have removed some of it.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The folder that the environment names as `PROOF_MEMORY`, or one whose files lie in memory, or `/tmp`.
    package static let memory =
        ProcessInfo.processInfo.environment["PROOF_MEMORY"]
        ?? (unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
    /// The folder that the environment names as `TMPDIR`, or `/tmp`.
    package static let usual = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
}
