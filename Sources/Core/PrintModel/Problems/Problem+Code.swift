extension Problem {
    /// A stable code of a problem.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        /// The code, as in JSON.
        public let rawValue: String

        /// Wraps a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request is malformed, or has a value that no printer could accept.
        public static let invalidRequest = Code(rawValue: "invalid-request")
        /// Printing is not possible; the obstacles say why.
        public static let notPossible = Code(rawValue: "printing-not-possible")
        /// There is no such job.
        public static let jobNotFound = Code(rawValue: "job-not-found")
        /// There is no such printer.
        public static let printerNotFound = Code(rawValue: "printer-not-found")
        /// There is no such document; the service removes an unused one after an hour.
        public static let documentNotFound = Code(rawValue: "document-not-found")
        /// The job is in a final state, which cannot be changed.
        public static let jobEnded = Code(rawValue: "job-ended")
        /// The printer already has the job, which can only be canceled.
        public static let jobDelivered = Code(rawValue: "job-delivered")
        /// Another program submitted the job to the scheduler, so the service has no document of it.
        public static let jobForeign = Code(rawValue: "job-foreign")
        /// The scheduler does not allow this user to do this to the job.
        public static let notAllowed = Code(rawValue: "not-allowed")
        /// The service removed the job's document some time after the job had ended.
        public static let documentGone = Code(rawValue: "document-gone")
        /// The page for the browser refuses the request, or its session is over.
        public static let pageRefused = Code(rawValue: "page-refused")
        /// The same idempotency key came with another request.
        public static let keyReused = Code(rawValue: "idempotency-key-reused")
        /// The document is larger than the spool accepts.
        public static let tooLarge = Code(rawValue: "document-too-large")
        /// The password does not open the document.
        public static let passwordWrong = Code(rawValue: "password-wrong")
        /// The scheduler is not responding.
        public static let schedulerUnreachable = Code(rawValue: "scheduler-unreachable")
        /// The scheduler refused the operation.
        public static let schedulerRefused = Code(rawValue: "scheduler-refused")
        /// The user's settings cannot be read, and the request depends on them.
        public static let settingsUnreadable = Code(rawValue: "settings-unreadable")
        /// The disk is full, or writing failed.
        public static let storageFailed = Code(rawValue: "storage-failed")
        /// The program that reads documents cannot be started.
        public static let previewUnavailable = Code(rawValue: "preview-unavailable")
        /// There is no such preview; the service removes an unused one after an hour, and when it exits.
        public static let previewNotFound = Code(rawValue: "preview-not-found")
        /// The sheets of this document or job cannot be previewed.
        public static let previewNotPossible = Code(rawValue: "preview-not-possible")
        /// There is no such path.
        public static let notFound = Code(rawValue: "not-found")
        /// The request has a field that this service does not know; to ignore it might be wrong.
        public static let unknownField = Code(rawValue: "unknown-field")
        /// The request timed out.
        public static let requestTimeout = Code(rawValue: "request-timeout")
        /// The service has reached its limit of open connections.
        public static let tooManyConnections = Code(rawValue: "too-many-connections")
        /// A reader of events has fallen too far behind.
        public static let readerTooSlow = Code(rawValue: "reader-too-slow")
        /// The service no longer has all events after the last one that a reader saw.
        public static let eventsGone = Code(rawValue: "events-gone")
        /// The configured scheduler runs on another machine.
        public static let schedulerNotLocal = Code(rawValue: "scheduler-not-local")
        /// No printer that speaks IPP responds at the address.
        public static let printerNotAdded = Code(rawValue: "printer-not-added")
        /// There is a printer already that the address leads to, or that has the name.
        public static let printerExists = Code(rawValue: "printer-exists")
        /// The operation does not apply to this printer.
        public static let notPossibleForPrinter = Code(rawValue: "not-possible-for-printer")
        /// The printer did not carry the operation out.
        public static let printerFailed = Code(rawValue: "printer-failed")
        /// No password can be sent to the printer, or no PIN with the job.
        public static let authenticationNotPossible = Code(rawValue: "authentication-not-possible")
        /// There is no such preset.
        public static let presetNotFound = Code(rawValue: "preset-not-found")
        /// The preset has options that this version does not know; to ignore them might be wrong.
        public static let presetUnusable = Code(rawValue: "preset-unusable")
        /// There are as many presets as there may be.
        public static let tooManyPresets = Code(rawValue: "too-many-presets")
        /// The queue has no such host.
        public static let hostNotFound = Code(rawValue: "host-not-found")
        /// The host is at work, and cannot be removed.
        public static let hostAlive = Code(rawValue: "host-alive")
        /// The queue is in a file, and belongs to one host.
        public static let queueNotShared = Code(rawValue: "queue-not-shared")
        /// An error inside the service.
        public static let internalError = Code(rawValue: "internal-error")
    }
}
