import FoundationEssentials
import Testing

@testable import PrintModel

@Suite struct `A list of jobs that is followed` {
    private func job(
        _ id: Int?,
        _ state: JobState = .queued,
        on printer: String = "office",
        user: String = "ann",
        at time: Double = 1000
    ) -> PrintJob {
        let date = Date(timeIntervalSince1970: time)
        return PrintJob(
            id: id.map { JobID(rawValue: $0) },
            external: id == nil ? "\(printer)-\(Int(time))" : nil,
            submission: nil,
            name: "report.pdf",
            user: user,
            printer: PrinterID(rawValue: printer),
            state: state,
            document: nil,
            ticket: PrintTicket(),
            plan: nil,
            createdAt: date,
            updatedAt: date
        )
    }

    @Test func `tells what comes, changes and goes, and nothing twice`() {
        var list = FollowedJobs(JobFilter())
        #expect(list.take(job(1))?.event == .added)
        #expect(list.take(job(1)) == nil)
        #expect(list.take(job(1, .printing))?.event == .changed)
        #expect(list.take(job(2, .completed)) == nil)
        let end = list.take(job(1, .completed))
        #expect(end?.event == .removed && end?.job.state == .completed)
        #expect(list.take(job(1, .completed)) == nil && list.jobs.isEmpty)
        var history = FollowedJobs(JobFilter(all: true))
        #expect(history.take(job(1, .completed))?.event == .added)
    }

    @Test func `loses a job that is moved away, and those of others that are gone`() {
        var list = FollowedJobs(JobFilter(printer: PrinterID(rawValue: "office")))
        #expect(list.take(job(1, on: "mono")) == nil)
        #expect(list.take(job(2))?.event == .added)
        #expect(list.take(others: [job(nil, at: 5), job(nil, at: 6)]).count == 2)
        #expect(list.jobs.map(\.label) == ["2", "office-5", "office-6"])
        #expect(list.take(others: [job(nil, at: 6)]).map(\.event) == [.removed])
        #expect(list.take(job(2, on: "mono"))?.event == .removed)
        #expect(list.jobs.map(\.label) == ["office-6"])
    }

    @Test(arguments: ["cellar", "CELLAR", "office"])
    func `takes the jobs of a printer by each of its names`(_ name: String) {
        var printer = Sample.printer("office")
        printer.aliases = [PrinterID(rawValue: "cellar")]
        var filter = JobFilter(printer: PrinterID(rawValue: name))
        filter.takeNames(of: printer)
        #expect(filter.takes(job(1)) && filter.takes(job(2, on: "cellar")))
        #expect(!filter.takes(job(3, on: "mono")))
    }

    @Test(arguments: [
        (JobFilter(), true), (JobFilter(user: "ann"), true), (JobFilter(user: "bob"), false),
        (JobFilter(since: Date(timeIntervalSince1970: 1000)), true),
        (JobFilter(since: Date(timeIntervalSince1970: 1001)), false),
        (JobFilter(until: Date(timeIntervalSince1970: 1000)), false),
        (JobFilter(until: Date(timeIntervalSince1970: 1001)), true),
        (JobFilter(printer: PrinterID(rawValue: "mono")), false),
    ])
    func `takes what its filter says`(_ filter: JobFilter, _ isTaken: Bool) {
        #expect(filter.takes(job(1)) == isTaken)
    }
}
