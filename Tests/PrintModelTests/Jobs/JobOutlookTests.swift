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
    func `is what the printer says, where it can be asked`(_ seen: ObservedJob) {
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
            seen: JobOutlook.Observations(
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

    @Test(arguments: [DeviceObservation.notAsked, .noJob, .forgotten])
    func `is a doubt where the scheduler holds again what it had begun`(_ device: DeviceObservation)
    {
        func outlook(_ facts: SchedulerJobFacts, _ device: DeviceObservation) -> JobOutlook {
            var delivery = Delivery()
            delivery.beganAt = 1
            let seen = JobOutlook.Observations(scheduler: facts, device: device)
            return JobOutlook.of(job(JobProgress()), delivery, seen: seen)
        }
        var facts = ObservedJob.job(.pendingHeld)
        let crashed = outlook(facts, device)
        #expect(crashed.state == .failed && crashed.schedulerMustDrop)
        #expect(crashed.reasons.map(\.code) == [.deliveryUncertain])
        // The printer knows better, and goes on without the scheduler.
        let atPrinter = outlook(facts, ObservedJob.at(.processing))
        #expect(atPrinter.state == .printing && !atPrinter.schedulerMustDrop)
        #expect(outlook(facts, ObservedJob.at(.completed)).state == .completed)
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

    static let moving: [ObservedJob] = [
        ObservedJob(
            testDescription: "pending behind others",
            scheduler: ObservedJob.job(.pending),
            stateBefore: .queued,
            state: .queued
        ),
        ObservedJob(
            testDescription: "pending for a moment, and not queued again",
            scheduler: ObservedJob.job(.pending),
            state: .sending
        ),
        ObservedJob(
            testDescription: "not listed for a moment, and not on its way again",
            device: .noJob,
            stateBefore: .printing,
            state: .printing
        ),
        ObservedJob(
            testDescription: "a printer that counts only the sheets",
            device: ObservedJob.at(.processing, impressions: 0, sheets: 3),
            state: .printing,
            progress: JobProgress(impressions: 3, sheets: 3)
        ),
        ObservedJob(testDescription: "no job at the printer yet", device: .noJob, state: .sending),
        ObservedJob(
            testDescription: "it waits there",
            device: ObservedJob.at(.pending),
            state: .sending
        ),
        ObservedJob(
            testDescription: "it prints",
            device: ObservedJob.at(.processing, impressions: 2, sheets: 2),
            state: .printing,
            progress: two
        ),
        ObservedJob(
            testDescription: "progress never goes back",
            device: ObservedJob.at(.processing, impressions: 1, sheets: 1),
            before: two,
            state: .printing,
            progress: two
        ),
        ObservedJob(
            testDescription: "progress never goes beyond the plan",
            device: ObservedJob.at(.processing, impressions: 100, sheets: 100),
            state: .printing,
            progress: all
        ),
        ObservedJob(
            testDescription: "done there, and the scheduler follows in a moment",
            device: ObservedJob.at(.completed, impressions: 6, sheets: 6),
            state: .printing,
            progress: all
        ),
        ObservedJob(
            testDescription: "done for the scheduler, printing at the printer",
            scheduler: ObservedJob.job(.completed),
            device: ObservedJob.at(.processing, impressions: 2, sheets: 2),
            state: .printing,
            progress: two
        ),
        ObservedJob(testDescription: "a printer that cannot be asked", state: .printing),
        ObservedJob(
            testDescription: "connecting to one that cannot be asked",
            scheduler: ObservedJob.job(.processing, printerReasons: ["connecting-to-device"]),
            state: .sending
        ),
        ObservedJob(
            testDescription: "low toner stops nothing",
            device: ObservedJob.at(.processing),
            printerReasons: [toner],
            state: .printing
        ),
        ObservedJob(
            testDescription: "pages come although it is out of paper in one tray",
            device: ObservedJob.at(.processing, impressions: 2, sheets: 2),
            printerReasons: [paper],
            state: .printing,
            progress: two
        ),
        ObservedJob(
            testDescription: "canceled, and the printer has not let go",
            device: ObservedJob.at(.processing),
            cancelRequested: true,
            state: .printing,
            codes: [.canceling]
        ),
        ObservedJob(
            testDescription: "forgotten by the scheduler, printing at the printer",
            scheduler: nil,
            device: ObservedJob.at(.processing),
            state: .printing
        ),
    ]

    static let waiting: [ObservedJob] = [
        ObservedJob(
            testDescription: "the device does not answer",
            device: .unreachable,
            state: .waiting,
            codes: [.printerUnreachable]
        ),
        ObservedJob(
            testDescription: "pending, and the device does not answer",
            scheduler: ObservedJob.job(.pending),
            device: .unreachable,
            state: .waiting,
            codes: [.printerUnreachable]
        ),
        ObservedJob(
            testDescription: "out of paper",
            device: ObservedJob.at(.processing),
            printerReasons: [paper, toner],
            state: .waiting,
            codes: [.mediaEmpty]
        ),
        ObservedJob(
            testDescription: "two keywords that mean the same are one reason",
            device: ObservedJob.at(.processingStopped),
            printerReasons: [paper, Reason(.mediaNeeded, ["printer": "office"])],
            printerStopped: true,
            state: .waiting,
            codes: [.mediaEmpty]
        ),
        ObservedJob(
            testDescription: "a jam before the job reached the printer",
            device: .noJob,
            printerReasons: [jam],
            state: .waiting,
            codes: [.mediaJam]
        ),
        ObservedJob(
            testDescription: "out of paper, as the scheduler says of one that cannot be asked",
            scheduler: ObservedJob.job(.processing, printerReasons: ["media-empty-error"]),
            state: .waiting,
            codes: [.mediaEmpty]
        ),
        ObservedJob(
            testDescription: "stopped, without a reason",
            device: ObservedJob.at(.processingStopped),
            state: .waiting,
            codes: [.printerStopped]
        ),
        ObservedJob(
            testDescription: "the queue is paused",
            scheduler: ObservedJob.job(.pending),
            printerReasons: [paused],
            printerStopped: true,
            state: .waiting,
            codes: [.paused]
        ),
        ObservedJob(
            testDescription: "the backend failed and stopped the queue",
            scheduler: ObservedJob.job(.pending),
            printerStopped: true,
            state: .waiting,
            codes: [.printerStopped]
        ),
        ObservedJob(
            testDescription: "a name and a password are wanted",
            scheduler: ObservedJob.job(.pendingHeld, reasons: ["cups-held-for-authentication"]),
            state: .waiting,
            codes: [.authenticationNeeded]
        ),
        ObservedJob(
            testDescription: "the same, told by its hold",
            scheduler: ObservedJob.job(.pendingHeld, holdUntil: "auth-info-required"),
            state: .waiting,
            codes: [.authenticationNeeded]
        ),
        ObservedJob(
            testDescription: "held by another program",
            scheduler: ObservedJob.job(.pendingHeld, holdUntil: "indefinite"),
            state: .waiting,
            codes: [.heldInScheduler]
        ),
    ]

    static let ended: [ObservedJob] = [
        ObservedJob(
            testDescription: "printed",
            scheduler: ObservedJob.job(.completed),
            device: ObservedJob.at(.completed),
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "printed, as far as can be known",
            scheduler: ObservedJob.job(.completed, reasons: ["processing-to-stop-point"]),
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "the printer has forgotten what it printed",
            scheduler: ObservedJob.job(.completed),
            device: .noJob,
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "completed for the scheduler, canceled at the printer",
            scheduler: ObservedJob.job(.completed),
            device: ObservedJob.at(.canceled, impressions: 2, sheets: 2),
            state: .canceled,
            codes: [.canceledAtPrinter],
            progress: two
        ),
        ObservedJob(
            testDescription: "completed for the scheduler, aborted by the printer",
            scheduler: ObservedJob.job(.completed),
            device: ObservedJob.at(.aborted),
            state: .failed,
            codes: [.abortedByPrinter]
        ),
        ObservedJob(
            testDescription: "aborted by the printer, canceled for the scheduler",
            scheduler: ObservedJob.job(.canceled, message: "Print job canceled at printer."),
            device: ObservedJob.at(.aborted, impressions: 2, sheets: 2),
            state: .failed,
            codes: [.abortedByPrinter],
            progress: two
        ),
        ObservedJob(
            testDescription: "aborted there, and the scheduler follows in a moment",
            device: ObservedJob.at(.aborted),
            state: .failed,
            codes: [.abortedByPrinter],
            mustDrop: true
        ),
        ObservedJob(
            testDescription: "refused by the printer",
            scheduler: ObservedJob.job(
                .canceled,
                message: "Printer cannot print with supplied options."
            ),
            device: .noJob,
            state: .failed,
            codes: [.abortedByPrinter]
        ),
        ObservedJob(
            testDescription: "canceled by the user",
            scheduler: ObservedJob.job(.canceled),
            device: ObservedJob.at(.canceled),
            cancelRequested: true,
            state: .canceled,
            codes: [.canceledByUser]
        ),
        ObservedJob(
            testDescription: "canceled by the user, too late: it is printed",
            scheduler: ObservedJob.job(.completed),
            device: ObservedJob.at(.completed),
            cancelRequested: true,
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "canceled by another program",
            scheduler: ObservedJob.job(.canceled),
            device: .noJob,
            state: .canceled,
            codes: [.canceledInScheduler]
        ),
        ObservedJob(
            testDescription: "the scheduler gave it up",
            scheduler: ObservedJob.job(.aborted, message: "No files."),
            device: .noJob,
            state: .failed,
            codes: [.processingFailed]
        ),
        ObservedJob(
            testDescription: "the filter failed, and the scheduler would keep it for ever",
            scheduler: ObservedJob.job(.processingStopped, message: "Filter failed"),
            device: .noJob,
            state: .failed,
            codes: [.processingFailed],
            mustDrop: true
        ),
    ]

    /// What the scheduler calls complete without a page.
    static let empty: [ObservedJob] = [
        ObservedJob(
            testDescription: "no page was made, and the printer has no such job",
            scheduler: ObservedJob.job(.completed, impressions: 0),
            device: .noJob,
            deviceJob: nil,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        ObservedJob(
            testDescription: "no page was made, and the printer cannot be asked",
            scheduler: ObservedJob.job(.completed, impressions: 0),
            pagesAreKnown: false,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        ObservedJob(
            testDescription: "no page was made, and the printer got an empty document",
            scheduler: ObservedJob.job(.completed, impressions: 0),
            device: ObservedJob.at(.completed, impressions: 0, sheets: 0),
            pagesAreKnown: false,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        ObservedJob(
            testDescription: "the printer never had it, and keeps an older one",
            scheduler: ObservedJob.job(.completed, impressions: 0),
            device: .neverHad,
            deviceJob: nil,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        ObservedJob(
            testDescription: "pages were made, and the printer never had them",
            scheduler: ObservedJob.job(.completed, impressions: 6),
            device: .neverHad,
            deviceJob: nil,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        ObservedJob(
            testDescription: "printed by a queue whose driver counts nothing",
            scheduler: ObservedJob.job(.completed, impressions: 0),
            pagesAreKnown: false,
            queueCountsPages: false,
            state: .completed
        ),
        ObservedJob(
            testDescription: "pages that were placed here are there, whoever counts them",
            scheduler: ObservedJob.job(.completed, impressions: 0),
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "printed, and forgotten at once by the printer",
            scheduler: ObservedJob.job(.completed, impressions: 6),
            device: .noJob,
            deviceJob: nil,
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "text, whose pages only the scheduler counted",
            scheduler: ObservedJob.job(.completed, impressions: 2),
            pagesAreKnown: false,
            state: .completed,
            progress: JobProgress(impressions: 2)
        ),
    ]

    /// Jobs that are over, and that the scheduler would send again.
    static let kept: [ObservedJob] = [
        ObservedJob(
            testDescription: "aborted there, and the queue is stopped with it",
            scheduler: ObservedJob.job(
                .pending,
                message: "Unable to add document.",
                hasBegun: true
            ),
            device: ObservedJob.at(.aborted),
            printerReasons: [paused],
            printerStopped: true,
            state: .failed,
            codes: [.abortedByPrinter],
            mustDrop: true
        ),
        ObservedJob(
            testDescription: "canceled there by a queue that was paused",
            scheduler: ObservedJob.job(.pending, hasBegun: true),
            device: ObservedJob.at(.canceled),
            printerReasons: [paused],
            printerStopped: true,
            state: .waiting,
            codes: [.paused]
        ),
        ObservedJob(
            testDescription: "canceled there by a queue that was paused a moment ago",
            scheduler: ObservedJob.job(.processing, hasBegun: true),
            device: ObservedJob.at(.canceled),
            stateBefore: .printing,
            state: .printing
        ),
        ObservedJob(
            testDescription: "canceled there, and held for the next try",
            scheduler: ObservedJob.job(.pendingHeld, hasBegun: true),
            device: ObservedJob.at(.canceled),
            state: .canceled,
            codes: [.canceledAtPrinter],
            mustDrop: true
        ),
    ]

    @Test func `says what the backend said of a job that the printer gave up`() {
        let scheduler = ObservedJob.job(
            .pending,
            message: "Unable to add document.",
            hasBegun: true
        )
        let seen = JobOutlook.Observations(
            scheduler: scheduler,
            device: ObservedJob.at(.aborted, message: "Job aborted.")
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
        let seen = JobOutlook.Observations(
            scheduler: ObservedJob.job(.completed),
            device: .forgotten
        )
        let reason = JobOutlook.of(job, Delivery(), seen: seen).reasons.first
        #expect(reason?.code == .deliveryUncertain)
        #expect(reason?.parameters["rest"] == rest)
        #expect(reason?.message.contains("restarted after 1 of") == true)
    }

    static let doubtful: [ObservedJob] = [
        ObservedJob(
            testDescription: "completed in the scheduler, forgotten by a restarted printer",
            scheduler: ObservedJob.job(.completed),
            device: .forgotten,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        ObservedJob(
            testDescription: "canceled in the scheduler, forgotten by a restarted printer",
            scheduler: ObservedJob.job(.canceled),
            device: .forgotten,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        ObservedJob(
            testDescription: "on its way again after the printer started anew",
            scheduler: ObservedJob.job(.processing),
            device: .forgotten,
            state: .sending
        ),
        ObservedJob(
            testDescription: "forgotten by the scheduler, and nobody can be asked",
            scheduler: nil,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        ObservedJob(
            testDescription: "forgotten by the scheduler and by the printer",
            scheduler: nil,
            device: .noJob,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        ObservedJob(
            testDescription: "forgotten by the scheduler, printed by the printer",
            scheduler: nil,
            device: ObservedJob.at(.completed, impressions: 6, sheets: 6),
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "forgotten by the scheduler, aborted by the printer",
            scheduler: nil,
            device: ObservedJob.at(.aborted),
            state: .failed,
            codes: [.abortedByPrinter]
        ),
    ]
}
