import Foundation

/// The processes that a process has started, the dead ones too.
func forks(of process: Int32) -> [Int32] {
    let folder = "/proc/\(process)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return tasks.flatMap { task -> [Int32] in
        let text = try? String(contentsOfFile: "\(folder)/\(task)/children", encoding: .utf8)
        return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
}

/// The children of a helper that have a document.
func children(of helper: Int32) -> [Int32] {
    forks(of: helper).filter { !isWaiting($0) }
}

/// Whether a child has no document yet: where that would be, it has a socket.
func isWaiting(_ child: Int32) -> Bool {
    let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child)/fd/3")
    return place?.hasPrefix("socket:") ?? false
}

/// The processes below a process, in any depth.
func descendants(of process: Int32) -> [Int32] {
    forks(of: process).flatMap { [$0] + descendants(of: $0) }
}

/// The fields of /proc/PID/stat from the state on; `nil` where the process has ended.
private func statistics(_ process: Int32) -> [Substring]? {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // The name before the last parenthesis may contain anything.
    guard let text, let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(separator: " ")
}

/// Whether a process runs: it has not ended, even if its parent does not know that yet.
func isRunning(_ process: Int32) -> Bool {
    guard let state = statistics(process)?.first else { return false }
    return state != "Z" && state != "X"
}

/// The child of a helper for PostScript below a process that has a document and has computed for 0.1 seconds.
func drawing(below process: Int32) -> Int32? {
    let helpers = descendants(of: process).filter { process in
        let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        guard name?.hasPrefix("qpreview-zygote") ?? false else { return false }
        let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
        return line.split(separator: 0).contains { $0.elementsEqual("postscript".utf8) }
    }
    return helpers.flatMap { children(of: $0) }.first { child in
        guard let fields = statistics(child), fields.count > 12, let user = Int(fields[11]),
            let system = Int(fields[12])
        else { return false }
        return isRunning(child) && 10 * (user + system) >= sysconf(Int32(_SC_CLK_TCK))
    }
}
