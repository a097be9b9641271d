import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// What the service forgets, and when.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `The history` {
    @Test func `keeps documents for a reprint, and forgets them and the jobs when it is told to`()
        throws
    {
        let lab = try RunningLab(printers: "office", program: Programs.lab)
        try withService(in: lab) { service in
            let id = try service.print(Papers.pdf(pages: 1), on: "office", name: "kept")
            try service.wait(for: id, toBe: .completed)
            let key = ["Idempotency-Key": UUID().uuidString]
            let again = try service.post("/v1/jobs/\(id)/reprint", "{}", headers: key)
            #expect(again.status == 201, "\(again.text)")
            let second = try #require(try again.value(PrintJob.self).id)
            #expect(second != id)
            try service.wait(for: second, toBe: .completed)
            #expect(try service.received("kept", by: "office").count == 2)
            #expect(try service.spooled().count == 1)

            try settings(#"{"keepDocumentsHours":0}"#, of: service)
            try service.restartAndWait("the document goes") { try service.spooled().isEmpty }
            let key2 = ["Idempotency-Key": UUID().uuidString]
            let late = try service.post("/v1/jobs/\(id)/reprint", "{}", headers: key2)
            #expect(late.status == 410, "\(late.text)")
            #expect(try late.value(Problem.self).code == .documentGone)
            // The same key as before still names the job that it made.
            let same = try service.post("/v1/jobs/\(id)/reprint", "{}", headers: key)
            #expect(try same.value(PrintJob.self).id == second)
            #expect(try service.ownJobs().map(\.id) == [id, second])

            try settings(#"{"keepDocumentsHours":0,"keepJobsDays":0}"#, of: service)
            try service.restartAndWait("the jobs go") { try service.ownJobs().isEmpty }
            #expect(try service.get("/v1/jobs/\(id)").status == 404)
            // Numbers are never given again.
            let next = try service.print(Papers.pdf(pages: 1), on: "office", name: "next")
            #expect(next.rawValue == second.rawValue + 1)
            try service.wait(for: next, toBe: .completed)
        }
    }

    private func settings(_ json: String, of service: TestService) throws {
        let folder = try #require(service.environment["XDG_CONFIG_HOME"]) + "/printcenter"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try Data(json.utf8).write(to: URL(filePath: folder + "/settings.json"))
    }
}

extension TestService {
    /// Ends the service, starts it again, and waits for what it does when it starts.
    fileprivate func restartAndWait(
        _ what: String,
        until condition: () throws -> Bool
    ) throws {
        end()
        try serve()
        try waitBlocking(for: what, until: condition)
    }
}
