import IPP
import PrintModel

/// Jobs that print, or that wait.
extension Sighting {
    static let inProgress = moving + waiting

    private static let moving: [Sighting] = [
        Sighting(
            testDescription: "pending behind others",
            scheduler: job(.pending),
            stateBefore: .queued,
            state: .queued
        ),
        Sighting(
            testDescription: "pending for a moment, and not queued again",
            scheduler: job(.pending),
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
            device: at(.processing, impressions: 0, sheets: 3),
            state: .printing,
            progress: JobProgress(impressions: 3, sheets: 3)
        ),
        Sighting(testDescription: "no job at the printer yet", device: .noJob, state: .sending),
        Sighting(testDescription: "it waits there", device: at(.pending), state: .sending),
        Sighting(
            testDescription: "it prints",
            device: at(.processing, impressions: 2, sheets: 2),
            state: .printing,
            progress: two
        ),
        Sighting(
            testDescription: "progress never goes back",
            device: at(.processing, impressions: 1, sheets: 1),
            before: two,
            state: .printing,
            progress: two
        ),
        Sighting(
            testDescription: "progress never goes beyond the plan",
            device: at(.processing, impressions: 100, sheets: 100),
            state: .printing,
            progress: all
        ),
        Sighting(
            testDescription: "done there, and the scheduler follows in a moment",
            device: at(.completed, impressions: 6, sheets: 6),
            state: .printing,
            progress: all
        ),
        Sighting(
            testDescription: "done for the scheduler, printing at the printer",
            scheduler: job(.completed),
            device: at(.processing, impressions: 2, sheets: 2),
            state: .printing,
            progress: two
        ),
        Sighting(testDescription: "a printer that cannot be asked", state: .printing),
        Sighting(
            testDescription: "connecting to one that cannot be asked",
            scheduler: job(.processing, printerReasons: ["connecting-to-device"]),
            state: .sending
        ),
        Sighting(
            testDescription: "low toner stops nothing",
            device: at(.processing),
            printerReasons: [toner],
            state: .printing
        ),
        Sighting(
            testDescription: "pages come although it is out of paper in one tray",
            device: at(.processing, impressions: 2, sheets: 2),
            printerReasons: [paper],
            state: .printing,
            progress: two
        ),
        Sighting(
            testDescription: "canceled, and the printer has not let go",
            device: at(.processing),
            cancelRequested: true,
            state: .printing,
            codes: [.canceling]
        ),
        Sighting(
            testDescription: "forgotten by the scheduler, printing at the printer",
            scheduler: nil,
            device: at(.processing),
            state: .printing
        ),
    ]

    private static let waiting: [Sighting] = [
        Sighting(
            testDescription: "the device does not answer",
            device: .unreachable,
            state: .waiting,
            codes: [.printerUnreachable]
        ),
        Sighting(
            testDescription: "pending, and the device does not answer",
            scheduler: job(.pending),
            device: .unreachable,
            state: .waiting,
            codes: [.printerUnreachable]
        ),
        Sighting(
            testDescription: "out of paper",
            device: at(.processing),
            printerReasons: [paper, toner],
            state: .waiting,
            codes: [.mediaEmpty]
        ),
        Sighting(
            testDescription: "two keywords that mean the same are one reason",
            device: at(.processingStopped),
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
            scheduler: job(.processing, printerReasons: ["media-empty-error"]),
            state: .waiting,
            codes: [.mediaEmpty]
        ),
        Sighting(
            testDescription: "stopped, without a reason",
            device: at(.processingStopped),
            state: .waiting,
            codes: [.printerStopped]
        ),
        Sighting(
            testDescription: "the queue is paused",
            scheduler: job(.pending),
            printerReasons: [paused],
            printerStopped: true,
            state: .waiting,
            codes: [.paused]
        ),
        Sighting(
            testDescription: "the backend failed and stopped the queue",
            scheduler: job(.pending),
            printerStopped: true,
            state: .waiting,
            codes: [.printerStopped]
        ),
        Sighting(
            testDescription: "a name and a password are wanted",
            scheduler: job(.pendingHeld, reasons: ["cups-held-for-authentication"]),
            state: .waiting,
            codes: [.authenticationNeeded]
        ),
        Sighting(
            testDescription: "the same, told by its hold",
            scheduler: job(.pendingHeld, holdUntil: "auth-info-required"),
            state: .waiting,
            codes: [.authenticationNeeded]
        ),
        Sighting(
            testDescription: "held by another program",
            scheduler: job(.pendingHeld, holdUntil: "indefinite"),
            state: .waiting,
            codes: [.heldInScheduler]
        ),
    ]
}
