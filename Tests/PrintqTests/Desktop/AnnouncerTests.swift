import Foundation
import PrintModel
import Testing

@testable import PrintDesktop

// Times of this file: they are handed in.

/// What the desktop is told, decided without a desktop.
@Suite struct `What is told` {
    private let start = ContinuousClock.now

    private func announcer(_ level: NotificationLevel = .all) -> Announcer {
        var announcer = Announcer(words: DesktopWords(language: .english))
        announcer.level = level
        return announcer
    }

    private func job(
        _ id: Int,
        _ state: JobState,
        _ reasons: Reason.Code...
    ) -> PrintJob {
        PrintJob(
            id: JobID(rawValue: id),
            submission: nil,
            name: "letter \(id).pdf",
            user: "anna",
            printer: PrinterID(rawValue: "office"),
            state: state,
            reasons: reasons.map { Reason($0, ["printer": "office"]) },
            document: nil,
            ticket: PrintTicket(),
            plan: nil,
            createdAt: Date(timeIntervalSince1970: 0),
            updatedAt: Date(timeIntervalSince1970: 0)
        )
    }

    private func titles(_ changes: [Announcer.Change]) -> [String] {
        changes.map { change in
            switch change {
            case .show(let notice): notice.title
            case .withdraw(let slot): "- \(slot)"
            }
        }
    }

    @Test func `what has been printed is one notice, until the user closes it`() {
        var told = announcer()
        #expect(told.take(job(1, .printing), isWatched: false, now: start).isEmpty)
        let first = told.take(job(1, .completed), isWatched: false, now: start)
        #expect(titles(first) == ["“letter 1.pdf” has been printed"])
        // The same state again, as after a lost connection.
        #expect(told.take(job(1, .completed), isWatched: false, now: start).isEmpty)
        let second = told.take(job(2, .completed), isWatched: false, now: start)
        #expect(titles(second) == ["2 documents have been printed"])
        told.closed(.printed)
        let third = told.take(job(3, .completed), isWatched: false, now: start)
        #expect(titles(third) == ["“letter 3.pdf” has been printed"])
    }

    @Test func `a need is told once, and withdrawn with its cause`() {
        var told = announcer()
        let empty = job(1, .waiting, .mediaEmpty)
        #expect(
            titles(told.take(empty, isWatched: false, now: start)) == ["“letter 1.pdf” is waiting"]
        )
        #expect(told.take(empty, isWatched: false, now: start).isEmpty)
        // Another need is another event, in the same place.
        let jam = told.take(job(1, .waiting, .mediaJam), isWatched: false, now: start)
        #expect(jam.count == 1 && titles(jam) == ["“letter 1.pdf” is waiting"])
        let on = told.take(job(1, .printing), isWatched: false, now: start)
        #expect(on == [.withdraw(.job(JobID(rawValue: 1)))])
        #expect(titles(told.take(empty, isWatched: false, now: start)).count == 1)
    }

    @Test func `a printer that is off is told only after a while`() {
        var told = announcer()
        let away = job(1, .waiting, .printerUnreachable)
        #expect(told.take(away, isWatched: false, now: start).isEmpty)
        #expect(told.isPending)
        #expect(told.due(at: start + .seconds(19)) { _ in false }.isEmpty)
        #expect(titles(told.due(at: start + .seconds(20)) { _ in false }).count == 1)
        #expect(!told.isPending)
        #expect(told.take(away, isWatched: false, now: start + .seconds(30)).isEmpty)
        // One that is back in time is not told.
        #expect(told.take(job(2, .waiting, .paused), isWatched: false, now: start).isEmpty)
        #expect(told.take(job(2, .printing), isWatched: false, now: start).isEmpty)
        #expect(told.due(at: start + .seconds(60)) { _ in false }.isEmpty)
    }

    @Test func `nothing is told of what a person watches or does`() {
        var told = announcer()
        #expect(told.take(job(1, .waiting, .mediaEmpty), isWatched: true, now: start).isEmpty)
        #expect(told.take(job(1, .completed), isWatched: true, now: start).isEmpty)
        #expect(told.take(job(2, .canceled, .canceledByUser), isWatched: false, now: start).isEmpty)
        let elsewhere = job(3, .canceled, .canceledAtPrinter)
        #expect(
            titles(told.take(elsewhere, isWatched: false, now: start)) == [
                "“letter 3.pdf” has been canceled"
            ]
        )
    }

    @Test func `the user chooses what is told`() {
        for (level, expected) in [(NotificationLevel.all, 3), (.failures, 2), (.off, 0)] {
            var told = announcer(level)
            let changes = [
                job(1, .completed), job(2, .failed, .abortedByPrinter),
                job(3, .completed, .printedPartly),
            ].flatMap { told.take($0, isWatched: false, now: start) }
            #expect(changes.count == expected, "\(level): \(titles(changes))")
        }
    }

    @Test func `the languages differ`() {
        let reason = Reason(.mediaEmpty, ["printer": "office"])
        for job in [job(1, .completed), job(2, .waiting)] {
            let (one, other) = (
                DesktopWords(language: .english), DesktopWords(language: .simplifiedChinese)
            )
            for text in [\DesktopWords.name, \.open, \.show, \.again, \.cancel, \.cancelAll] {
                #expect(one[keyPath: text] != other[keyPath: text])
            }
            #expect(one.line(of: job) != other.line(of: job))
            #expect(one.sentences(of: reason).contains(". "))
            #expect(!other.sentences(of: reason.inWords(of: .simplifiedChinese)).contains("。 "))
        }
    }
}
