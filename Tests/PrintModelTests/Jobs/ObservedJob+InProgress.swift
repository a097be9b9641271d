import IPP
import PrintModel

/// Jobs that print, or that wait.
extension ObservedJob {
    static let inProgress = moving + waiting

    private static let moving: [ObservedJob] = [
        ObservedJob(
            testDescription: "pending behind others",
            scheduler: job(.pending),
            stateBefore: .queued,
            state: .queued
        ),
        ObservedJob(
            testDescription: "pending for a moment, and not queued again",
            scheduler: job(.pending),
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
            device: at(.processing, impressions: 0, sheets: 3),
            state: .printing,
            progress: JobProgress(impressions: 3, sheets: 3)
        ),
        ObservedJob(testDescription: "no job at the printer yet", device: .noJob, state: .sending),
        ObservedJob(testDescription: "it waits there", device: at(.pending), state: .sending),
        ObservedJob(
            testDescription: "it prints",
            device: at(.processing, impressions: 2, sheets: 2),
            state: .printing,
            progress: two
        ),
        ObservedJob(
            testDescription: "progress never goes back",
            device: at(.processing, impressions: 1, sheets: 1),
            before: two,
            state: .printing,
            progress: two
        ),
        ObservedJob(
            testDescription: "progress never goes beyond the plan",
            device: at(.processing, impressions: 100, sheets: 100),
            state: .printing,
            progress: all
        ),
        ObservedJob(
            testDescription: "done there, and the scheduler follows in a moment",
            device: at(.completed, impressions: 6, sheets: 6),
            state: .printing,
            progress: all
        ),
        ObservedJob(
            testDescription: "done for the scheduler, printing at the printer",
            scheduler: job(.completed),
            device: at(.processing, impressions: 2, sheets: 2),
            state: .printing,
            progress: two
        ),
        ObservedJob(testDescription: "a printer that cannot be asked", state: .printing),
        ObservedJob(
            testDescription: "connecting to one that cannot be asked",
            scheduler: job(.processing, printerReasons: ["connecting-to-device"]),
            state: .sending
        ),
        ObservedJob(
            testDescription: "low toner stops nothing",
            device: at(.processing),
            printerReasons: [toner],
            state: .printing
        ),
        ObservedJob(
            testDescription: "pages come although it is out of paper in one tray",
            device: at(.processing, impressions: 2, sheets: 2),
            printerReasons: [paper],
            state: .printing,
            progress: two
        ),
        ObservedJob(
            testDescription: "canceled, and the printer has not let go",
            device: at(.processing),
            cancelRequested: true,
            state: .printing,
            codes: [.canceling]
        ),
        ObservedJob(
            testDescription: "forgotten by the scheduler, printing at the printer",
            scheduler: nil,
            device: at(.processing),
            state: .printing
        ),
    ]

    private static let waiting: [ObservedJob] = [
        ObservedJob(
            testDescription: "the device does not answer",
            device: .unreachable,
            state: .waiting,
            codes: [.printerUnreachable]
        ),
        ObservedJob(
            testDescription: "pending, and the device does not answer",
            scheduler: job(.pending),
            device: .unreachable,
            state: .waiting,
            codes: [.printerUnreachable]
        ),
        ObservedJob(
            testDescription: "out of paper",
            device: at(.processing),
            printerReasons: [paper, toner],
            state: .waiting,
            codes: [.mediaEmpty]
        ),
        ObservedJob(
            testDescription: "two keywords that mean the same are one reason",
            device: at(.processingStopped),
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
            scheduler: job(.processing, printerReasons: ["media-empty-error"]),
            state: .waiting,
            codes: [.mediaEmpty]
        ),
        ObservedJob(
            testDescription: "stopped, without a reason",
            device: at(.processingStopped),
            state: .waiting,
            codes: [.printerStopped]
        ),
        ObservedJob(
            testDescription: "the queue is paused",
            scheduler: job(.pending),
            printerReasons: [paused],
            printerStopped: true,
            state: .waiting,
            codes: [.paused]
        ),
        ObservedJob(
            testDescription: "the backend failed and stopped the queue",
            scheduler: job(.pending),
            printerStopped: true,
            state: .waiting,
            codes: [.printerStopped]
        ),
        ObservedJob(
            testDescription: "a name and a password are wanted",
            scheduler: job(.pendingHeld, reasons: ["cups-held-for-authentication"]),
            state: .waiting,
            codes: [.authenticationNeeded]
        ),
        ObservedJob(
            testDescription: "the same, told by its hold",
            scheduler: job(.pendingHeld, holdUntil: "auth-info-required"),
            state: .waiting,
            codes: [.authenticationNeeded]
        ),
        ObservedJob(
            testDescription: "held by another program",
            scheduler: job(.pendingHeld, holdUntil: "indefinite"),
            state: .waiting,
            codes: [.heldInScheduler]
        ),
    ]
}
