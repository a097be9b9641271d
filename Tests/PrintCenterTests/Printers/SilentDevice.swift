import IPP
import PrintFakes
import Synchronization

@testable import PrintCenter

/// A device whose address swallows everything, and with it the time of each request.
final class SilentDevice: PrinterDevice {
    let clock: TestClock
    /// The time of a request.
    let longest = Mutex(Duration.zero)
    /// By default, the clock alone decides.
    let patience: Int
    /// What each request waits for, whatever its time is.
    private let hold: @Sendable () async -> Void

    init(
        clock: TestClock,
        patience: Int = 1000,
        hold: @escaping @Sendable () async -> Void = {}
    ) {
        self.clock = clock
        self.patience = patience
        self.hold = hold
    }

    var publicKey: String? { nil }

    func another() -> any PrinterDevice { self }

    private func swallow(_ timeout: Duration) async throws(CupsError) -> Never {
        await hold()
        longest.withLock { $0 = max($0, timeout) }
        clock.advance(by: timeout)
        throw .notConnected
    }

    func printerAttributes(
        requested: [String],
        format: String?,
        timeout: Duration
    ) async throws(CupsError) -> IPPAttributeGroup { try await swallow(timeout) }

    func jobs(
        _ which: WhichJobs,
        user: String,
        limit: Int,
        timeout: Duration
    ) async throws(CupsError) -> [DeviceJob] { try await swallow(timeout) }

    func refusedAttributes(
        user: String,
        name: String,
        format: String?,
        attributes: [IPPAttribute],
        timeout: Duration
    ) async throws(CupsError) -> [String] { try await swallow(timeout) }

    func createJob(_ job: CreateJobRequest, timeout: Duration) async throws(CupsError) -> Int {
        try await swallow(timeout)
    }

    func beginDocument(
        job: Int,
        user: String,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) -> any PendingDocument { try await swallow(timeout) }

    func beginJob(
        _ job: CreateJobRequest,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) -> any PendingDocument { try await swallow(timeout) }

    func job(_ id: Int, user: String, timeout: Duration) async throws(CupsError) -> DeviceJob? {
        try await swallow(timeout)
    }

    func cancel(job: Int, user: String, timeout: Duration) async throws(CupsError) {
        try await swallow(timeout)
    }

    func identify(actions: [String], message: String?, timeout: Duration) async throws(CupsError) {
        try await swallow(timeout)
    }

    func close() async {}
}
