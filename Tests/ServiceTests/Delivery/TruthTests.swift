import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `The truth about a job` {
    private static let shared = Result {
        try RunningLab(printers: "office,mono,slow,broken,empty", program: Programs.lab)
    }

    @Test func `a job that the printer gives up has failed, with a reason and a remedy`() throws {
        try withService(in: Self.shared.get()) { service in
            let id = try service.print(Papers.pdf(pages: 1), on: "broken", name: "bad luck")
            let job = try service.wait(for: id, toBe: .failed)
            #expect(job.reasons.map(\.code) == [.abortedByPrinter])
            #expect(job.reasons.allSatisfy { !$0.message.isEmpty && !$0.remedy.isEmpty })
            #expect(job.finishedAt != nil)
            // The scheduler keeps nothing of it that it would send again.
            #expect(try service.lab.run("lpstat", "-o", "broken").output == "")
        }
    }

    @Test func `PostScript prints what its preview shows, or is refused`() throws {
        try withService(in: Self.shared.get()) { service in
            func bytes(_ program: String) -> [UInt8] {
                Array(("%!PS-Adobe-3.0\n%%EndComments\n" + program).utf8)
            }
            // Without showpage, its page would not come out of an interpreter.
            let unfinished = "/Helvetica findfont 20 scalefont setfont 72 700 moveto (words) show\n"
            let id = try service.print(
                bytes(unfinished),
                as: "open.ps",
                on: "office",
                name: "open"
            )
            try service.wait(for: id, toBe: .completed)
            #expect(try service.paper("open", by: "office").pages(service.lab) == ["words"])
            let broken = bytes("72 700 moveto nosuchoperator\nshowpage\n")
            let document = try service.document(broken, name: "broken.ps")
            #expect(document.problem == .damaged)
            #expect(try service.submission(document, "office").status == 409)
        }
    }

    @Test func `a document that was changed in the spool is not printed`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            let id = document.id ?? ""
            let body = """
                {"document":"\(id)","printer":"office","ticket":{},"name":"changed","hold":true}
                """
            let job = try #require(try service.post("/v1/jobs", body).value(PrintJob.self).id)
            let other = String(decoding: Papers.pdf(pages: 9), as: UTF8.self)
            try service.lab.folder.write(other, to: service.state + "/spool/" + id)
            #expect(try service.post("/v1/jobs/\(job)/release").status == 200)
            let end = try service.wait(for: job, toBe: .failed)
            #expect(end.reasons.map(\.code) == [.documentChanged])
            #expect(try service.received("changed", by: "office").isEmpty)
        }
    }

    @Test func `a title of 254 letters is printed, and listed whole`() throws {
        try withService(in: Self.shared.get()) { service in
            let title = String(repeating: "long title ", count: 30).prefix(254)
            let id = try service.print(Papers.pdf(pages: 1), on: "office", name: String(title))
            let job = try service.wait(for: id, toBe: .completed)
            #expect(job.name == String(title))
        }
    }

    @Test func `a job that waits in the scheduler can be moved`() throws {
        try withService(in: Self.shared.get()) { service in
            // Long enough for all that is done meanwhile; it is canceled at the end.
            let first = try service.print(Papers.pdf(pages: 60), on: "slow", name: "before")
            let held = try service.print(Papers.pdf(pages: 1), on: "slow", name: "moved")
            try service.wait(for: first, toBe: .printing)
            // It is handed over ahead of time; a hold then is one in the scheduler.
            try wait(for: "the scheduler to have both") {
                try service.lab.run("lpstat", "-o", "slow").output.split(separator: "\n").count == 2
            }
            try wait(for: "the hold") {
                try service.post("/v1/jobs/\(held)/hold").status == 200
            }
            let moved = try service.post("/v1/jobs/\(held)/move", #"{"printer":"office"}"#)
            #expect(moved.status == 200, "\(moved.text)")
            let job = try moved.value(PrintJob.self)
            #expect(job.printer.rawValue == "office" && job.state == .held)
            #expect(try service.post("/v1/jobs/\(held)/release").status == 200)
            try service.wait(for: held, toBe: .completed)
            #expect(try service.received("moved", by: "slow").isEmpty)
            #expect(try service.paper("moved", by: "office").numbers(service.lab) == [1])
            #expect(
                try service.post("/v1/jobs/\(first)/move", #"{"printer":"office"}"#).status == 409
            )
            #expect(try service.cancel(first).status == 200)
        }
    }

    @Test func `without paper it waits, can be canceled, and goes on when there is some`() throws {
        try withService(in: Self.shared.get()) { service in
            let unwanted = try service.print(Papers.pdf(pages: 2), on: "empty", name: "unwanted")
            let wanted = try service.print(Papers.pdf(pages: 2), on: "empty", name: "hungry")
            let job = try service.wait(for: unwanted, toBe: .waiting)
            #expect(job.reasons.contains { $0.code == .mediaEmpty }, "\(job.reasons)")
            #expect(job.reasons.allSatisfy { !$0.remedy.isEmpty })
            #expect(try service.cancel(unwanted).status == 200)
            let canceled = try service.wait(for: unwanted, toBe: .canceled)
            #expect(canceled.reasons.map(\.code) == [.canceledByUser])
            try service.wait(for: wanted, toBe: .waiting)
            try service.lab.run(Programs.lab, "load", "empty")
            let end = try service.wait(for: wanted, toBe: .completed)
            #expect(end.progress.impressions == 2)
            _ = try service.paper("hungry", by: "empty")
        }
    }

    @Test func `a slow printer's progress is seen to rise`() throws {
        try withService(in: Self.shared.get()) { service in
            let id = try service.print(Papers.pdf(pages: 6), on: "slow", name: "snail")
            var seen: [Int] = []
            try wait(for: "the end of job \(id)") {
                let job = try service.job(id)
                if seen.last != job.progress.impressions { seen.append(job.progress.impressions) }
                return job.state.isFinal
            }
            // A busy machine may miss some of them.
            #expect(seen.contains { (1..<6).contains($0) }, "\(seen)")
            #expect(seen == seen.sorted() && seen.last == 6, "\(seen)")
        }
    }

    @Test func `a printer that goes away while it prints is waited for`() throws {
        let lab = try Self.shared.get()
        defer { _ = try? lab.run(Programs.lab, "on", "slow") }
        try withService(in: lab) { service in
            let id = try service.print(Papers.pdf(pages: 30), on: "slow", name: "blackout")
            // Printers tell the time since their start in whole seconds.
            try wait(for: "a third impression") { try service.job(id).progress.impressions >= 3 }
            try lab.run(Programs.lab, "off", "slow")
            let job = try service.wait(for: id, toBe: .waiting)
            #expect(job.reasons.map(\.code) == [.printerUnreachable])
            try lab.run(Programs.lab, "on", "slow")
            let end = try service.wait(for: id, toBe: .completed, .failed)
            // The printer lost the job in the middle and has forgotten it, and the scheduler takes
            // that for success.
            #expect(end.state == .failed)
            #expect(end.reasons.map(\.code) == [.deliveryUncertain])
        }
    }

    @Test func `a job canceled in the queue is never printed, and the next one is`() throws {
        try withService(in: Self.shared.get()) { service in
            let first = try service.print(Papers.pdf(pages: 2), on: "slow", name: "queue 1")
            let second = try service.print(Papers.pdf(pages: 1), on: "slow", name: "queue 2")
            let third = try service.print(Papers.pdf(pages: 1), on: "slow", name: "queue 3")
            let fourth = try service.print(Papers.pdf(pages: 1), on: "slow", name: "queue 4")
            let canceled = try service.cancel(third).value(PrintJob.self)
            #expect(canceled.state == .canceled && canceled.finishedAt != nil)
            for id in [first, second, fourth] { try service.wait(for: id, toBe: .completed) }
            #expect(try service.received("queue 3", by: "slow").isEmpty)
            #expect(try service.job(third).reasons.map(\.code) == [.canceledByUser])
        }
    }

    @Test func `a job canceled while it prints ends, and the next one is printed`() throws {
        try withService(in: Self.shared.get()) { service in
            let id = try service.print(Papers.pdf(pages: 20), on: "slow", name: "unwanted")
            try service.wait(for: id, toBe: .printing)
            #expect(try service.cancel(id).status == 200)
            let job = try service.wait(for: id, toBe: .canceled)
            #expect(job.reasons.map(\.code) == [.canceledByUser])
            #expect(job.progress.impressions < 20)
            let next = try service.print(Papers.pdf(pages: 1), on: "slow", name: "next")
            try service.wait(for: next, toBe: .completed)
            #expect(try service.paper("next", by: "slow").numbers(service.lab) == [1])
        }
    }

    @Test func `a job canceled in the scheduler is canceled`() throws {
        try withService(in: Self.shared.get()) { service in
            let id = try service.print(Papers.pdf(pages: 20), on: "slow", name: "elsewhere")
            try service.wait(for: id, toBe: .printing)
            try service.lab.run("cancel", "-a", "slow")
            let job = try service.wait(for: id, toBe: .canceled)
            #expect(job.reasons.map(\.code.rawValue).allSatisfy { $0.hasPrefix("canceled") })
        }
    }

    @Test func `a stopped queue is said to be stopped, and goes on`() throws {
        let lab = try Self.shared.get()
        defer { _ = try? lab.run("cupsenable", "slow") }
        try withService(in: lab) { service in
            let first = try service.print(Papers.pdf(pages: 6), on: "slow", name: "stop 1")
            let second = try service.print(Papers.pdf(pages: 1), on: "slow", name: "stop 2")
            try lab.run("cupsdisable", "slow")
            let job = try service.wait(for: second, toBe: .waiting)
            #expect(
                job.reasons.contains { [.paused, .printerStopped].contains($0.code) },
                "\(job.reasons)"
            )
            let refused = try service.submission(service.document(Papers.pdf(pages: 1)), "slow")
            #expect(
                try refused.value(Problem.self).obstacles?.map(\.code) == [.printerStopped],
                "\(refused.text)"
            )
            try lab.run("cupsenable", "slow")
            try service.wait(for: second, toBe: .completed)
            try service.wait(for: first, toBe: .completed)
        }
    }

    @Test(arguments: [
        ("cupsdisable", "cupsenable", Obstacle.Code.printerStopped),
        ("cupsreject", "cupsaccept", .printerNotAccepting),
    ])
    func `the reason of the administrator is told`(
        _ stop: String,
        _ resume: String,
        _ code: Obstacle.Code
    ) throws {
        let lab = try Self.shared.get()
        defer { _ = try? lab.run(resume, "mono") }
        try withService(in: lab) { service in
            try lab.run(stop, "-r", "Waiting for a drum", "mono")
            // What the service knows may be a tenth of a second old.
            try wait(for: "the service to know the reason") {
                try service.get("/v1/printers/mono").value(Printer.self)
                    .reasons.contains { $0.message.hasSuffix(": Waiting for a drum.") }
            }
            let refused = try service.submission(service.document(Papers.pdf(pages: 1)), "mono")
            let obstacle = try refused.value(Problem.self).obstacles?.first
            #expect(obstacle?.code == code)
            #expect(obstacle?.message.hasSuffix(": Waiting for a drum.") == true, "\(refused.text)")
        }
    }

    @Test func `a queue that is removed leaves no job in the dark`() throws {
        let lab = try RunningLab(printers: "slow,office", program: Programs.lab)
        defer { lab.stop() }
        try withService(in: lab) { service in
            let id = try service.print(Papers.pdf(pages: 30), on: "slow", name: "orphan")
            let next = try service.print(Papers.pdf(pages: 1), on: "slow", name: "orphan 2")
            let last = try service.print(Papers.pdf(pages: 1), on: "slow", name: "orphan 3")
            try service.wait(for: id, toBe: .printing)
            try lab.run("lpadmin", "-x", "slow")
            try wait(for: "the jobs to say so") {
                try [id, next, last].map { try service.job($0) }
                    .allSatisfy { $0.state == .waiting || $0.state.isFinal }
            }
            // Trying again and again is no news: it would fill the story.
            let before = try service.get("/v1/jobs/\(last)").value(JobDetails.self).story.count
            // Time: several tries; there is no event that says that none is news
            let end = ContinuousClock.now + .seconds(4)
            while ContinuousClock.now < end {
                let job = try service.job(last)
                try #require(job.state == .waiting || job.state.isFinal, "\(job.state)")
                usleep(10_000)  // Time: between two looks
            }
            let after = try service.get("/v1/jobs/\(last)").value(JobDetails.self).story.count
            #expect(after - before <= 2)
            for id in [id, next, last] {
                let job = try service.job(id)
                #expect(job.state != .completed)
                #expect(job.reasons.isEmpty == false, "job \(id): \(job.state)")
                #expect(job.reasons.allSatisfy { !$0.remedy.isEmpty }, "\(job.reasons)")
                if !job.state.isFinal { #expect(try service.cancel(id).status == 200) }
                try service.wait(for: id, toBe: .canceled, .failed)
            }
        }
    }
}
