/// The client of the request that is being handled.
package enum Caller {
    /// Whether it still waits for the answer; one that has gone learns of no job.
    @TaskLocal package static var isWaiting: @Sendable () -> Bool = { true }
}
