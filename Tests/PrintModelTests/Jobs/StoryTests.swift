import FoundationEssentials
import PrintModel
import Testing

@Suite struct `The story of a job` {
    private static let office = PrinterID(rawValue: "office")
    private static let mono = PrinterID(rawValue: "mono")
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    private static func entry(
        _ seconds: Double,
        _ state: JobState,
        _ reasons: [Reason] = [],
        printed: Int = 0,
        on printer: PrinterID = office
    ) -> StoryEntry {
        StoryEntry(
            at: start.addingTimeInterval(seconds),
            state: state,
            printer: printer,
            reasons: reasons,
            progress: JobProgress(impressions: printed)
        )
    }

    private func steps(_ story: [StoryEntry], holdUntil: Date? = nil) -> [StoryStep] {
        let job = PrintJob(
            id: JobID(rawValue: 1),
            submission: nil,
            name: "a",
            user: "u",
            printer: Self.office,
            state: .queued,
            document: nil,
            ticket: PrintTicket(holdUntil: holdUntil),
            plan: nil,
            createdAt: Self.start,
            updatedAt: Self.start
        )
        return JobDetails(job: job, story: story).steps
    }

    @Test func `begins when it was submitted and ends with what became of it`() {
        let canceled = [Reason(.canceledByUser, ["printer": "office"])]
        let steps = steps([
            Self.entry(0, .queued), Self.entry(1, .sending), Self.entry(2, .canceled, canceled),
        ])
        #expect(steps.map(\.event) == [.submitted, .sent, .ended(.canceled)])
        #expect(steps.last?.reasons == canceled)
        #expect(steps.map { $0.at.timeIntervalSince(Self.start) } == [0, 1, 2])
        #expect(self.steps([]) == [])
    }

    @Test func `tells how far the printer came, once before each thing that happened`() {
        let empty = [Reason(.mediaEmpty, ["printer": "office"])]
        let steps = steps([
            Self.entry(0, .queued), Self.entry(1, .sending), Self.entry(2, .printing),
            Self.entry(3, .printing, printed: 1), Self.entry(4, .printing, printed: 3),
            Self.entry(5, .waiting, empty, printed: 3), Self.entry(6, .waiting, empty, printed: 3),
            Self.entry(7, .printing, printed: 3), Self.entry(8, .printing, printed: 6),
            Self.entry(9, .completed, printed: 6),
        ])
        #expect(
            steps.map(\.event) == [
                .submitted, .sent, .printing, .waiting, .printing, .ended(.completed),
            ]
        )
        #expect(steps.map(\.progress.impressions) == [0, 0, 3, 3, 6, 6])
        #expect(steps[2].at == Self.start.addingTimeInterval(2))
    }

    @Test func `tells two reasons to wait as two`() {
        let empty = [Reason(.mediaEmpty, ["printer": "office"])]
        let jam = [Reason(.mediaJam, ["printer": "office"])]
        let steps = steps([
            Self.entry(0, .waiting, empty), Self.entry(1, .waiting, jam), Self.entry(2, .queued),
        ])
        #expect(steps.map(\.event) == [.submitted, .waiting, .waiting, .queued])
    }

    @Test func `says who released a job`() {
        let byUser = [Reason(.heldByUser, ["printer": "office"])]
        let timed = [Reason(.heldUntil, ["printer": "office", "time": "22:13"])]
        let elsewhere = [Reason(.heldInScheduler, ["printer": "office", "job": "office-1"])]
        let time = Self.start.addingTimeInterval(60)
        func releaser(_ before: StoryEntry, _ after: StoryEntry) -> StoryStep.Event? {
            steps([before, after], holdUntil: time).first {
                if case .released = $0.event { true } else { false }
            }?.event
        }
        let held = Self.entry(0, .held, byUser)
        let until = Self.entry(0, .held, timed)
        #expect(releaser(held, Self.entry(90, .queued)) == .released(by: .user))
        #expect(releaser(until, Self.entry(30, .queued)) == .released(by: .user))
        #expect(releaser(until, Self.entry(60, .sending)) == .released(by: .time))
        #expect(
            releaser(Self.entry(0, .waiting, elsewhere), Self.entry(9, .printing))
                == .released(by: .scheduler)
        )
        #expect(releaser(held, Self.entry(9, .canceled)) == nil)
        #expect(releaser(Self.entry(0, .waiting), Self.entry(9, .queued)) == nil)
    }

    @Test func `of a held job that is moved or gets another priority tells no hold twice`() {
        let held = [Reason(.heldByUser, ["printer": "office"])]
        let steps = steps([
            Self.entry(0, .held, held), Self.entry(1, .held, held, on: Self.mono),
            Self.entry(2, .held, held, on: Self.mono), Self.entry(3, .queued, on: Self.mono),
            Self.entry(4, .queued, on: Self.office), Self.entry(5, .queued, on: Self.office),
        ])
        #expect(
            steps.map(\.event) == [
                .submitted, .held, .moved(to: Self.mono), .released(by: .user),
                .moved(to: Self.office),
            ]
        )
    }
}
