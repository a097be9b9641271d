import FoundationEssentials
import IPP
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

    @Test(arguments: moving + waiting + ended + empty + kept + doubtful)
    func `is what the printer says, where it can be asked`(_ seen: Sighting) {
        var job = job(seen.before)
        job.state = seen.stateBefore
        if !seen.pagesAreKnown {
            job.plan?.impressions = nil
            job.plan?.sheets = nil
        }
        var delivery = Delivery()
        delivery.cancelRequested = seen.cancelRequested
        delivery.deviceJob = seen.deviceJob
        let outlook = JobOutlook.of(
            job,
            delivery,
            seen: JobOutlook.Sight(
                scheduler: seen.scheduler,
                device: seen.device,
                printerReasons: seen.printerReasons,
                printerStopped: seen.printerStopped,
                queueCountsPages: seen.queueCountsPages
            )
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
            var delivery = Delivery()
            delivery.beganAt = 1
            let seen = JobOutlook.Sight(scheduler: facts, device: device)
            return JobOutlook.of(job(JobProgress()), delivery, seen: seen)
        }
        var facts = Sighting.job(.pendingHeld)
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
        Sighting(
            testDescription: "pending behind others",
            scheduler: Sighting.job(.pending),
            stateBefore: .queued,
            state: .queued
        ),
        Sighting(
            testDescription: "pending for a moment, and not queued again",
            scheduler: Sighting.job(.pending),
            state: .sending
        ),
        Sighting(
            testDescription: "not listed for a moment, and not on its way again",
            device: .noJob,
            stateBefore: .printing,
            state: .printing
        ),
        Sighting(
            testDescription: "a printer that counts only the sheets",
            device: Sighting.at(.processing, impressions: 0, sheets: 3),
            state: .printing,
            progress: JobProgress(impressions: 3, sheets: 3)
        ),
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
            device: Sighting.at(.processingStopped),
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
            device: Sighting.at(.processingStopped),
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
            scheduler: Sighting.job(.pendingHeld, reasons: ["cups-held-for-authentication"]),
            state: .waiting,
            codes: [.authenticationNeeded]
        ),
        Sighting(
            testDescription: "the same, told by its hold",
            scheduler: Sighting.job(.pendingHeld, holdUntil: "auth-info-required"),
            state: .waiting,
            codes: [.authenticationNeeded]
        ),
        Sighting(
            testDescription: "held by another program",
            scheduler: Sighting.job(.pendingHeld, holdUntil: "indefinite"),
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
            codes: [.abortedByPrinter],
            mustDrop: true
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
            scheduler: Sighting.job(.processingStopped, message: "Filter failed"),
            device: .noJob,
            state: .failed,
            codes: [.processingFailed],
            mustDrop: true
        ),
    ]

    /// What the scheduler calls complete without a page.
    static let empty: [Sighting] = [
        Sighting(
            testDescription: "no page was made, and the printer has no such job",
            scheduler: Sighting.job(.completed, impressions: 0),
            device: .noJob,
            deviceJob: nil,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        Sighting(
            testDescription: "no page was made, and the printer cannot be asked",
            scheduler: Sighting.job(.completed, impressions: 0),
            pagesAreKnown: false,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        Sighting(
            testDescription: "no page was made, and the printer got an empty document",
            scheduler: Sighting.job(.completed, impressions: 0),
            device: Sighting.at(.completed, impressions: 0, sheets: 0),
            pagesAreKnown: false,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        Sighting(
            testDescription: "the printer never had it, and keeps an older one",
            scheduler: Sighting.job(.completed, impressions: 0),
            device: .neverHad,
            deviceJob: nil,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        Sighting(
            testDescription: "pages were made, and the printer never had them",
            scheduler: Sighting.job(.completed, impressions: 6),
            device: .neverHad,
            deviceJob: nil,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        Sighting(
            testDescription: "printed by a queue whose driver counts nothing",
            scheduler: Sighting.job(.completed, impressions: 0),
            pagesAreKnown: false,
            queueCountsPages: false,
            state: .completed
        ),
        Sighting(
            testDescription: "pages that were placed here are there, whoever counts them",
            scheduler: Sighting.job(.completed, impressions: 0),
            state: .completed,
            progress: all
        ),
        Sighting(
            testDescription: "printed, and forgotten at once by the printer",
            scheduler: Sighting.job(.completed, impressions: 6),
            device: .noJob,
            deviceJob: nil,
            state: .completed,
            progress: all
        ),
        Sighting(
            testDescription: "text, whose pages only the scheduler counted",
            scheduler: Sighting.job(.completed, impressions: 2),
            pagesAreKnown: false,
            state: .completed,
            progress: JobProgress(impressions: 2)
        ),
    ]

    /// Jobs that are over, and that the scheduler would send again.
    static let kept: [Sighting] = [
        Sighting(
            testDescription: "aborted there, and the queue is stopped with it",
            scheduler: Sighting.job(.pending, message: "Unable to add document.", hasBegun: true),
            device: Sighting.at(.aborted),
            printerReasons: [paused],
            printerStopped: true,
            state: .failed,
            codes: [.abortedByPrinter],
            mustDrop: true
        ),
        Sighting(
            testDescription: "canceled there by a queue that was paused",
            scheduler: Sighting.job(.pending, hasBegun: true),
            device: Sighting.at(.canceled),
            printerReasons: [paused],
            printerStopped: true,
            state: .waiting,
            codes: [.paused]
        ),
        Sighting(
            testDescription: "canceled there by a queue that was paused a moment ago",
            scheduler: Sighting.job(.processing, hasBegun: true),
            device: Sighting.at(.canceled),
            stateBefore: .printing,
            state: .printing
        ),
        Sighting(
            testDescription: "canceled there, and held for the next try",
            scheduler: Sighting.job(.pendingHeld, hasBegun: true),
            device: Sighting.at(.canceled),
            state: .canceled,
            codes: [.canceledAtPrinter],
            mustDrop: true
        ),
    ]

    @Test func `says what the backend said of a job that the printer gave up`() {
        let scheduler = Sighting.job(.pending, message: "Unable to add document.", hasBegun: true)
        let seen = JobOutlook.Sight(
            scheduler: scheduler,
            device: Sighting.at(.aborted, message: "Job aborted.")
        )
        let outlook = JobOutlook.of(job(JobProgress()), Delivery(), seen: seen)
        #expect(
            outlook.reasons.first?.message
                == "'office' aborted the job: Job aborted; Unable to add document."
        )
    }

    @Test(arguments: [
        (PrintPlan(pages: [1, 2, 3], copies: 1, sides: .oneSided, media: nil), "2-"),
        (PrintPlan(pages: [3, 1, 2], copies: 1, sides: .oneSided, media: nil), "1-2"),
        (PrintPlan(pages: [1, 2, 3], copies: 1, sides: .oneSided, media: nil, numberUp: 2), "3"),
        (PrintPlan(pages: [1, 2, 3], copies: 2, sides: .oneSided, media: nil), nil),
        (PrintPlan(pages: [1, 2], copies: 1, sides: .oneSided, media: nil, reverse: true), nil),
    ])
    func `names the pages that may be missing`(_ plan: PrintPlan, _ rest: String?) {
        var job = job(JobProgress(impressions: 1, sheets: 1))
        job.plan = plan
        job.document?.pages = 3
        let seen = JobOutlook.Sight(scheduler: Sighting.job(.completed), device: .forgotten)
        let reason = JobOutlook.of(job, Delivery(), seen: seen).reasons.first
        #expect(reason?.code == .deliveryUncertain)
        #expect(reason?.parameters["rest"] == rest)
        #expect(reason?.message.contains("restarted after 1 of") == true)
    }

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
