import Glibc
import ProofKit
import Testing

typealias Ending = RunningProgram.Ending

extension RunningProgram {
    /// Waits for its end; one that does not come is an issue.
    func end(
        limit: Duration = .seconds(40),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Ending {
        let deadline = ContinuousClock.now + limit
        var isLate = false
        while true {
            if let ending = endingIfEnded() { return ending }
            if !isLate, ContinuousClock.now > deadline {
                isLate = true
                Issue.record(
                    "it did not end: \(outputSoFar)\(errorsSoFar)",
                    sourceLocation: sourceLocation
                )
                kill()
            }
            usleep(3000)
        }
    }
}

/// Waits until a condition is true, or fails with what it waited for.
func wait(
    for what: Comment,
    limit: Duration = .seconds(30),
    sourceLocation: SourceLocation = #_sourceLocation,
    until condition: () throws -> Bool
) throws {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
        try #require(
            ContinuousClock.now < deadline,
            "waited in vain for \(what)",
            sourceLocation: sourceLocation
        )
        usleep(10_000)
    }
}
