/// The operation of a request: `operation-id`.
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
    /// Create-Job-Subscriptions (RFC 3995).
    public static let createJobSubscriptions = IPPOperation(rawValue: 0x0017)
    /// Cancel-Subscription (RFC 3995).
    public static let cancelSubscription = IPPOperation(rawValue: 0x001b)
    /// Get-Notifications (RFC 3996).
    public static let getNotifications = IPPOperation(rawValue: 0x001c)
    /// Identify-Printer (PWG 5100.13).
    public static let identifyPrinter = IPPOperation(rawValue: 0x003c)
    /// CUPS-Get-Printers.
    public static let cupsGetPrinters = IPPOperation(rawValue: 0x4002)
    /// CUPS-Move-Job.
    public static let cupsMoveJob = IPPOperation(rawValue: 0x400d)
    /// CUPS-Authenticate-Job.
    public static let cupsAuthenticateJob = IPPOperation(rawValue: 0x400e)
    /// CUPS-Create-Local-Printer.
    public static let cupsCreateLocalPrinter = IPPOperation(rawValue: 0x4028)
}
