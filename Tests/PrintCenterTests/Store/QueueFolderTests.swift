import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

/// The folder whose documents belong to a queue in a database.
@Suite(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
struct `The folder of a queue in PostgreSQL` {
    @Test func `is as it was after a start that fails`() throws {
        try withFolder { folder in
            var place = try DatabasePlace(folder: folder)
            let role = "r" + place.schema.suffix(8)
            try place.server.run("CREATE ROLE \(role) LOGIN")
            place.address = place.address.replacing("user=printcenter", with: "user=\(role)")
            let problem = #expect(throws: DatabaseProblem.self) { try place.open() }
            guard case .unsuitable = problem else { throw problem ?? .unreadable }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            // With the right, the same folder gets its queue.
            try place.server.run("GRANT CREATE ON DATABASE postgres TO \(role)")
            _ = try place.open()
            #expect(place.identity.wasOpened)
        }
    }

    @Test(arguments: [false, true])
    func `is not given to another database`(_ hasQueue: Bool) throws {
        try withFolder { folder in
            let place = try DatabasePlace(folder: folder)
            _ = try place.open()
            let line = try Data(contentsOf: URL(filePath: place.identity.path))
            var wrong = try DatabasePlace(folder: folder)
            // Another queue has documents of its own.
            let other = try TemporaryFolder("pcdb-test")
            if hasQueue {
                _ = try DatabasePlace(folder: other.path, schema: wrong.schema).open()
                wrong = try DatabasePlace(folder: folder, schema: "t" + wrong.schema.dropFirst())
            }
            for _ in 0..<2 {
                let problem = #expect(throws: DatabaseProblem.self) { try wrong.open() }
                switch problem {
                case .missed(_, folder, [place.identity.path]): #expect(!hasQueue)
                case .other(_, folder): #expect(hasQueue)
                default: Issue.record("\(String(describing: problem))")
                }
                #expect(try Data(contentsOf: URL(filePath: place.identity.path)) == line)
            }
            let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname = '\(wrong.schema)'"
            #expect(try place.server.run(schemas) == (hasQueue ? "1" : "0"))
            _ = try place.open()
            guard !hasQueue else { return }
            // A person who wants a new queue says so.
            try FileManager.default.removeItem(atPath: place.identity.path)
            _ = try wrong.open()
            withExtendedLifetime(other) {}
        }
    }

    @Test func `is not left for a new queue where the service had one in another folder`() throws {
        try withFolder { folder in
            let place = try DatabasePlace(folder: folder)
            _ = try place.open()
            let shared = try TemporaryFolder("pcdb-test")
            let wrong = try DatabasePlace(folder: shared.path)
            let problem = #expect(throws: DatabaseProblem.self) {
                try wrong.open(former: [place.identity])
            }
            guard case .missed(_, folder, [place.identity.path]) = problem else {
                throw problem ?? .unreadable
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: shared.path) == [])
        }
    }

    @Test func `gets its queue where the making of the first one was interrupted`() throws {
        try withFolder { folder in
            let place = try DatabasePlace(folder: folder)
            try Data("0e6f1c9e-interrupted\n".utf8).write(to: URL(filePath: place.identity.path))
            _ = try place.open()
            #expect(place.identity.wasOpened)
        }
    }

    @Test func `is not given away while its file cannot be read`() throws {
        try withFolder { folder in
            let place = try DatabasePlace(folder: folder)
            try Data().write(to: URL(filePath: place.identity.path))
            let problem = #expect(throws: DatabaseProblem.self) { try place.open() }
            guard case .missed = problem else { throw problem ?? .unreadable }
            #expect(throws: SpoolError.self) { try place.identity.give(to: "another") }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        }
    }

    @Test func `is named where the queue belongs to others, or is lost`() throws {
        try withFolder { folder in
            let place = try DatabasePlace(folder: folder)
            _ = try place.open()
            try place.server.run("DROP SCHEMA \(place.schema) CASCADE")
            let lost = #expect(throws: DatabaseProblem.self) { try place.open(documents: 2) }
            guard case .lost(_, 2, folder) = lost else { throw lost ?? .unreadable }
            try FileManager.default.removeItem(atPath: place.identity.path)
            _ = try place.open()
            try FileManager.default.removeItem(atPath: place.identity.path)
            let foreign = #expect(throws: DatabaseProblem.self) { try place.open() }
            guard case .foreign(_, "alpha", folder) = foreign else { throw foreign ?? .unreadable }
        }
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder("pcdb-test")
        try body(folder.path)
        withExtendedLifetime(folder) {}
    }
}
