/// The client of the request that is being handled.
package final class Caller: Sendable {
    /// The client of this task; `nil` for a call that no request has made.
    ///
    /// It is an object, since a task-local function crashes optimized programs.
    @TaskLocal package static var current: Caller?

    private let check: @Sendable () -> Bool

    /// Creates a client; `check` tells whether it still waits for the answer.
    package init(check: @escaping @Sendable () -> Bool) {
        self.check = check
    }

    /// Whether the client still waits for the response; `true` for a call without a request.
    static var isWaiting: Bool { current?.check() ?? true }
}
