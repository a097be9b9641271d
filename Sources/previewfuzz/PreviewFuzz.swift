internal import ArgumentParser
internal import Glibc
internal import QuickPreview

/// Documents through the walls: the good ones, hostile ones, and what it costs.
@main
struct PreviewFuzz: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previewfuzz",
        abstract: "Sends good, hostile and changed documents through the previewer.",
        subcommands: [Good.self, Hostile.self, Isolation.self]
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

/// Does work on each element, as many at a time as there are processors.
func inParallel<Element: Sendable>(
    _ elements: some Sequence<Element>,
    _ work: @escaping @Sendable (Element) async -> Void
) async {
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    await withTaskGroup(of: Void.self) { group in
        for (index, element) in elements.enumerated() {
            if index >= processors { await group.next() }
            group.addTask { await work(element) }
        }
    }
}
