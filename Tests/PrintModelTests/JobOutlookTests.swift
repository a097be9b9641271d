import FoundationEssentials
import PrintModel
import Testing

@Suite struct `The outlook of a job` {
    /// Three pages twice, on one side each: six impressions, six sheets.
    private func job(_ progress: JobProgress) -> PrintJob {
        PrintJob(
            id: JobID(rawValue: 1),
            submission: .random(),
            name: "report.pdf",
            user: "ann",
            printer: PrinterID(rawValue: "office"),
            state: .sending,
            document: Sample.document(),
            ticket: PrintTicket(),
            plan: PrintPlan(pages: [1, 2, 3], copies: 2, sides: .oneSided, media: nil),
            progress: progress,
            createdAt: Date(timeIntervalSince1970: 0),
            updatedAt: Date(timeIntervalSince1970: 0)
        )
    }

    @Test(arguments: moving + waiting + ended + doubtful)
    func `is what the printer says, where it can be asked`(_ seen: Sighting) {
        let outlook = JobOutlook.of(
            job(seen.before),
            cancelRequested: seen.cancelRequested,
            scheduler: seen.scheduler,
            device: seen.device,
            printerReasons: seen.printerReasons,
            printerStopped: seen.printerStopped
        )
        #expect(outlook.state == seen.state)
        #expect(outlook.reasons.map(\.code) == seen.codes)
        #expect(outlook.progress == seen.progress)
        #expect(outlook.schedulerMustDrop == seen.mustDrop)
        if outlook.state == .waiting || outlook.state == .failed {
            #expect(!outlook.reasons.isEmpty, "there is always a reason")
        }
    }

    @Test(arguments: [DeviceSight.notAsked, .noJob, .forgotten])
    func `is a doubt where the scheduler holds again what it had begun`(_ device: DeviceSight) {
        func outlook(_ facts: SchedulerJobFacts, _ device: DeviceSight) -> JobOutlook {
            JobOutlook.of(
                job(JobProgress()),
                cancelRequested: false,
                hadBegun: true,
                scheduler: facts,
                device: device,
                printerReasons: [],
                printerStopped: false
            )
        }
        var facts = Sighting.job(.held)
        let crashed = outlook(facts, device)
        #expect(crashed.state == .failed && crashed.schedulerMustDrop)
        #expect(crashed.reasons.map(\.code) == [.deliveryUncertain])
        // The printer knows better, and goes on without the scheduler.
        let atPrinter = outlook(facts, Sighting.at(.processing))
        #expect(atPrinter.state == .printing && !atPrinter.schedulerMustDrop)
        #expect(outlook(facts, Sighting.at(.completed)).state == .completed)
        // Somebody holds it who knows that it has begun.
        facts.hasBegun = true
        #expect(outlook(facts, device).reasons.map(\.code) == [.heldInScheduler])
    }

    private static let all = JobProgress(impressions: 6, sheets: 6)
    private static let two = JobProgress(impressions: 2, sheets: 2)
    private static let paper = Reason(.mediaEmpty, ["printer": "office"])
    private static let jam = Reason(.mediaJam, ["printer": "office"])
    private static let paused = Reason(.paused, ["printer": "office"])
    private static let toner = Reason(Reason.Code(rawValue: "toner-low"), ["printer": "office"])

