import FoundationEssentials
import Logging
import PrintFakes
import ProofKit
import Testing

@testable import PrintCenter

/// The stores that pass the same suite: the real ones, and the fake that stands in for them.
enum StoreKind: String, CaseIterable, Sendable {
    case sqlite
    case memory
    case postgres

    /// Without a server, `The store in PostgreSQL` is skipped with the reason.
    static let allCases: [StoreKind] =
        [.sqlite, .memory] + (DatabaseServer.isInstalled ? [.postgres] : [])

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
        case .postgres:
            try await withFolder { folder in
                let place = try DatabasePlace(folder: folder)
                try await body(place.open(clock: clock))
            }
        }
    }
}

/// A queue of a test in a database, and the file that says so.
struct DatabasePlace {
    let server: DatabaseServer
    let folder: String
    /// A schema of its own.
    let schema: String
    var address: String
    var timing = PostgresJobStore.Timing()
    var host = HostIdentity(name: "alpha", place: "test")

    /// A place on a server, by default that of all tests.
    init(_ server: DatabaseServer? = nil, folder: String, schema: String? = nil) throws {
        // Its name may have letters and digits; the same one stands for the same queue.
        let name = (schema ?? UUID().uuidString).lowercased()
        self.schema = "t" + name.filter { $0.isLetter || $0.isNumber }.suffix(40)
        self.server = try server ?? DatabaseServer.shared.get()
        self.folder = folder
        address = self.server.address
        timing.patience = .patience
        timing.readPatience = .patience
        timing.sign = .patience
        timing.silence = .patience
        timing.takeover = .patience
    }

    var identity: QueueIdentity { QueueIdentity(path: folder + "/queue.database") }

    func open(
        documents: Int = 0,
        former: [QueueIdentity] = [],
        clock: any ServiceClock = SystemClock(),
        onEnd: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) throws -> PostgresJobStore {
        try PostgresJobStore(
            try DatabaseAddress(address),
            schema: schema,
            host: host,
            identity: identity,
            former: former,
            documents: { documents },
            journal: ReleaseJournal(folder: folder + "/releases", isShared: false),
            clock: clock,
            timing: timing,
            log: Logger(label: "test") { StreamLogHandler.standardError(label: $0) },
            onEnd: onEnd
        )
    }
}
