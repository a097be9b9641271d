import Glibc

/// Lets each call of each kind fail, one after the other, until there is no further one.
struct FailureRuns: Sendable {
    /// What came of all runs.
    struct Count: Sendable {
        var runs = 0
        /// How many calls failed, by kind.
        var reached: [SystemCallFailure.Kind: Int] = [:]
        /// In how many runs the service ended, or did not start, and was started again.
        var ended = 0
        /// In how many runs a client was refused.
        var told = 0
        var wrong: [String] = []

        mutating func add(_ failure: SystemCallFailure, _ outcome: FailingRun.Outcome) {
            runs += 1
            if outcome.isReached { reached[failure.kind, default: 0] += 1 }
            if outcome.hasEnded { ended += 1 }
            if !outcome.refusals.isEmpty { told += 1 }
            wrong += outcome.wrong.map { "\(failure): \($0)" }
        }
    }

    let bench: Bench
    /// Only each call of this number fails, for a short run.
    var stride = 1
    /// Hears of what should not have been as soon as it is known.
    var report: @Sendable (String) -> Void = { _ in }
    var kinds = SystemCallFailure.Kind.allCases
    /// A kind has no more calls than this.
    var limit = 5000

    /// Runs all, several at once.
    func run(workers: Int) async throws -> Count {
        var count = Count()
        for kind in kinds {
            for error in [EIO, ENOSPC] {
                try await each(kind, error, lasts: false, workers, &count)
            }
            // A disk that is full stays full for a while.
            try await each(kind, ENOSPC, lasts: true, workers, &count)
        }
        return count
    }

    private func each(
        _ kind: SystemCallFailure.Kind,
        _ error: Int32,
        lasts: Bool,
        _ workers: Int,
        _ count: inout Count
    ) async throws {
        let step = lasts ? stride * 4 : stride
        var number = 1
        var isOver = false
        while !isOver, number <= limit {
            let failures = (0..<workers).map { index in
                SystemCallFailure(
                    kind: kind,
                    number: number + index * step,
                    lasts: lasts,
                    error: error
                )
            }
            number += workers * step
            let outcomes = try await withThrowingTaskGroup(
                of: (SystemCallFailure, FailingRun.Outcome).self
            ) { group in
                for failure in failures {
                    group.addTask { (failure, try await Self.run(failure, bench)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (failure, outcome) in outcomes {
                count.add(failure, outcome)
                // Hours may pass to the table; a failure is told at once.
                for wrong in outcome.wrong { report("\(failure): \(wrong)") }
                if !outcome.isReached { isOver = true }
            }
        }
    }

    @concurrent private static func run(
        _ failure: SystemCallFailure,
        _ bench: Bench
    ) async throws -> FailingRun.Outcome {
        try await FailingRun(failure: failure, bench: bench).run()
    }
}
