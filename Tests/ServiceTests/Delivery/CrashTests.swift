import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import RealCrash
import Testing

@testable import PrintLab

/// `CRASHES=1000` in the environment makes the loop as long; `make crash-real` does so with more.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `After a crash` {
    private static let shared = Result {
        try RunningLab(printers: "office,mono,slow", program: Programs.lab)
    }

    @Test func `every acknowledged job is printed exactly once`() async throws {
        let user = try TestUser(in: Self.shared.get())
        let tally = try await CrashRun(as: user).killService(
            Programs.number("CRASHES", else: 15),
            printers: ["office", "mono", "office"]
        )
        #expect(tally.isGood, "\(tally.table)\n\(tally.complaints)")
    }

    private static let hasDiscovery =
        (try? Launch(
            path: Programs.lab,
            arguments: [
                "run", "--discovery", "--no-scheduler", "--printers", "pappl", "--", "true",
            ],
            environment: ProcessInfo.processInfo.environment
        ).outcome().exitCode) == 0

    /// The short form of a part of `make crash-real`.
    @Test(
        .enabled(
            if: hasDiscovery,
            "no lab with discovery starts here: printlab run --discovery -- true"
        ),
        .enabled(if: getuid() == 0, "only root can take down a network")
    )
    func `of anything, a job that went straight to its printer is printed once, or told`() throws {
        let outcome = try Launch(
            path: Programs.folder + "/crashreal",
            arguments: [
                "--service", "0", "--scheduler", "0", "--both", "0", "--direct", "4",
                "--direct-printers", "pappl",
            ],
            environment: ProcessInfo.processInfo.environment
        ).outcome()
        #expect(outcome.exitCode == 0, "\(outcome.output)")
        #expect(outcome.output.contains("pappl: 2 failures of the network"), "\(outcome.output)")
    }

    @Test func `of the scheduler, nothing is lost and what is printed again is told`() async throws
    {
        let lab = try RunningLab(printers: "slow,office", program: Programs.lab)
        defer { lab.stop() }
        let user = try TestUser(in: lab)
        let tally = try await CrashRun(as: user).killScheduler(3, printers: ["slow", "office"])
        #expect(tally.isGood, "\(tally.table)\n\(tally.complaints)")
    }

    @Test func `of the scheduler while it prints, the second print is told`() throws {
        let lab = try RunningLab(printers: "slow", program: Programs.lab)
        defer { lab.stop() }
        try withService(in: lab) { service in
            let id = try service.print(Papers.pdf(pages: 6), on: "slow", name: "again")
            try wait(for: "an impression") { try service.job(id).progress.impressions > 0 }
            try LabRequest.killScheduler.send(to: lab.folder)
            try LabRequest.startScheduler(writesAfter: 0).send(to: lab.folder)
            let end = try service.wait(for: id, toBe: .completed)
            #expect(end.reasons.map(\.code) == [.printedAgain])
            #expect(try service.received("again", by: "slow").count == 2)
        }
    }

    /// As if the scheduler had not written the end yet.
    @Test func `of the scheduler soon after the end, the second print is remarked`() throws {
        let lab = try RunningLab(printers: "slow", program: Programs.lab)
        defer { lab.stop() }
        try withService(in: lab) { service in
            let id = try service.print(Papers.pdf(pages: 8), on: "slow", name: "after")
            try wait(for: "an impression") { try service.job(id).progress.impressions > 0 }
            // What is on the disk now says that the job prints, and not that it has ended.
            let paths = ["/spool/c00001", "/cache/job.cache"].map { lab.folder.path + $0 }
            let before = try paths.map { try Data(contentsOf: URL(filePath: $0)) }
            try service.wait(for: id, toBe: .completed)
            try LabRequest.killScheduler.send(to: lab.folder)
            for (path, data) in zip(paths, before) { try data.write(to: URL(filePath: path)) }
            try LabRequest.startScheduler(writesAfter: 0).send(to: lab.folder)
            try wait(for: "the remark") {
                try service.job(id).reasons.map(\.code) == [.printedAgain]
            }
            #expect(try service.job(id).state == .completed)
            #expect(try service.received("after", by: "slow").count == 2)
        }
    }

    /// cupsd 2.4 leaves such a job behind as pending, and never starts it.
    @Test func `a scheduler that is stopped while its printer prints lets the job go`() throws {
        let lab = try RunningLab(printers: "slow", program: Programs.lab)
        defer { lab.stop() }
        try withService(in: lab) { service in
            let id = try service.print(Papers.pdf(pages: 8), on: "slow", name: "stopped")
            try wait(for: "an impression") { try service.job(id).progress.impressions > 0 }
            try LabRequest.startScheduler(writesAfter: 0).send(to: lab.folder)
            let next = try service.print(Papers.pdf(pages: 1), on: "slow", name: "next")
            let job = try service.wait(for: id, toBe: .completed, .failed, .canceled)
            #expect(job.state == .completed, "\(job.reasons)")
            try service.wait(for: next, toBe: .completed)
            try wait(for: "the scheduler to let it go") {
                try lab.run("lpstat", "-o", "slow").output.isEmpty
            }
        }
    }

    /// What is lost in a crash is put back here, so that it does not depend on the moment.
    @Test(arguments: [JobState.completed, .canceled])
    func `a scheduler that has forgotten the end does not keep the job`(_ ending: JobState) throws {
        let lab = try RunningLab(printers: "slow", program: Programs.lab)
        defer { lab.stop() }
        try withService(in: lab) { service in
            let first = try service.print(Papers.pdf(pages: 10), on: "slow", name: "first")
            let id = try service.print(Papers.pdf(pages: 1), on: "slow", name: "kept")
            // Until it has been handed over, there is nothing to hold.
            try wait(for: "the hold") {
                _ = try lab.run("lp", "-i", "slow-2", "-H", "hold")
                return try service.job(id).reasons.map(\.code) == [.heldInScheduler]
            }
            // The job, and then the list, which the scheduler reads if it is newer.
            let paths = ["/spool/c00002", "/cache/job.cache"].map { lab.folder.path + $0 }
            let before = try paths.map { try Data(contentsOf: URL(filePath: $0)) }
            if ending == .canceled {
                _ = try service.cancel(id)
            } else {
                _ = try lab.run("lp", "-i", "slow-2", "-H", "resume")
            }
            try service.wait(for: first, toBe: .completed)
            try service.wait(for: id, toBe: ending)
            try LabRequest.killScheduler.send(to: lab.folder)
            for (path, data) in zip(paths, before) { try data.write(to: URL(filePath: path)) }
            try LabRequest.startScheduler(writesAfter: 0).send(to: lab.folder)
            try wait(for: "the scheduler to let it go") {
                try lab.run("lpstat", "-o", "slow").output.isEmpty
            }
            let log = try String(contentsOfFile: lab.folder.schedulerLog, encoding: .utf8)
            #expect(log.contains("[Job 2] Canceled by"), "it did not come back:\n\(log)")
            #expect(try service.job(id).state == ending)
            let papers = try service.received("kept", by: "slow").count
            #expect(papers == (ending == .completed ? 1 : 0))
        }
    }

    @Test func `a number that the scheduler gave to a stranger is not ours any more`() throws {
        let lab = try RunningLab(printers: "slow", program: Programs.lab)
        defer { lab.stop() }
        try LabRequest.startScheduler(writesAfter: 3600).send(to: lab.folder)
        try withService(in: lab) { service in
            let id = try service.print(Papers.pdf(pages: 3), on: "slow", name: "ours")
            try service.wait(for: id, toBe: .printing)
            service.end(SIGKILL)
            try LabRequest.killScheduler.send(to: lab.folder)
            try LabRequest.startScheduler(writesAfter: 3600).send(to: lab.folder)
            let file = service.folder + "/stranger.pdf"
            try Data(Papers.pdf(pages: 2)).write(to: URL(filePath: file))
            let answer = try lab.run("lp", "-d", "slow", "-t", "stranger", file).output
            try #require(answer.contains("slow-1 "), "the number was not given again: \(answer)")
            try service.serve()
            _ = try? service.cancel(id)
            let end = try service.wait(for: id, toBe: .completed, .canceled, .failed)
            #expect(end.state.isFinal)
            try wait(for: "the stranger's paper") {
                try service.received("stranger", by: "slow").count == 1
            }
            try wait(for: "the stranger's end") {
                try lab.run("lpstat", "-o", "slow").output.isEmpty
            }
            #expect(try lab.run("lpstat", "-W", "completed", "-o").output.contains("slow-1 "))
            #expect(try service.received("ours", by: "slow").count == 1)
        }
    }

    @Test func `a job that is being printed goes on`() throws {
        try withService(in: Self.shared.get()) { service in
            let id = try service.print(Papers.pdf(pages: 4), on: "slow", name: "goes on")
            let next = try service.print(Papers.pdf(pages: 1), on: "slow", name: "goes on 2")
            try service.wait(for: id, toBe: .printing)
            service.end(SIGKILL)
            try service.serve()
            let end = try service.wait(for: id, toBe: .completed)
            #expect(end.progress.impressions == 4)
            try service.wait(for: next, toBe: .completed)
            _ = try service.paper("goes on", by: "slow")
            _ = try service.paper("goes on 2", by: "slow")
        }
    }

    @Test func `an ordinary end in the middle of a job is as good`() throws {
        try withService(in: Self.shared.get()) { service in
            let id = try service.print(Papers.pdf(pages: 4), on: "slow", name: "sigterm")
            try service.wait(for: id, toBe: .printing)
            #expect(service.end(SIGTERM) == 0)
            #expect(unsafe access(service.socket, F_OK) != 0)
            try service.serve()
            try service.wait(for: id, toBe: .completed)
            _ = try service.paper("sigterm", by: "slow")
        }
    }

    @Test func `a zygote that is killed is started again`() throws {
        try withService(in: Self.shared.get()) { service in
            for round in 1...3 {
                let document = try service.document(Papers.pdf(pages: 6))
                #expect(document.pages == 6)
                let zygotes = children(of: service.process)
                try #require(!zygotes.isEmpty, "no zygote runs")
                for zygote in zygotes { kill(zygote, SIGKILL) }
                let ticket = #"{"pages":"6"}"#
                let name = "zygote \(round)"
                let answer = try service.submission(document, "office", ticket, name: name)
                let id = try #require(try answer.value(PrintJob.self).id)
                try service.wait(for: id, toBe: .completed)
                #expect(try service.paper(name, by: "office").numbers(service.lab) == [6])
            }
        }
    }

    @Test func `what a crash left in the spool is swept`() throws {
        try withService(in: Self.shared.get()) { service in
            let kept = try service.document(Papers.pdf(pages: 1))
            service.end(SIGKILL)
            for name in ["0123.part", "orphan", "orphan.pdf"] {
                try service.lab.folder.write("left", to: service.state + "/spool/" + name)
            }
            try service.serve()
            #expect(
                try service.spooled() == [kept.id, "orphan.orphan"].compactMap(\.self).sorted()
            )
        }
    }

    /// The processes that a process has started.
    private func children(of parent: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { process in
            // A process may end while the table is read.
            let status = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/status"))) ?? Data()
            return String(decoding: status, as: UTF8.self).contains("\nPPid:\t\(parent)\n")
        }
    }
}
