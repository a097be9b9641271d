import PrintModel

/// A way to bring a job to its printer: through the scheduler, or straight.
///
/// Each function performs one step of ``Delivery/nextStep``: it writes the phase before the request
/// that the phase names, and the outcome after it.
protocol JobCarrier: Sendable {
    /// Creates the job, without a document.
    func create(_ record: inout JobRecord, isNext: Bool) async throws(DeliveryFailure)
    /// Looks for a job that may have been created.
    func find(_ record: inout JobRecord) async throws(DeliveryFailure)
    /// Whether the empty job for the document is still there; records what is there instead.
    func isStillThere(_ record: inout JobRecord) async throws(DeliveryFailure) -> Bool
    /// Sends the document.
    func send(_ record: inout JobRecord) async throws(DeliveryFailure)
    /// Determines what has become of a document that was sent.
    func verify(_ record: inout JobRecord) async throws(DeliveryFailure)
    /// Cancels a job that must not be printed, to start again.
    func discard(_ record: inout JobRecord) async throws(DeliveryFailure)
    /// Releases a job that is held.
    func release(_ record: inout JobRecord) async throws(DeliveryFailure)
    /// Cancels the job, as the user wishes.
    func cancel(_ record: inout JobRecord) async throws(DeliveryFailure)
    /// Cancels a job that has ended here, and verifies that it is gone.
    ///
    /// - Throws: ``DeliveryFailure/later(_:)`` while it is not; the job has not ended here then.
    func drop(_ record: JobRecord) async throws(DeliveryFailure)
}
