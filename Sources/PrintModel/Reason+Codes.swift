extension Reason.Code {
    /// The printer is out of the paper that the job wants.
    public static let mediaEmpty = Self(rawValue: "media-empty")
    /// The printer waits for paper to be loaded.
    public static let mediaNeeded = Self(rawValue: "media-needed")
    /// Paper is jammed.
    public static let mediaJam = Self(rawValue: "media-jam")
    /// Somebody stopped the printer.
    public static let paused = Self(rawValue: "paused")
    /// The printer is stopped, and does not say why.
    public static let printerStopped = Self(rawValue: "printer-stopped")
    /// The printer does not answer.
    public static let printerUnreachable = Self(rawValue: "printer-unreachable")
    /// The printer takes no new jobs.
    public static let printerNotAccepting = Self(rawValue: "printer-not-accepting")
    /// The queue of the printer was removed.
    public static let printerRemoved = Self(rawValue: "printer-removed")
    /// The scheduler does not answer.
    public static let schedulerUnreachable = Self(rawValue: "scheduler-unreachable")
    /// The scheduler refused the job.
    public static let schedulerRefused = Self(rawValue: "scheduler-refused")
    /// The scheduler could not process the document.
    public static let processingFailed = Self(rawValue: "processing-failed")
    /// The printer gave the job up.
    public static let abortedByPrinter = Self(rawValue: "aborted-by-printer")
    /// The scheduler made no page of the document, so that the printer received nothing.
    public static let nothingPrinted = Self(rawValue: "nothing-printed")
    /// The document in the spool is not the one that was submitted any more.
    public static let documentChanged = Self(rawValue: "document-changed")
    /// The job is over, and the scheduler does not let go of it.
    public static let cancelRefused = Self(rawValue: "cancel-refused")
    /// Somebody cancelled the job at the printer.
    public static let canceledAtPrinter = Self(rawValue: "canceled-at-printer")
    /// Another program cancelled the job in the scheduler.
    public static let canceledInScheduler = Self(rawValue: "canceled-in-scheduler")
    /// The user cancelled the job.
    public static let canceledByUser = Self(rawValue: "canceled-by-user")
    /// The user cancelled the job, and the printer has not let go of it yet.
    public static let canceling = Self(rawValue: "canceling")
    /// The pages could not be made ready.
    public static let preparationFailed = Self(rawValue: "preparation-failed")
    /// Nobody can tell any more whether the job was printed.
    public static let deliveryUncertain = Self(rawValue: "delivery-uncertain")
    /// The scheduler printed the job more than once after a crash of its own.
    public static let printedAgain = Self(rawValue: "printed-again")
    /// The scheduler wants a name and a password.
    public static let authenticationNeeded = Self(rawValue: "authentication-needed")
    /// Another program holds the job in the scheduler.
    public static let heldInScheduler = Self(rawValue: "held-in-scheduler")
    /// The user holds it.
    public static let heldByUser = Self(rawValue: "held-by-user")
    /// The user wants it printed later; `time` says when, in local time.
    public static let heldUntil = Self(rawValue: "held-until")
    /// The disk is full, or writing failed.
    public static let storageFailed = Self(rawValue: "storage-failed")

    /// What a printer says of itself that a person must put right at the printer.
    private static let handsNeeded: Set<String> = [
        "media-empty", "media-needed", "media-jam", "door-open", "cover-open", "interlock-open",
        "input-tray-missing", "output-tray-missing", "output-area-full", "marker-supply-empty",
        "marker-waste-full", "toner-empty", "developer-empty", "fuser-over-temp", "opc-life-over",
        "spool-area-full",
    ]

    /// Whether printing goes on when somebody sees to the printer.
    public var waitsForHands: Bool { Self.handsNeeded.contains(rawValue) }

    /// Whether a queue stands still until somebody resumes it.
    public var stopsQueue: Bool { self == .paused || self == .printerStopped }

    /// What a printer says of itself when something will soon be used up, or full.
    private static let lowSupplies: Set<String> = [
        "toner-low", "marker-supply-low", "marker-ink-almost-empty", "developer-low",
        "marker-waste-almost-full", "opc-near-eol", "media-low",
    ]

    /// Whether something will soon have to be replaced or refilled.
    public var isLowSupply: Bool { Self.lowSupplies.contains(rawValue) }
}
