import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A scheduler without a history` {
    @Test func `that has as many jobs as it keeps is waited for`() throws {
        let lab = try RunningLab(printers: "office", program: Programs.lab)
        defer { lab.stop() }
        try lab.run("cupsctl", "MaxJobs=2")
        let file = lab.folder.path + "/held.pdf"
        try Data(Papers.pdf(pages: 1)).write(to: URL(filePath: file))
        try wait(for: "the scheduler to have restarted") {
            (try? lab.run("lp", "-d", "office", "-H", "hold", file)) != nil
        }
        try lab.run("lp", "-d", "office", "-H", "hold", file)
        try withService(in: lab) { service in
            let id = try service.print(Papers.pdf(pages: 1), on: "office", name: "third")
            try service.wait(for: id, toBe: .waiting)
            #expect(try service.job(id).reasons.map(\.code) == [.schedulerFull])
            try lab.run("cancel", "-a", "office")
            let job = try service.wait(for: id, toBe: .completed, .failed)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(try service.received("third", by: "office").count == 1)
        }
    }

    @Test func `completes jobs for a device that no one can ask`() throws {
        let lab = try RunningLab(printers: "office", program: Programs.lab)
        defer { lab.stop() }
        try lab.run("cupsctl", "PreserveJobHistory=No", "PreserveJobFiles=No")
        try wait(for: "the scheduler to have restarted") {
            (try? lab.run("lpadmin", "-p", "plain", "-E", "-v", "file:///dev/null", "-m", "raw"))
                != nil
        }
        try withService(in: lab) { service in
            for _ in 0..<3 {
                let id = try service.print(Papers.pdf(pages: 1), on: "plain", name: "daily")
                let job = try service.wait(for: id, toBe: .completed, .failed)
                #expect(job.state == .completed, "\(job.reasons)")
            }
            #expect(try lab.run("lpstat", "-W", "completed", "-o").output.isEmpty)
            try wait(for: "the subscriptions to end") {
                let path = lab.folder.settings + "/subscriptions.conf"
                return try !String(contentsOfFile: path, encoding: .utf8)
                    .contains("<Subscription")
            }
        }
    }
}