    static let moving: [Sighting] = [
        Sighting(testDescription: "pending", scheduler: Sighting.job(.pending), state: .queued),
        Sighting(testDescription: "no job at the printer yet", device: .noJob, state: .sending),
        Sighting(testDescription: "it waits there", device: Sighting.at(.pending), state: .sending),
        Sighting(
            testDescription: "it prints",
            device: Sighting.at(.processing, impressions: 2, sheets: 2),
            state: .printing,
            progress: two
        ),
        Sighting(
            testDescription: "progress never goes back",
            device: Sighting.at(.processing, impressions: 1, sheets: 1),
            before: two,
            state: .printing,
            progress: two
        ),
        Sighting(
            testDescription: "progress never goes beyond the plan",
            device: Sighting.at(.processing, impressions: 100, sheets: 100),
            state: .printing,
            progress: all
        ),
        Sighting(
            testDescription: "done there, and the scheduler follows in a moment",
            device: Sighting.at(.completed, impressions: 6, sheets: 6),
            state: .printing,
            progress: all
        ),
        Sighting(
            testDescription: "done for the scheduler, printing at the printer",
            scheduler: Sighting.job(.completed),
            device: Sighting.at(.processing, impressions: 2, sheets: 2),
            state: .printing,
            progress: two
        ),
        Sighting(testDescription: "a printer that cannot be asked", state: .printing),
        Sighting(
            testDescription: "connecting to one that cannot be asked",
            scheduler: Sighting.job(.processing, printerReasons: ["connecting-to-device"]),
            state: .sending
        ),
        Sighting(
            testDescription: "low toner stops nothing",
            device: Sighting.at(.processing),
            printerReasons: [toner],
            state: .printing
        ),
        Sighting(
            testDescription: "pages come although it is out of paper in one tray",
            device: Sighting.at(.processing, impressions: 2, sheets: 2),
            printerReasons: [paper],
            state: .printing,
            progress: two
        ),
        Sighting(
            testDescription: "canceled, and the printer has not let go",
            device: Sighting.at(.processing),
            cancelRequested: true,
            state: .printing,
            codes: [.canceling]
        ),
        Sighting(
            testDescription: "forgotten by the scheduler, printing at the printer",
            scheduler: nil,
            device: Sighting.at(.processing),
            state: .printing
        ),
    ]

    static let waiting: [Sighting] = [
        Sighting(
            testDescription: "the device does not answer",
            device: .unreachable,
            state: .waiting,
            codes: [.printerUnreachable]
        ),
        Sighting(
            testDescription: "pending, and the device does not answer",
            scheduler: Sighting.job(.pending),
            device: .unreachable,
            state: .waiting,
            codes: [.printerUnreachable]
        ),
        Sighting(
            testDescription: "out of paper",
            device: Sighting.at(.processing),
            printerReasons: [paper, toner],
            state: .waiting,
            codes: [.mediaEmpty]
        ),
        Sighting(
            testDescription: "two keywords that mean the same are one reason",
            device: Sighting.at(.stopped),
            printerReasons: [paper, Reason(.mediaNeeded, ["printer": "office"])],
            printerStopped: true,
            state: .waiting,
            codes: [.mediaEmpty]
        ),
        Sighting(
            testDescription: "a jam before the job reached the printer",
            device: .noJob,
            printerReasons: [jam],
            state: .waiting,
            codes: [.mediaJam]
        ),
        Sighting(
            testDescription: "out of paper, as the scheduler says of one that cannot be asked",
            scheduler: Sighting.job(.processing, printerReasons: ["media-empty-error"]),
            state: .waiting,
            codes: [.mediaEmpty]
        ),
        Sighting(
            testDescription: "stopped, without a reason",
            device: Sighting.at(.stopped),
            state: .waiting,
            codes: [.printerStopped]
        ),
        Sighting(
            testDescription: "the queue is paused",
            scheduler: Sighting.job(.pending),
            printerReasons: [paused],
            printerStopped: true,
            state: .waiting,
            codes: [.paused]
        ),
        Sighting(
            testDescription: "the backend failed and stopped the queue",
            scheduler: Sighting.job(.pending),
            printerStopped: true,
            state: .waiting,
            codes: [.printerStopped]
        ),
        Sighting(
            testDescription: "a name and a password are wanted",
            scheduler: Sighting.job(.held, reasons: ["cups-held-for-authentication"]),
            state: .waiting,
            codes: [.authenticationNeeded]
        ),
        Sighting(
            testDescription: "the same, told by its hold",
            scheduler: Sighting.job(.held, holdUntil: "auth-info-required"),
            state: .waiting,
            codes: [.authenticationNeeded]
        ),
        Sighting(
            testDescription: "held by another program",
            scheduler: Sighting.job(.held, holdUntil: "indefinite"),
            state: .waiting,
            codes: [.heldInScheduler]
        ),
    ]

