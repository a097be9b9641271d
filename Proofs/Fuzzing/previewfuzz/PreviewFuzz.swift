internal import ArgumentParser
internal import Glibc
internal import QuickPreview

/// Sends good and hostile documents through the sandbox, and measures its cost.
@main
struct PreviewFuzz: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previewfuzz",
        abstract: "Sends good, hostile and changed documents through the previewer.",
        subcommands: [Draw.self, Good.self, Hostile.self, Isolation.self]
    )
}

/// Writes the ends of a previewer's work, and its helpers' deaths.
func printEnds(_ statistics: PreviewStatistics) {
    let classes = statistics.classes.sorted { $0.key < $1.key }
    print("  " + classes.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    for (end, count) in statistics.ends {
        switch end {
        case .crashed(let signal): print("  crashed by signal \(signal): \(count)")
        case .forbiddenCall(let call): print("  forbidden call \(call): \(count)")
        default: break
        }
    }
    print("  deaths of helpers: \(statistics.helperDeaths)")
}

/// The most memory that a child of this process, or one of its children, had; those that have ended.
func largestChild() -> Int {
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage) == 0 else { return 0 }
    return usage.ru_maxrss / 1024
}

/// The processor time of this process, or of its children that have ended, and theirs, in seconds.
func processorTime(of who: __rusage_who) -> Double {
    var usage = rusage()
    guard unsafe getrusage(who.rawValue, &usage) == 0 else { return 0 }
    let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return seconds + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1_000_000
}

/// Does work on each element, as many at a time as there are workers.
func inParallel<Element: Sendable>(
    _ elements: some Sequence<Element>,
    workers: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
    _ work: @escaping @Sendable (Element) async -> Void
) async {
    await withTaskGroup(of: Void.self) { group in
        for (index, element) in elements.enumerated() {
            if index >= workers { await group.next() }
            group.addTask { await work(element) }
        }
    }
}
