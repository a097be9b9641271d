import FoundationEssentials
import Glibc
import PrintModel
import Testing

@testable import PrintLab

/// `CRASHES=1000` in the environment makes the loop as long.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped))
struct `After a crash` {
    private static let shared = Result {
        try RunningLab(printers: "office,mono,slow", program: Programs.lab)
    }

    @Test func `every acknowledged job is printed exactly once`() throws {
        let lab = try Self.shared.get()
        let service = try TestService(in: lab)
        let crashes = Programs.number("CRASHES", else: 40)
        var generator = SystemRandomNumberGenerator()
        var jobs: [String: JobID] = [:]
        for round in 1...crashes {
            try service.serve()
            let document = try service.document(Papers.pdf(pages: 3))
            let name = "crash \(round)"
            // An answer may be lost with the service; the same key asks again.
            let key = UUID().uuidString
            let delay = UInt32.random(in: 0...350_000, using: &generator)
            let process = service.process
            let killer = Threads.start {
                usleep(delay)
                kill(process, SIGKILL)
            }
            let ticket = round % 2 == 0 ? "{}" : #"{"pages":"2-3"}"#
            let printer = round % 3 == 0 ? "mono" : "office"
            let answer = try? service.submission(document, printer, ticket, name: name, key: key)
            pthread_join(killer, nil)
            service.waitForEnd()
            if let answer {
                jobs[name] = try answer.value(PrintJob.self).id
            } else {
                try service.serve()
                let again = try service.submission(document, printer, ticket, name: name, key: key)
                jobs[name] = try again.value(PrintJob.self).id
                service.end(SIGKILL)
            }
            try #require(jobs[name] != nil)
        }
        try service.serve()
        for (name, id) in jobs {
            let job = try service.wait(for: id, toBe: .completed, limit: .seconds(90))
            let papers = try service.received(name, by: job.printer.rawValue)
            #expect(papers.count == 1, "\(name) on \(job.printer)")
            let numbers = try papers.first?.numbers(lab)
            #expect(numbers == (job.ticket.pages == nil ? [1, 2, 3] : [2, 3]), "\(name)")
        }
        #expect(try service.ownJobs().count == crashes)
        #expect(
            try service.spooled().allSatisfy { !$0.hasSuffix(".part") && !$0.hasSuffix(".pdf") }
        )
        service.end()
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
            #expect(try service.spooled() == [kept.id])
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
