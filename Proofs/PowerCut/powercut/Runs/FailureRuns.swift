import Glibc

/// Makes each system call of each kind fail, one per run, until the workload makes no further one.
struct FailureRuns: Sendable {
    /// The results of all runs.
    struct Count: Sendable {
        var runs = 0
        /// The number of calls that failed, by kind.
        var reached: [SystemCallFailure.Kind: Int] = [:]
        /// The number of runs in which the service ended, or did not start, and was restarted.
        var ended = 0
        /// The number of runs in which a client was refused.
        var refused = 0
        var wrong: [String] = []

        mutating func add(_ failure: SystemCallFailure, _ outcome: FailingRun.Outcome) {
            runs += 1
            if outcome.isReached { reached[failure.kind, default: 0] += 1 }
            if outcome.hasEnded { ended += 1 }
            if !outcome.refusals.isEmpty { refused += 1 }
            wrong += outcome.wrong.map { "\(failure): \($0)" }
        }
    }

    let testBed: TestBed
    /// The interval of the calls that fail; more than 1 for a short run.
    var stride = 1
    /// Receives each fault as soon as it is found.
    var report: @Sendable (String) -> Void = { _ in }
    var kinds = SystemCallFailure.Kind.allCases
    /// The maximum number of calls of one kind.
    var limit = 5000

    /// Performs all runs, several at a time.
    func run(workers: Int) async throws -> Count {
        var count = Count()
        for kind in kinds {
            for error in [EIO, ENOSPC] {
                try await each(kind, error, lasts: false, workers, &count)
            }
            // A full disk stays full for a while.
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
                    group.addTask { (failure, try await Self.run(failure, testBed)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (failure, outcome) in outcomes {
                count.add(failure, outcome)
                // The table may take hours; faults are reported at once.
                for wrong in outcome.wrong { report("\(failure): \(wrong)") }
                if !outcome.isReached { isOver = true }
            }
        }
    }

    @concurrent private static func run(
        _ failure: SystemCallFailure,
        _ testBed: TestBed
    ) async throws -> FailingRun.Outcome {
        try await FailingRun(failure: failure, testBed: testBed).run()
    }
}
