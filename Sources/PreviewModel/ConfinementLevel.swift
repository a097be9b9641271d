/// The walls around the process that reads a document.
///
/// Two of them depend on the machine: an older kernel has an earlier version of Landlock, which restricts
/// files alone, and cannot refuse writable code. The filter of system calls then carries the rest. Where
/// there is no Landlock or no filter at all, nothing is previewed.
public struct ConfinementLevel: Sendable, Hashable {
    /// A wall without which no document is read.
    public enum Wall: String, Sendable, CaseIterable {
        /// Landlock: which files can be seen (Linux 5.13; can be switched off when the kernel starts).
        case landlock
        /// The filter of system calls (`CONFIG_SECCOMP_FILTER`).
        case filter
        /// Limits of memory, processor time, descriptors and the size of files.
        case limits

        /// The wall, as a part of a sentence.
        public var words: String {
            switch self {
            case .landlock: "Landlock, which keeps documents from files"
            case .filter: "the filter of system calls"
            case .limits: "limits of memory and time"
            }
        }
    }

    /// The version of Landlock's interface; 4 and later restrict TCP too, 6 and later signals.
    public var landlock: Int
    /// Whether memory that was writable can never become code, by a switch beside the filter (Linux 6.3).
    public var refusesWritableCode: Bool
    /// The address space that a child may use where nothing else is said, in MiB.
    public var memoryMebibytes: Int

    /// A level that a helper told.
    public init(landlock: Int, refusesWritableCode: Bool, memoryMebibytes: Int) {
        self.landlock = landlock
        self.refusesWritableCode = refusesWritableCode
        self.memoryMebibytes = memoryMebibytes
    }
}

extension ConfinementLevel: CustomStringConvertible {
    /// The walls on one line, such as for `qpreview explain`.
    public var description: String {
        let code = refusesWritableCode ? ", no writable code" : ""
        return "Landlock \(landlock), a filter of system calls, no new privileges\(code), "
            + "at most \(memoryMebibytes) MiB"
    }
}

extension ConfinementLevel {
    /// The walls under names that never change, such as for JSON.
    public var names: [String] {
        ["process", "landlock-\(landlock)", "seccomp", "no-new-privileges"]
            + (refusesWritableCode ? ["no-writable-code"] : []) + ["memory-\(memoryMebibytes)-mib"]
    }
}
