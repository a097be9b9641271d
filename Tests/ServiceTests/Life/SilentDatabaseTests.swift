import FoundationEssentials
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// A service whose database hangs, or has ended.
@Suite(
    .serialized,
    .enabled(if: Programs.labCanRun, Programs.whySkipped),
    .enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"),
    .explained
)
struct `A database that is away` {
    private static let shared = Result { try RunningLab(printers: "office", program: Programs.lab) }

    @Test(arguments: [true, false])
    func `is named by each request at once, and by none once it is back`(
        _ hangs: Bool
    ) throws {
        let server = try DatabaseServer()
        try withService(server.address) { service in
            try service.serve()
            _ = try service.print(Papers.pdf(pages: 1), on: "office", name: "before")
            #expect(try availability(service).isAvailable)
            var frozen: [Int32] = []
            if hangs { frozen = try server.freeze() } else { try server.stop() }
            defer { server.thaw(frozen) }

            let began = ContinuousClock.now
            for path in ["/v1/hosts", "/v1/jobs", "/v1/hosts", "/v1/jobs"] {
                let reply = try service.get(path)
                #expect(reply.status == 503 && reply.text.contains("database"), "\(reply.text)")
                #expect(!reply.text.contains("Nothing was changed"), "\(reply.text)")
            }
            // Time: far more than it takes, and less than the 45 seconds of a slow statement
            #expect(ContinuousClock.now - began < .seconds(30))
            let line = "the database of the queue cannot be reached"
            try waitBlocking(for: "a line in the log") { service.log.contains(line) }
            let away = try availability(service)
            #expect(!away.isAvailable && away.obstacles.map(\.code) == [.databaseUnreachable])
            #expect(away.refusals.map(\.printer) == [PrinterID(rawValue: "office")])
            let status = try service.get("/v1/status").value(ServiceStatus.self)
            #expect(status.databaseProblem?.hasSuffix("Try again once it runs.") == true)
            let upload = try service.upload(Papers.pdf(pages: 1))
            #expect(upload.status == 503 && !upload.text.contains("Nothing was changed"))

            if hangs { server.thaw(frozen) } else { try server.start() }
            let back = "the database of the queue can be reached again"
            try waitBlocking(for: "another line in the log") { service.log.contains(back) }
            for words in [line, back] {
                #expect(service.log.components(separatedBy: words).count == 2)
            }
            #expect(try availability(service).isAvailable)
            #expect(
                try service.get("/v1/status").value(ServiceStatus.self).databaseProblem == nil
            )
            let id = try service.print(Papers.pdf(pages: 1), on: "office", name: "after")
            try service.wait(for: id, toBe: .completed)
        }
    }

    private func availability(_ service: TestService) throws -> Availability {
        try service.get("/v1/availability").value(Availability.self)
    }

    /// Runs a test with a service that does not run yet.
    private func withService(_ store: String, _ body: (TestService) throws -> Void) throws {
        let config = try TemporaryFolder("config")
        try FileManager.default.createDirectory(
            atPath: config.path + "/printcenter",
            withIntermediateDirectories: true
        )
        try Data(#"{"store":"\#(store)"}"#.utf8)
            .write(to: URL(filePath: config.path + "/printcenter/settings.json"))
        let service = try TestService(
            in: Self.shared.get(),
            more: ["XDG_CONFIG_HOME": config.path]
        )
        defer { if service.process > 0 { service.end() } }
        try body(service)
        withExtendedLifetime(config) {}
    }
}
