extension Reason.Code {
    /// The printer is out of the medium of the job.
    public static let mediaEmpty = Self(rawValue: "media-empty")
    /// The printer waits for paper to be loaded.
    public static let mediaNeeded = Self(rawValue: "media-needed")
    /// Paper is jammed.
    public static let mediaJam = Self(rawValue: "media-jam")
    /// A user or an administrator paused the printer.
    public static let paused = Self(rawValue: "paused")
    /// The printer is stopped and reports no reason.
    public static let printerStopped = Self(rawValue: "printer-stopped")
    /// The printer is not responding.
    public static let printerUnreachable = Self(rawValue: "printer-unreachable")
    /// The printer has accepted a connection, and takes long to answer.
    public static let printerSlow = Self(rawValue: "printer-slow")
    /// The printer is not accepting jobs.
    public static let printerNotAccepting = Self(rawValue: "printer-not-accepting")
    /// The queue of the printer was removed.
    public static let printerRemoved = Self(rawValue: "printer-removed")
    /// The scheduler is not responding.
    public static let schedulerUnreachable = Self(rawValue: "scheduler-unreachable")
    /// The scheduler, its printer, or the user has as many jobs there as are allowed.
    public static let schedulerFull = Self(rawValue: "scheduler-full")
    /// The scheduler accepts no job at the moment.
    public static let schedulerBusy = Self(rawValue: "scheduler-busy")
    /// The scheduler refused the job.
    public static let schedulerRefused = Self(rawValue: "scheduler-refused")
    /// The scheduler could not process the document.
    public static let processingFailed = Self(rawValue: "processing-failed")
    /// The printer aborted the job.
    public static let abortedByPrinter = Self(rawValue: "aborted-by-printer")
    /// The scheduler produced no page of the document, so the printer received nothing.
    public static let nothingPrinted = Self(rawValue: "nothing-printed")
    /// The document in the spool changed after it was submitted.
    public static let documentChanged = Self(rawValue: "document-changed")
    /// The job has ended, and the scheduler refuses to cancel it.
    public static let cancelRefused = Self(rawValue: "cancel-refused")
    /// The job was canceled at the printer.
    public static let canceledAtPrinter = Self(rawValue: "canceled-at-printer")
    /// Another program canceled the job in the scheduler.
    public static let canceledInScheduler = Self(rawValue: "canceled-in-scheduler")
    /// The user canceled the job.
    public static let canceledByUser = Self(rawValue: "canceled-by-user")
    /// The user canceled the job, and the printer has not stopped yet.
    public static let canceling = Self(rawValue: "canceling")
    /// The service could not prepare the pages.
    public static let preparationFailed = Self(rawValue: "preparation-failed")
    /// Whether the job was printed can no longer be determined.
    public static let deliveryUncertain = Self(rawValue: "delivery-uncertain")
    /// The printer ended the job although it printed only `printed` of `total` sides.
    public static let printedPartly = Self(rawValue: "printed-partly")
    /// The printer reports the job as completed, and does not count what it prints.
    public static let notCounted = Self(rawValue: "not-counted")
    /// The printer acknowledged the whole document and is idle, and no longer lists the job.
    public static let notConfirmed = Self(rawValue: "not-confirmed")
    /// The printer is at another job, or accepts no other at the moment.
    public static let printerBusy = Self(rawValue: "printer-busy")
    /// The printer refused the job.
    public static let printerRefused = Self(rawValue: "printer-refused")
    /// The administrator does not let the user print there.
    public static let userNotAllowed = Self(rawValue: "user-not-allowed")
    /// The printer has another key than before: it may be another printer.
    public static let printerIdentityChanged = Self(rawValue: "printer-identity-changed")
    /// The scheduler printed the job more than once, because it crashed or was stopped.
    public static let printedAgain = Self(rawValue: "printed-again")
    /// The scheduler began the job again after a restart or after its end, and the printer does not tell whether it printed it again.
    public static let mayHavePrintedAgain = Self(rawValue: "may-have-printed-again")
    /// The printer replies, but cannot be used: the parameter `detail` has the cause as a keyword.
    public static let printerUnusable = Self(rawValue: "printer-unusable")
    /// The service no longer knows the PIN of the job, which it keeps in memory only.
    public static let pinNeeded = Self(rawValue: "pin-needed")
    /// The printer cannot get the PIN of the job now: the parameter `why` has the cause.
    public static let pinNotPossible = Self(rawValue: "pin-not-possible")
    /// The printer, or the scheduler, requires a user name and a password.
    public static let authenticationNeeded = Self(rawValue: "authentication-needed")
    /// Another program holds the job in the scheduler.
    public static let heldInScheduler = Self(rawValue: "held-in-scheduler")
    /// The user put the job on hold.
    public static let heldByUser = Self(rawValue: "held-by-user")
    /// The job is on hold until `time`, in local time.
    public static let heldUntil = Self(rawValue: "held-until")
    /// The scheduler of the host `host` has the job, and that host is away.
    public static let hostAway = Self(rawValue: "host-away")
    /// The scheduler has lost the job in a crash, and the service asks the printer what became of it.
    public static let lostInScheduler = Self(rawValue: "lost-in-scheduler")
    /// The disk is full, or writing failed.
    public static let storageFailed = Self(rawValue: "storage-failed")

    /// The printer reports a condition that requires a person at the printer.
    private static let handsNeeded: Set<String> = [
        "media-empty", "media-needed", "media-jam", "door-open", "cover-open", "interlock-open",
        "input-tray-missing", "output-tray-missing", "output-area-full", "marker-supply-empty",
        "marker-waste-full", "toner-empty", "developer-empty", "fuser-over-temp", "opc-life-over",
        "spool-area-full",
    ]

    /// Whether printing continues once a person has attended to the printer.
    public var waitsForHands: Bool { Self.handsNeeded.contains(rawValue) }

    /// Whether the printer replies, and cannot be used.
    package var isFault: Bool {
        [.printerIdentityChanged, .authenticationNeeded, .printerUnusable].contains(self)
    }

    /// Whether a queue is stopped until a user resumes it.
    public var stopsQueue: Bool { self == .paused || self == .printerStopped }

    /// The printer reports that a supply is low, or a container almost full.
    private static let lowSupplies: Set<String> = [
        "toner-low", "marker-supply-low", "marker-ink-almost-empty", "developer-low",
        "marker-waste-almost-full", "opc-near-eol", "media-low",
    ]

    /// The keywords that name a supply more closely than another one does, by the other one.
    private static let closerKeywords: [String: Set<String>] = [
        "marker-supply-low": ["toner-low", "marker-ink-almost-empty"],
        "marker-supply-empty": ["toner-empty", "marker-ink-empty"],
    ]

    /// Whether another of these codes says the same of a supply, and names it.
    public func isCovered(by others: Set<String>) -> Bool {
        Self.closerKeywords[rawValue]?.isDisjoint(with: others) == false
    }

    /// Whether a supply or container needs attention soon.
    public var isLowSupply: Bool { Self.lowSupplies.contains(rawValue) }
}
