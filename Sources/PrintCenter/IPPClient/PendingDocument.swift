import Failpoints
import IPP

/// A document of which a printer has all but the last byte, so that it does not print it.
///
/// The end of the last reference abandons it, as ``abandon()`` does.
package protocol PendingDocument: Sendable {
    /// Sends the last byte, and returns the `job-id` when the printer has replied.
    ///
    /// - Parameter timeout: The time until the reply has arrived.
    /// - Returns: The `job-id`; for Print-Job the one that the printer has chosen.
    /// - Throws: ``CupsError/notConnected``, or the error of a reply that came before, if the last byte
    ///   was not sent; ``CupsError/replyLost`` if it may have been; `.ipp(…)` if the printer refuses
    ///   the document.
    func commit(timeout: Duration) async throws(CupsError) -> Int
    /// Resets the connection, so that the printer aborts the job instead of printing a part.
    func abandon() async
}

/// A pending document of ``Device``.
struct DeviceDocument: PendingDocument {
    let connection: IPPConnection
    /// The `job-id`; `nil` for Print-Job.
    let job: Int?

    func commit(timeout: Duration) async throws(CupsError) -> Int {
        let reply = try await connection.commit(timeout: timeout)
        failpoint(.deviceDocumentAnswered)
        await connection.close()
        guard reply.status.isSuccessful else {
            throw .ipp(reply.status, message: reply.statusMessage)
        }
        let replied = reply.attributes(in: .job)?["job-id"]?.integer
        guard let id = job ?? replied, id > 0 else { throw .incomplete(attribute: "job-id") }
        return id
    }

    func abandon() async {
        await connection.abandon()
    }
}
