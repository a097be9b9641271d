/// The sandbox of the process that reads a document.
///
/// Two restrictions depend on the kernel: older kernels have an earlier version of Landlock, which
/// restricts only files, and cannot refuse writable code. The system call filter then enforces the
/// rest. Without Landlock or the filter, nothing is previewed.
public struct ConfinementLevel: Sendable, Hashable {
    /// A layer of the sandbox without which no document is read.
    public enum Layer: String, Sendable, CaseIterable {
        /// Landlock: the files that the child can open (Linux 5.13; can be disabled at boot).
        case landlock
        /// The system call filter (`CONFIG_SECCOMP_FILTER`).
        case filter
        /// Limits on memory, processor time, descriptors, and file size.
        case limits

        /// The layer, as a part of a sentence.
        public var words: String {
            switch self {
            case .landlock: "Landlock, which keeps documents from files"
            case .filter: "the filter of system calls"
            case .limits: "limits of memory and time"
            }
        }
    }

    /// The version of the Landlock ABI; 4 and later also restrict TCP, 6 and later also signals.
    public var landlock: Int
    /// Whether the kernel itself, in addition to the filter, keeps memory that was writable from
    /// becoming executable (Linux 6.3).
    public var refusesWritableCode: Bool
    /// The usual address space of a child, in MiB.
    public var memoryMebibytes: Int

    /// A sandbox as a helper reported it.
    public init(landlock: Int, refusesWritableCode: Bool, memoryMebibytes: Int) {
        self.landlock = landlock
        self.refusesWritableCode = refusesWritableCode
        self.memoryMebibytes = memoryMebibytes
    }
}

extension ConfinementLevel: CustomStringConvertible {
    /// The layers on one line, such as for `qpreview explain`.
    public var description: String {
        let code = refusesWritableCode ? ", no writable code" : ""
        return "Landlock \(landlock), a filter of system calls, no new privileges\(code), "
            + "at most \(memoryMebibytes) MiB"
    }
}

extension ConfinementLevel {
    /// The layers by names that never change, such as for JSON.
    public var names: [String] {
        ["process", "landlock-\(landlock)", "seccomp", "no-new-privileges"]
            + (refusesWritableCode ? ["no-writable-code"] : []) + ["memory-\(memoryMebibytes)-mib"]
    }
}
