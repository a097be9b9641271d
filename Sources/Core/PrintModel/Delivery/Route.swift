/// The way that a job takes to its printer, decided once when the job is queued.
public enum Route: String, Codable, Sendable {
    /// Through a queue of the scheduler, which has the job until it is printed.
    case queue
    /// Straight to the device.
    case direct
}
