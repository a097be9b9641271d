import FoundationEssentials
import GRDB
import PrintModel
import Testing

@testable import PrintCenter

/// What a released version of the store has written must be read for ever.
@Suite struct `The store's migrations` {
    @Test func `a store of the first released schema is read, with its active jobs`() async throws {
        try await withStore(version: 1) { store in
            #expect(try await store.active().map(\.job.id?.rawValue) == [3, 4, 5])
            let all = try await store.list(all: true)
            #expect(all.map(\.state) == [.completed, .canceled, .held, .waiting, .waiting])
            #expect(try await store.story(of: JobID(rawValue: 1)).map(\.state).last == .completed)

            let held = try #require(try await store.job(JobID(rawValue: 3)))
            #expect(held.delivery.hold?.until == held.job.ticket.holdUntil)
            #expect(held.delivery.hold != nil && held.delivery.nextStep == .hold)
            let urgent = try #require(try await store.job(JobID(rawValue: 4)))
            #expect(urgent.priority == 80 && urgent.delivery.hold == nil)

            let now = Date(timeIntervalSince1970: 1_900_000_000)
            let mono = PrinterID(rawValue: "mono")
            let lane = try await store.lane(of: mono, at: now, limit: 5)
            #expect(lane.underWay.map(\.job.id?.rawValue) == [5])
            #expect(lane.next.map(\.job.id?.rawValue) == [4])
            let office = PrinterID(rawValue: "office")
            let early = try await store.lane(of: office, at: now, limit: 5)
            #expect(early.next.isEmpty && early.nextHoldEnds == held.job.ticket.holdUntil)
            let later = Date(timeIntervalSince1970: 4_000_000_000)
            #expect(try await store.lane(of: office, at: later, limit: 5).next.count == 1)
            // The numbers go on.
            #expect(try await store.queued("new").job.id == JobID(rawValue: 6))
        }
    }

    @Test func `an old store has the indexes and columns of a new one`() async throws {
        try await withFolder { folder in
            _ = try SQLiteJobStore(path: folder + "/new.sqlite")
            try Self.write(version: 1, to: folder + "/old.sqlite")
            _ = try SQLiteJobStore(path: folder + "/old.sqlite")
            #expect(
                try Self.schema(folder + "/old.sqlite") == Self.schema(folder + "/new.sqlite")
            )
        }
    }

    private static func schema(_ path: String) throws -> [String] {
        try DatabaseQueue(path: path).read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT type || ' ' || name || ': ' || group_concat(column, ' ') FROM (
                        SELECT m.type, m.name, c.name AS column FROM sqlite_schema m
                        JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table'
                        UNION ALL
                        SELECT m.type, m.name, c.name || c.desc FROM sqlite_schema m
                        JOIN pragma_index_xinfo(m.name) c WHERE m.type = 'index')
                    GROUP BY type, name ORDER BY type, name
                    """
            )
        }
    }

    private static func write(version: Int, to path: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Stores/version-\(version).sql")
        let sql = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        try DatabaseQueue(path: path, configuration: configuration)
            .writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    private func withStore(version: Int, _ body: (SQLiteJobStore) async throws -> Void) async throws
    {
        try await withFolder { folder in
            try Self.write(version: version, to: folder + "/queue.sqlite")
            try await body(SQLiteJobStore(path: folder + "/queue.sqlite"))
        }
    }
}
