internal import FoundationEssentials
internal import Glibc

/// The process table of the system, from `/proc`.
enum ProcessTable {
    /// The running descendants of this process, except those in the trees of `sparing`.
    static func descendants(sparing: Set<pid_t> = []) -> [pid_t] {
        var children: [pid_t: [pid_t]] = [:]
        var zombies: Set<pid_t> = []
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for name in names {
            // A process may end while the table is read.
            guard let process = pid_t(name), let (parent, isZombie) = parent(of: process) else {
                continue
            }
            children[parent, default: []].append(process)
            if isZombie { zombies.insert(process) }
        }
        var found: [pid_t] = []
        var open = [getpid()]
        while let next = open.popLast() {
            let below = (children[next] ?? []).filter { !sparing.contains($0) }
            found += below.filter { !zombies.contains($0) }
            open += below
        }
        return found
    }

    private static func parent(of process: pid_t) -> (pid_t, isZombie: Bool)? {
        guard
            let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            // The program name is in parentheses, and may contain parentheses.
            let close = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: close)...].split(separator: " ")
        guard fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
        return (parent, fields[0] == "Z")
    }
}
