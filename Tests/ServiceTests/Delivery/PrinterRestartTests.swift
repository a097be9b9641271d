import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A printer that is switched off and on` {
    @Test func `numbers its jobs from 1 again, and each is completed`() throws {
        let lab = try RunningLab(printers: "office", program: Programs.lab)
        defer { lab.stop() }
        try withService(in: lab) { service in
            for round in 0..<3 {
                // Time: printers report their times in whole seconds since they were switched on
                usleep(1_100_000)
                for _ in 0..<3 {
                    let id = try service.print(Papers.pdf(pages: 1), on: "office", name: "daily")
                    let job = try service.wait(for: id, toBe: .completed, .failed)
                    #expect(job.state == .completed, "round \(round): \(job.reasons)")
                }
                try lab.run(Programs.lab, "off", "office")
                try lab.run(Programs.lab, "on", "office")
            }
            #expect(try service.received("daily", by: "office").count == 9)
        }
    }
}
