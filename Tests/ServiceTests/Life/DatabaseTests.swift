import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// A service whose queue is in a database.
@Suite(
    .serialized,
    .enabled(if: Programs.labCanRun, Programs.whySkipped),
    .enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"),
    .explained
)
struct `A queue in a database` {
    private static let shared = Result { try RunningLab(printers: "office", program: Programs.lab) }

    @Test func `prints, and outlives the service and the server`() throws {
        let server = try DatabaseServer()
        try withService(server.address) { service in
            try service.serve()
            let first = try service.print(Papers.pdf(pages: 1), on: "office", name: "first")
            try service.wait(for: first, toBe: .completed)
            let held = try service.submission(
                service.document(Papers.pdf(pages: 2)),
                "office",
                #"{"holdUntil":"2099-01-01T00:00:00Z"}"#
            ).value(PrintJob.self)
            service.end(SIGKILL)
            try service.serve()
            try server.stop()
            try server.start()
            let id = try #require(held.id)
            #expect(try service.post("/v1/jobs/\(id)/release").status == 200)
            try service.wait(for: id, toBe: .completed)
            #expect(try service.received("first", by: "office").count == 1)
            #expect(try service.ownJobs().map(\.id) == [first, id])
            #expect(unsafe access(service.state + "/queue.sqlite", F_OK) != 0)
        }
    }

    @Test func `is held after a restore by the statement in the documentation`() throws {
        let text = String(decoding: try Repository.file("Docs/postgresql.md"), as: UTF8.self)
        let sql = text.split(separator: "```sql\n").last?.split(separator: "```").first
        let server = try DatabaseServer()
        try withService(server.address) { service in
            try service.serve()
            let submitted = try service.submission(
                service.document(Papers.pdf(pages: 1)),
                "office",
                #"{"holdUntil":"2099-01-01T00:00:00Z"}"#,
                name: "restored"
            ).value(PrintJob.self)
            service.end()
            // As before it was held, and printed.
            try server.run(
                "UPDATE printcenter.job SET notBefore = 0, delivery = (delivery::jsonb - 'hold')::text"
            )
            try server.run(String(#require(sql)))
            try service.serve()
            let id = try #require(submitted.id)
            #expect(try service.job(id).state == .held)
            #expect(try service.received("restored", by: "office").isEmpty)
            #expect(try service.post("/v1/jobs/\(id)/release").status == 200)
            try service.wait(for: id, toBe: .completed)
        }
    }

    @Test func `is not replaced by an empty one if the settings lose it`() throws {
        let server = try DatabaseServer()
        try withService(server.address) { service in
            try service.serve()
            service.end()
            let problems = [
                "{}": "does not name it any more", "{": "cannot be read",
                #"{"store":"postgresql://ann:secret@localhost/a"}"#: "~/.pgpass",
                #"{"store":"sqlite"}"#: "is not the address of a PostgreSQL database",
                #"{"store":"host=/nowhere dbname=print"}"#: "print (/nowhere), cannot be reached",
            ]
            for (settings, words) in problems {
                try Self.write(settings, for: service)
                let line = try service.start()
                #expect(line.hasPrefix("error: ") && line.contains(words), "\(line)")
                #expect(!line.contains("secret") && !service.log.contains("secret"))
                #expect(service.waitForEnd() == 69)
            }
        }
    }

    @Test func `does not leave jobs behind in the file that it replaces`() throws {
        let server = try DatabaseServer()
        try withService(nil) { service in
            try service.serve()
            let document = try service.document(Papers.pdf(pages: 1))
            let job = try service.submission(
                document,
                "office",
                #"{"holdUntil":"2099-01-01T00:00:00Z"}"#
            ).value(PrintJob.self)
            service.end()
            try Self.write(#"{"store":"\#(server.address)"}"#, for: service)
            let line = try service.start()
            #expect(line.contains("has jobs that have not ended (1)"), "\(line)")
            service.waitForEnd()
            try Self.write("{}", for: service)
            try service.serve()
            _ = try service.cancel(#require(job.id))
            service.end()
            try Self.write(#"{"store":"\#(server.address)"}"#, for: service)
            try service.serve()
            #expect(try service.ownJobs().isEmpty)
        }
    }

    @Test func `belongs to the documents of one folder`() throws {
        let server = try DatabaseServer()
        try withService(server.address) { first in
            try first.serve()
            try withService(server.address) { second in
                let line = try second.start()
                #expect(line.contains("belongs to the documents of"), "\(line)")
                #expect(second.waitForEnd() == 69)
            }
        }
    }

    // MARK: What the tests share

    /// Runs a test with a service that does not run yet.
    private func withService(_ store: String?, _ body: (TestService) throws -> Void) throws {
        let config = try TemporaryFolder("config")
        let service = try TestService(
            in: Self.shared.get(),
            more: ["XDG_CONFIG_HOME": config.path]
        )
        try Self.write(store.map { #"{"store":"\#($0)"}"# } ?? "{}", for: service)
        defer { if service.process > 0 { service.end() } }
        try body(service)
        withExtendedLifetime(config) {}
    }

    private static func write(_ settings: String, for service: TestService) throws {
        let folder = try #require(service.environment["XDG_CONFIG_HOME"]) + "/printcenter"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try Data(settings.utf8).write(to: URL(filePath: folder + "/settings.json"))
    }
}
