import Glibc
import ProofKit
import Testing

typealias Ending = RunningProgram.Ending

extension RunningProgram {
    /// Waits for its end; one that does not come is an issue.
    func end(
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Ending {
        // Time: a guard; printers print a page a second, and a job may be behind others
        let deadline = ContinuousClock.now + .patience * 3
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
            usleep(3000)  // Time: between two looks
        }
    }
}
