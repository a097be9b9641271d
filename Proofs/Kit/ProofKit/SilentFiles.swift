internal import CSilentFiles
internal import Glibc

/// A mounted file system that answers, or does not, as a share does whose computer is gone.
///
/// Each name in it is the same file. The process that has it must not touch its files itself: it would wait for its own answer.
@safe package final class SilentFiles: Sendable {
    /// What is left unanswered.
    package enum Silence: Sendable {
        /// Nothing.
        case none
        /// The contents of files.
        case reading
        /// Everything.
        case all
    }

    /// The folder.
    package let folder: String
    // The C functions lock it.
    private nonisolated(unsafe) let files: OpaquePointer

    /// Why there can be none: it takes root and `/dev/fuse`; `nil` where there can be one.
    package static var obstacle: String? {
        guard geteuid() == 0 else { return "Mounting a file system needs root." }
        return unsafe access("/dev/fuse", R_OK | W_OK) == 0 ? nil : "There is no /dev/fuse."
    }

    /// Whether there can be one.
    package static var isPossible: Bool { obstacle == nil }

    /// Mounts a file system in an empty folder.
    package init(in folder: String, contents: [UInt8]) throws {
        var failure: Int32 = 0
        let files = unsafe silent_files_mount(folder, contents, contents.count, &failure)
        guard let files = unsafe files else {
            throw ProofError("'\(folder)' cannot be mounted: error \(-failure).")
        }
        self.folder = folder
        unsafe self.files = files
    }

    /// The path of a file; the name begins with a letter.
    package func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Answers all that waits, unless it is to wait from now on.
    package func set(_ silence: Silence) {
        let value =
            switch silence {
            case .none: SILENCE_NONE
            case .reading: SILENCE_READING
            case .all: SILENCE_ALL
            }
        unsafe silent_files_set(files, value)
    }

    /// How many requests wait for an answer.
    package var waiting: Int { Int(unsafe silent_files_waiting(files)) }

    /// Unmounts it; what waits fails.
    deinit { unsafe silent_files_unmount(files) }
}

/// Has a file system that may fall silent, in a new folder, for a test.
package func withSilentFiles(
    at folder: String,
    _ contents: [UInt8],
    _ body: (SilentFiles) async throws -> Void
) async throws {
    guard unsafe mkdir(folder, 0o755) == 0 else {
        throw ProofError("'\(folder)' cannot be made: error \(errno).")
    }
    defer { unsafe _ = rmdir(folder) }
    let files = try SilentFiles(in: folder, contents: contents)
    // Whatever the test waits for, what has asked goes on at its end.
    defer { files.set(.none) }
    try await body(files)
}
