import FoundationEssentials
import PrintFakes
import Testing

@testable import PrintCenter

/// The stores that pass the same suite: the real one, and the fake that stands in for it.
enum StoreKind: String, CaseIterable, Sendable {
    case sqlite
    case memory

    /// The date that the clock of the stores shows.
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Runs a test with an empty store of this kind, whose clock stands still.
    func withStore(_ body: (any JobStore) async throws -> Void) async throws {
        let clock = TestClock(start: Self.now)
        switch self {
        case .sqlite:
            try await withFolder { folder in
                try await body(SQLiteJobStore(path: folder + "/queue.sqlite", clock: clock))
            }
        case .memory: try await body(InMemoryJobStore(clock: clock))
        }
    }
}
