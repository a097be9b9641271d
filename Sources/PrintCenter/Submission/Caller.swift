/// The client of the request that is being handled.
public enum Caller {
    /// Whether it still waits for the answer; one that has gone learns of no job.
    @TaskLocal public static var isWaiting: @Sendable () -> Bool = { true }
}
