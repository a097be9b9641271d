import IPP
import PrintModel

/// Jobs that are over, for the scheduler or for the printer.
extension ObservedJob {
    static let atTheEnd = ended + empty + kept + doubtful

    private static let ended: [ObservedJob] = [
        ObservedJob(
            testDescription: "printed",
            scheduler: job(.completed),
            device: at(.completed),
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "printed, as far as can be known",
            scheduler: job(.completed, reasons: ["processing-to-stop-point"]),
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "the printer has forgotten what it printed",
            scheduler: job(.completed),
            device: .noJob,
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "completed for the scheduler, canceled at the printer",
            scheduler: job(.completed),
            device: at(.canceled, impressions: 2, sheets: 2),
            state: .canceled,
            codes: [.canceledAtPrinter],
            progress: two
        ),
        ObservedJob(
            testDescription: "completed for the scheduler, aborted by the printer",
            scheduler: job(.completed),
            device: at(.aborted),
            state: .failed,
            codes: [.abortedByPrinter]
        ),
        ObservedJob(
            testDescription: "aborted by the printer, canceled for the scheduler",
            scheduler: job(.canceled, message: "Print job canceled at printer."),
            device: at(.aborted, impressions: 2, sheets: 2),
            state: .failed,
            codes: [.abortedByPrinter],
            progress: two
        ),
        ObservedJob(
            testDescription: "aborted there, and the scheduler follows in a moment",
            device: at(.aborted),
            state: .failed,
            codes: [.abortedByPrinter],
            mustDrop: true
        ),
        ObservedJob(
            testDescription: "refused by the printer",
            scheduler: job(
                .canceled,
                message: "Printer cannot print with supplied options."
            ),
            device: .noJob,
            state: .failed,
            codes: [.abortedByPrinter]
        ),
        ObservedJob(
            testDescription: "canceled by the user",
            scheduler: job(.canceled),
            device: at(.canceled),
            cancelRequested: true,
            state: .canceled,
            codes: [.canceledByUser]
        ),
        ObservedJob(
            testDescription: "canceled by the user, too late: it is printed",
            scheduler: job(.completed),
            device: at(.completed),
            cancelRequested: true,
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "canceled by another program",
            scheduler: job(.canceled),
            device: .noJob,
            state: .canceled,
            codes: [.canceledInScheduler]
        ),
        ObservedJob(
            testDescription: "the scheduler gave it up",
            scheduler: job(.aborted, message: "No files."),
            device: .noJob,
            state: .failed,
            codes: [.processingFailed]
        ),
        ObservedJob(
            testDescription: "the filter failed, and the scheduler would keep it for ever",
            scheduler: job(.processingStopped, message: "Filter failed"),
            device: .noJob,
            state: .failed,
            codes: [.processingFailed],
            mustDrop: true
        ),
    ]

    /// What the scheduler calls complete without a page.
    private static let empty: [ObservedJob] = [
        ObservedJob(
            testDescription: "no page was made, and the printer has no such job",
            scheduler: job(.completed, impressions: 0),
            device: .noJob,
            deviceJob: nil,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        ObservedJob(
            testDescription: "no page was made, and the printer cannot be asked",
            scheduler: job(.completed, impressions: 0),
            pagesAreKnown: false,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        ObservedJob(
            testDescription: "no page was made, and the printer got an empty document",
            scheduler: job(.completed, impressions: 0),
            device: at(.completed, impressions: 0, sheets: 0),
            pagesAreKnown: false,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        ObservedJob(
            testDescription: "the printer never had it, and keeps an older one",
            scheduler: job(.completed, impressions: 0),
            device: .neverHad,
            deviceJob: nil,
            state: .failed,
            codes: [.nothingPrinted]
        ),
        ObservedJob(
            testDescription: "pages were made, and the printer never had them",
            scheduler: job(.completed, impressions: 6),
            device: .neverHad,
            deviceJob: nil,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        ObservedJob(
            testDescription: "printed by a queue whose driver counts nothing",
            scheduler: job(.completed, impressions: 0),
            pagesAreKnown: false,
            queueCountsPages: false,
            state: .completed
        ),
        ObservedJob(
            testDescription: "pages that were placed here are there, whoever counts them",
            scheduler: job(.completed, impressions: 0),
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "printed, and forgotten at once by the printer",
            scheduler: job(.completed, impressions: 6),
            device: .noJob,
            deviceJob: nil,
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "text, whose pages only the scheduler counted",
            scheduler: job(.completed, impressions: 2),
            pagesAreKnown: false,
            state: .completed,
            progress: JobProgress(impressions: 2)
        ),
    ]

    /// Jobs that are over, and that the scheduler would send again.
    private static let kept: [ObservedJob] = [
        ObservedJob(
            testDescription: "aborted there, and the queue is stopped with it",
            scheduler: job(.pending, message: "Unable to add document.", hasBegun: true),
            device: at(.aborted),
            printerReasons: [paused],
            printerStopped: true,
            state: .failed,
            codes: [.abortedByPrinter],
            mustDrop: true
        ),
        ObservedJob(
            testDescription: "canceled there by a queue that was paused",
            scheduler: job(.pending, hasBegun: true),
            device: at(.canceled),
            printerReasons: [paused],
            printerStopped: true,
            state: .waiting,
            codes: [.paused]
        ),
        ObservedJob(
            testDescription: "canceled there by a queue that was paused a moment ago",
            scheduler: job(.processing, hasBegun: true),
            device: at(.canceled),
            stateBefore: .printing,
            state: .printing
        ),
        ObservedJob(
            testDescription: "canceled there, and held for the next try",
            scheduler: job(.pendingHeld, hasBegun: true),
            device: at(.canceled),
            state: .canceled,
            codes: [.canceledAtPrinter],
            mustDrop: true
        ),
    ]

    private static let doubtful: [ObservedJob] = [
        ObservedJob(
            testDescription: "completed in the scheduler, forgotten by a restarted printer",
            scheduler: job(.completed),
            device: .forgotten,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        ObservedJob(
            testDescription: "canceled in the scheduler, forgotten by a restarted printer",
            scheduler: job(.canceled),
            device: .forgotten,
            state: .failed,
            codes: [.deliveryUncertain]
        ),
        ObservedJob(
            testDescription: "on its way again after the printer started anew",
            scheduler: job(.processing),
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
            device: at(.completed, impressions: 6, sheets: 6),
            state: .completed,
            progress: all
        ),
        ObservedJob(
            testDescription: "forgotten by the scheduler, aborted by the printer",
            scheduler: nil,
            device: at(.aborted),
            state: .failed,
            codes: [.abortedByPrinter]
        ),
    ]
}
