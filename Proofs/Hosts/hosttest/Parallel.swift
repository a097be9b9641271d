import Dispatch
import Glibc

/// Calls a function so many times, each on a thread of its own, and waits for all of them.
func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
        DispatchQueue(label: "hosttest.\(number)").async(group: group) { body(number) }
    }
    group.wait()
}

/// Writes a line to standard error without buffering.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe write(2, bytes, bytes.count)
}
