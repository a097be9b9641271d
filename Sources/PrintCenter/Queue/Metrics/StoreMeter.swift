import PrintModel
import Synchronization

/// How long a store takes, in a histogram for reading and one for writing.
package final class StoreMeter: Sendable {
    /// What is measured.
    package enum Operation: String, CaseIterable, Sendable {
        case read
        case write
    }

    /// The upper bounds of the histogram, in seconds: a file takes a millisecond, a server that starts again takes seconds.
    static let bounds = [
        0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 25,
    ]

    private struct Times {
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var sum = 0.0
        var failures = 0
    }

    private let times = Mutex<[Operation: Times]>([:])

    package init() {}

    /// Measures an operation, also one that fails.
    func measure<Value>(
        _ operation: Operation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let start = ContinuousClock.now
        do {
            let value = try await body()
            add(operation, start, failed: false)
            return value
        } catch {
            add(operation, start, failed: error is StoreError)
            throw error
        }
    }

    private func add(
        _ operation: Operation,
        _ start: ContinuousClock.Instant,
        failed: Bool
    ) {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        times.withLock { times in
            times[operation, default: Times()].counts[place] += 1
            times[operation, default: Times()].sum += seconds
            if failed { times[operation, default: Times()].failures += 1 }
        }
    }

    /// Writes both histograms, and how often the store has failed.
    func write(to text: inout MetricsText) {
        let all = times.withLock { $0 }
        let name = "printcenter_store_seconds"
        text.begin(name, .histogram, "Time of a transaction of the store, with its commit.")
        for operation in Operation.allCases {
            let times = all[operation] ?? Times()
            let label = operation.rawValue
            var sum = 0
            for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], times.counts) {
                sum += count
                text.add("\(name)_bucket", sum, ["operation": label, "le": bound])
            }
            text.add("\(name)_sum", times.sum, ["operation": label])
            text.add("\(name)_count", sum, ["operation": label])
        }
        let failures = "printcenter_store_failures_total"
        text.begin(failures, .counter, "Transactions of the store that failed.")
        for operation in Operation.allCases {
            text.add(failures, all[operation]?.failures ?? 0, ["operation": operation.rawValue])
        }
    }
}
