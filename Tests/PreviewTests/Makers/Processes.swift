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
