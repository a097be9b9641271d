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
