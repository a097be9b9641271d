/// The client of the request that is being handled.
package final class Caller: Sendable {
    /// The client of this task; `nil` for a call that no request has made.
    ///
    /// A function as the value of a task crashes in optimized programs.
    @TaskLocal package static var current: Caller?

    private let check: @Sendable () -> Bool

    /// Creates a client; `check` tells whether it still waits for the answer.
    package init(check: @escaping @Sendable () -> Bool) {
        self.check = check
    }

    /// Whether the client still waits for the answer; one that has gone learns of no job.
    static var isWaiting: Bool { current?.check() ?? true }
}
