/// What a request asks for: `operation-id`.
public struct IPPOperation: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: UInt16

    /// Wraps an operation's number.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Print-Job (RFC 8011, 4.2.1).
    public static let printJob = IPPOperation(rawValue: 0x0002)
    /// Validate-Job (RFC 8011, 4.2.3).
    public static let validateJob = IPPOperation(rawValue: 0x0004)
    /// Create-Job (RFC 8011, 4.2.4).
    public static let createJob = IPPOperation(rawValue: 0x0005)
    /// Send-Document (RFC 8011, 4.3.1).
    public static let sendDocument = IPPOperation(rawValue: 0x0006)
    /// Cancel-Job (RFC 8011, 4.3.3).
    public static let cancelJob = IPPOperation(rawValue: 0x0008)
    /// Get-Job-Attributes (RFC 8011, 4.3.4).
    public static let getJobAttributes = IPPOperation(rawValue: 0x0009)
    /// Get-Jobs (RFC 8011, 4.2.6).
    public static let getJobs = IPPOperation(rawValue: 0x000a)
    /// Get-Printer-Attributes (RFC 8011, 4.2.5).
    public static let getPrinterAttributes = IPPOperation(rawValue: 0x000b)
    /// Hold-Job (RFC 8011, 4.3.5).
    public static let holdJob = IPPOperation(rawValue: 0x000c)
    /// Release-Job (RFC 8011, 4.3.6).
    public static let releaseJob = IPPOperation(rawValue: 0x000d)
    /// Pause-Printer (RFC 8011, 4.2.7).
    public static let pausePrinter = IPPOperation(rawValue: 0x0010)
    /// Resume-Printer (RFC 8011, 4.2.8).
    public static let resumePrinter = IPPOperation(rawValue: 0x0011)
    /// Set-Job-Attributes (RFC 3380, 4.2).
    public static let setJobAttributes = IPPOperation(rawValue: 0x0014)
    /// Create-Printer-Subscriptions (RFC 3995).
    public static let createPrinterSubscriptions = IPPOperation(rawValue: 0x0016)
    /// Cancel-Subscription (RFC 3995).
    public static let cancelSubscription = IPPOperation(rawValue: 0x001b)
    /// Get-Notifications (RFC 3996).
    public static let getNotifications = IPPOperation(rawValue: 0x001c)
    /// Identify-Printer (PWG 5100.13).
    public static let identifyPrinter = IPPOperation(rawValue: 0x003c)
    /// CUPS-Get-Default.
    public static let cupsGetDefault = IPPOperation(rawValue: 0x4001)
    /// CUPS-Get-Printers.
    public static let cupsGetPrinters = IPPOperation(rawValue: 0x4002)
    /// CUPS-Move-Job.
    public static let cupsMoveJob = IPPOperation(rawValue: 0x400d)
    /// CUPS-Authenticate-Job.
    public static let cupsAuthenticateJob = IPPOperation(rawValue: 0x400e)
    /// CUPS-Create-Local-Printer.
    public static let cupsCreateLocalPrinter = IPPOperation(rawValue: 0x4028)
}

/// How a request ended: `status-code` (RFC 8011, Appendix B).
public struct IPPStatus: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: UInt16

    /// Wraps a status code.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Whether the request was carried out, perhaps with attributes ignored.
    public var isSuccessful: Bool { rawValue < 0x0100 }

    /// Done as asked.
    public static let ok = IPPStatus(rawValue: 0x0000)
    /// Done, but attributes were ignored or substituted.
    public static let okIgnoredOrSubstituted = IPPStatus(rawValue: 0x0001)
    /// The request breaks the protocol.
    public static let badRequest = IPPStatus(rawValue: 0x0400)
    /// Not allowed, and no authentication would help.
    public static let forbidden = IPPStatus(rawValue: 0x0401)
    /// Authentication is needed.
    public static let notAuthenticated = IPPStatus(rawValue: 0x0402)
    /// This user may not do it.
    public static let notAuthorized = IPPStatus(rawValue: 0x0403)
    /// Not possible in the state that the job or the printer is in.
    public static let notPossible = IPPStatus(rawValue: 0x0404)
    /// No such job, printer or queue.
    public static let notFound = IPPStatus(rawValue: 0x0406)
    /// There was one, but it is gone.
    public static let gone = IPPStatus(rawValue: 0x0407)
    /// The document is too large.
    public static let requestEntityTooLarge = IPPStatus(rawValue: 0x0408)
    /// The printer cannot print this format.
    public static let documentFormatNotSupported = IPPStatus(rawValue: 0x040a)
    /// The printer does not support an attribute, or its value.
    public static let attributesOrValuesNotSupported = IPPStatus(rawValue: 0x040b)
    /// Attributes contradict each other.
    public static let conflictingAttributes = IPPStatus(rawValue: 0x040e)
    /// The document is damaged.
    public static let documentFormatError = IPPStatus(rawValue: 0x0411)
    /// Something went wrong inside the printer.
    public static let internalError = IPPStatus(rawValue: 0x0500)
    /// The printer does not know the operation.
    public static let operationNotSupported = IPPStatus(rawValue: 0x0501)
    /// The service is not available now.
    public static let serviceUnavailable = IPPStatus(rawValue: 0x0502)
    /// The printer does not speak this version.
    public static let versionNotSupported = IPPStatus(rawValue: 0x0503)
    /// The device reports a fault.
    public static let deviceError = IPPStatus(rawValue: 0x0504)
    /// A fault that may pass.
    public static let temporaryError = IPPStatus(rawValue: 0x0505)
    /// The printer takes no jobs now.
    public static let notAcceptingJobs = IPPStatus(rawValue: 0x0506)
    /// The printer is busy.
    public static let busy = IPPStatus(rawValue: 0x0507)
}

/// The state of a job: `job-state` (RFC 8011, 5.3.7), as its number.
public struct IPPJobState: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int

    /// Wraps the number of a state.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Waits for its turn.
    public static let pending = IPPJobState(rawValue: 3)
    /// Waits until somebody or something releases it.
    public static let pendingHeld = IPPJobState(rawValue: 4)
    /// Is being printed, or sent.
    public static let processing = IPPJobState(rawValue: 5)
    /// Was being printed, and does not move.
    public static let processingStopped = IPPJobState(rawValue: 6)
    /// Was cancelled.
    public static let canceled = IPPJobState(rawValue: 7)
    /// Was given up by the printer or the scheduler.
    public static let aborted = IPPJobState(rawValue: 8)
    /// Is done.
    public static let completed = IPPJobState(rawValue: 9)

    /// Whether the state never changes again.
    public var isFinal: Bool { rawValue >= IPPJobState.canceled.rawValue }
}

/// The state of a printer: `printer-state` (RFC 8011, 5.4.11), as its number.
public struct IPPPrinterState: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int

    /// Wraps the number of a state.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Ready for a job.
    public static let idle = IPPPrinterState(rawValue: 3)
    /// Busy with a job.
    public static let processing = IPPPrinterState(rawValue: 4)
    /// Does not print.
    public static let stopped = IPPPrinterState(rawValue: 5)
}
