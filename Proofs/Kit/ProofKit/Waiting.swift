internal import Glibc

/// Waits until a condition is true, and blocks its thread meanwhile.
///
/// - Parameters:
///   - what: What the condition means, for the error.
///   - limit: The longest wait.
///   - pause: The time between two looks.
///   - file: The file of the caller, for the error.
///   - line: The line of the caller, for the error.
///   - condition: The condition.
/// - Throws: What the condition throws, or a ``ProofError`` that names the caller and what it waited for.
package func waitBlocking(
    for what: String,
    limit: Duration = .patience,
    // Time: between two looks
    every pause: Duration = .milliseconds(10),
    file: StaticString = #fileID,
    line: Int = #line,
    until condition: () throws -> Bool
) throws {
    // Time: the guard itself
    let end = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < end else { throw ProofError(waited: limit, what, file, line) }
        usleep(UInt32(pause / .microseconds(1)))  // Time: between two looks
    }
}

/// Waits until a condition is true.
///
/// - Parameters:
///   - what: What the condition means, for the error.
///   - limit: The longest wait.
///   - pause: The time between two looks.
///   - file: The file of the caller, for the error.
///   - line: The line of the caller, for the error.
///   - condition: The condition.
/// - Throws: What the condition throws, or a ``ProofError`` that names the caller and what it waited for.
package func wait(
    for what: String,
    limit: Duration = .patience,
    // Time: between two looks
    every pause: Duration = .milliseconds(10),
    file: StaticString = #fileID,
    line: Int = #line,
    until condition: () async throws -> Bool
) async throws {
    // Time: the guard itself
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < end else { throw ProofError(waited: limit, what, file, line) }
        try await Task.sleep(for: pause)  // Time: between two looks
    }
}

extension ProofError {
    fileprivate init(waited limit: Duration, _ what: String, _ file: StaticString, _ line: Int) {
        self.init("\(file):\(line): waited \(limit) in vain for \(what)")
    }
}
