internal import FoundationEssentials
internal import Glibc
internal import IPPFuzzing

/// The long run of the fuzz test: `ippfuzz [MESSAGES] [FIRST-PART]`.
///
/// Parts are independent and repeatable. With `IPPFUZZ_TRACE` in the environment each part is named as it begins; after a
/// trap, the parts that did not end are the ones to run again alone, such as `ippfuzz 100000 17`.
@main struct IPPFuzzCommand {
    private static let partSize = 100_000

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().map { Int($0) }
        guard arguments.count <= 2, !arguments.contains(nil) else {
            print("usage: ippfuzz [MESSAGES] [FIRST-PART]")
            exit(64)
        }
        let numbers = arguments.compactMap { $0 }
        let total = max(1, numbers.first ?? 10_000_000)
        let first = numbers.count > 1 ? numbers[1] : 0
        let clock = ContinuousClock()
        let start = clock.now
        let tally = try await run(total, from: first)
        let (whole, fraction) = (clock.now - start).components
        let seconds = Double(whole) + Double(fraction) / 1e18
        print(
            """
            IPP fuzz: \(tally.messages) messages in \(Int(seconds.rounded())) s, \
            \(Int(Double(tally.messages) / seconds)) a second; \(tally.decoded) decoded, written and read again, \
            \(tally.refused) refused (\(tally.truncated) truncated, \(tally.malformed) malformed, \
            \(tally.overLimit) over a limit); 0 traps
            """
        )
    }

    /// Runs the parts, as many at a time as there are cores.
    private static func run(_ total: Int, from first: Int) async throws -> MessageFuzz.Tally {
        let fuzz = MessageFuzz()
        let isTraced = ProcessInfo.processInfo.environment["IPPFUZZ_TRACE"] != nil
        let parts = (total + partSize - 1) / partSize
        return try await withThrowingTaskGroup(of: MessageFuzz.Tally.self) { group in
            var sum = MessageFuzz.Tally()
            for index in 0..<parts {
                if index >= max(2, ProcessInfo.processInfo.activeProcessorCount),
                    let tally = try await group.next()
                {
                    sum += tally
                }
                group.addTask {
                    if isTraced { trace("part \(first + index) begins") }
                    let count = min(partSize, total - index * partSize)
                    let tally = try fuzz.run(part: first + index, count: count)
                    if isTraced { trace("part \(first + index) ends") }
                    return tally
                }
            }
            for try await tally in group { sum += tally }
            return sum
        }
    }

    /// Says a line at once: what `print` holds back is lost with a trap.
    private static func trace(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe write(2, bytes, bytes.count)
    }
}