    static let ended: [Sighting] = [
        Sighting(
            testDescription: "printed",
            scheduler: Sighting.job(.completed),
            device: Sighting.at(.completed),
            state: .completed,
            progress: all
        ),
        Sighting(
            testDescription: "printed, as far as can be known",
            scheduler: Sighting.job(.completed, reasons: ["processing-to-stop-point"]),
            state: .completed,
            progress: all
        ),
        Sighting(
            testDescription: "the printer has forgotten what it printed",
            scheduler: Sighting.job(.completed),
            device: .noJob,
            state: .completed,
            progress: all
        ),
        Sighting(
            testDescription: "completed for the scheduler, canceled at the printer",
            scheduler: Sighting.job(.completed),
            device: Sighting.at(.canceled, impressions: 2, sheets: 2),
            state: .canceled,
            codes: [.canceledAtPrinter],
            progress: two
        ),
        Sighting(
            testDescription: "completed for the scheduler, aborted by the printer",
            scheduler: Sighting.job(.completed),
            device: Sighting.at(.aborted),
            state: .failed,
            codes: [.abortedByPrinter]
        ),
        Sighting(
            testDescription: "aborted by the printer, canceled for the scheduler",
            scheduler: Sighting.job(.canceled, message: "Print job canceled at printer."),
            device: Sighting.at(.aborted, impressions: 2, sheets: 2),
            state: .failed,
            codes: [.abortedByPrinter],
            progress: two
        ),
        Sighting(
            testDescription: "aborted there, and the scheduler follows in a moment",
            device: Sighting.at(.aborted),
            state: .failed,
            codes: [.abortedByPrinter]
        ),
        Sighting(
            testDescription: "refused by the printer",
            scheduler: Sighting.job(
                .canceled,
                message: "Printer cannot print with supplied options."
            ),
            device: .noJob,
            state: .failed,
            codes: [.abortedByPrinter]
        ),
        Sighting(
            testDescription: "canceled by the user",
            scheduler: Sighting.job(.canceled),
            device: Sighting.at(.canceled),
            cancelRequested: true,
            state: .canceled,
            codes: [.canceledByUser]
        ),
        Sighting(
            testDescription: "canceled by the user, too late: it is printed",
            scheduler: Sighting.job(.completed),
            device: Sighting.at(.completed),
            cancelRequested: true,
            state: .completed,
            progress: all
        ),
        Sighting(
            testDescription: "canceled by another program",
            scheduler: Sighting.job(.canceled),
            device: .noJob,
            state: .canceled,
            codes: [.canceledInScheduler]
        ),
        Sighting(
            testDescription: "the scheduler gave it up",
            scheduler: Sighting.job(.aborted, message: "No files."),
            device: .noJob,
            state: .failed,
            codes: [.processingFailed]
        ),
        Sighting(
            testDescription: "the filter failed, and the scheduler would keep it for ever",
            scheduler: Sighting.job(.stopped, message: "Filter failed"),
            device: .noJob,
            state: .failed,
            codes: [.processingFailed],
            mustDrop: true
        ),
    ]

    static let doubtful: [Sighting] = [
        Sighting(
            testDescription: "completed in the scheduler, forgotten by a restarted printer",
            scheduler: Sighting.job(.completed),
            device: .forgotten,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        Sighting(
            testDescription: "canceled in the scheduler, forgotten by a restarted printer",
            scheduler: Sighting.job(.canceled),
            device: .forgotten,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        Sighting(
            testDescription: "on its way again after the printer started anew",
            scheduler: Sighting.job(.processing),
            device: .forgotten,
            state: .sending
        ),
        Sighting(
            testDescription: "forgotten by the scheduler, and nobody can be asked",
            scheduler: nil,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        Sighting(
            testDescription: "forgotten by the scheduler and by the printer",
            scheduler: nil,
            device: .noJob,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        Sighting(
            testDescription: "forgotten by the scheduler, printed by the printer",
            scheduler: nil,
            device: Sighting.at(.completed, impressions: 6, sheets: 6),
            state: .completed,
            progress: all
        ),
        Sighting(
            testDescription: "forgotten by the scheduler, aborted by the printer",
            scheduler: nil,
            device: Sighting.at(.aborted),
            state: .failed,
            codes: [.abortedByPrinter]
        ),
    ]
}
