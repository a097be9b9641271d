extension Problem {
    /// The exact cause of a problem: one sentence in the catalogue, with the parameters it names.
    ///
    /// Several causes share a code if programs have no reason to distinguish them.
    public enum Cause: String, CaseIterable, Sendable {
        // MARK: The request

        /// Hummingbird, or its parser, rejects the request.
        case malformed
        /// The bytes of the body do not match its header fields.
        case bodyBroken
        /// The client closed the connection before it had sent the whole request.
        case connectionClosed
        /// The body has more than 1 MiB.
        case bodyTooLarge
        /// The body is not valid JSON.
        case bodyNotJSON
        /// JSON is nested too deeply.
        case bodyTooDeep
        /// A key occurs twice: `field`.
        case duplicateKey
        /// A required key is missing: `field`.
        case missingKey
        /// A value has the wrong type: `field` if it is known, and `detail`.
        case invalidValue
        /// The body or the query has a field that the service does not know: `field`.
        case unknownField
        /// The form does not have a part `job`, then a part `document`.
        case malformedForm
        /// A name in the query requires a number: `field`, `value`.
        case queryNotNumber
        /// A name in the query requires a date: `field`, `value`.
        case queryNotDate
        /// A name in the query requires true or false: `field`, `value`.
        case queryNotFlag
        /// An `Idempotency-Key` is empty or too long.
        case keyLength
        /// A MIME type is malformed.
        case malformedType
        /// A document is not of the type that was named for it: `type`, and `found`.
        case otherType
        /// A client sent more of a document than the first 64 KiB, which suffice for this request.
        case beginningTooLarge
        /// More documents are to be printed as one than may be: `limit`.
        case tooManyParts
        /// A priority is not from 1 to 100: `priority`.
        case priorityOutOfRange
        /// A value of the ticket that no printer could accept.
        case invalidTicket
        /// The request timed out.
        case requestTimeout
        /// Too many connections are open.
        case tooManyConnections
        /// There is no such path.
        case notFound
        /// The idempotency key came with another request.
        case keyReused

        /// The page for the browser refuses what it did not send itself: `rule`.
        case pageRefused

        // MARK: Jobs

        /// Printing is not possible.
        case notPossible
        /// There is no such job: `job`.
        case jobNotFound
        /// The job has ended: `job`, `state`.
        case jobEnded
        /// The printer already has the job: `job`.
        case jobDelivered
        /// Another program submitted the job: `job`.
        case jobForeign
        /// The scheduler does not allow it: `job`.
        case notAllowed
        /// The job's document is no longer kept: `job`.
        case documentGone

        // MARK: Printers and the scheduler

        /// There is no such printer.
        case printerNotFound
        /// The scheduler is not responding.
        case schedulerUnreachable
        /// The scheduler did not do something: `operation`, `job`, `detail`.
        case schedulerFailed
        /// The scheduler refused an operation: `job`, `detail`.
        case schedulerRefused
        /// The scheduler is on another machine: `detail`.
        case schedulerNotLocal
        /// No printer that speaks IPP responds at an address: `address`, `detail`.
        case printerNotAdded
        /// There is a printer already: `printer`.
        case printerExists
        /// A printer was not added by its address, so that it cannot be removed: `printer`.
        case printerNotRemoved
        /// A printer has no way but the one it has: `printer`.
        case printerWithoutChoice
        /// A printer did not do something: `printer`, `detail`.
        case printerFailed
        /// No password can be sent to a printer, or no PIN with a job: `printer`, `job`, and `why` as a keyword
        /// (`queue`, `unencrypted`, `unreachable`, `no-pin`).
        case authenticationNotPossible

        // MARK: Documents and previews

        /// There is no such document.
        case documentNotFound
        /// The document of a job is no longer kept, so that it cannot be previewed: `job`.
        case jobDocumentNotFound
        /// A job uses the document.
        case documentInUse
        /// The document is larger than 4 GiB.
        case documentTooLarge
        /// The password does not open the document.
        case passwordWrong
        /// The document could not be read by a helper: `detail`.
        case previewUnavailable
        /// The service has too many open files.
        case tooManyFiles
        /// There is no such preview.
        case previewNotFound
        /// Another program printed the job: `job`.
        case previewOfForeignJob
        /// The service could not make the sheets: `detail`.
        case sheetsFailed
        /// There is no picture.
        case noPicture

        // MARK: Presets

        /// There is no such preset: `preset`, and the names of all as `presets`.
        case presetNotFound
        /// A text cannot be the name of a preset: `preset`.
        case presetName
        /// A preset without options.
        case presetEmpty
        /// A preset with a point in time.
        case presetWithTime
        /// A preset with a PIN or a password: `option`.
        case presetWithSecret
        /// The options of a preset have more than 8 KiB.
        case presetTooLarge
        /// There are as many presets as there may be: `limit`.
        case presetsFull
        /// A preset has options that this version does not know: `preset`, `options`.
        case presetUnusable
        /// The presets could not be saved: `detail`.
        case presetNotSaved

        // MARK: Settings, storage, and the service

        /// The user's settings cannot be read: a quoted sentence, in English as `detail`, too.
        case settingsUnreadable
        /// The disk is full, and nothing was queued.
        case spoolFull
        /// The document could not be written: `detail`.
        case spoolFailed
        /// The disk is full, and nothing was changed.
        case storeFull
        /// The queue file is damaged: `detail`.
        case storeDamaged
        /// The queue file was removed or replaced: `detail`.
        case storeGone
        /// The queue could not be written: `detail`.
        case storeFailed
        /// The database of the queue cannot be reached: `detail`.
        case databaseUnreachable
        /// Another service has taken the queue: `detail`.
        case queueTaken
        /// The queue has no host `host`.
        case hostNotFound
        /// The host `host` is at work.
        case hostAlive
        /// The queue is in a file, and belongs to one host.
        case queueNotShared
        /// The default printer could not be saved: `detail`.
        case defaultNotSaved
        /// A reader of events is too slow.
        case readerTooSlow
        /// Events are no longer kept.
        case eventsGone
        /// An error inside the service: `detail` if it has a name.
        case internalError
    }
}

extension Problem.Cause {
    /// The code, for programs.
    public var code: Problem.Code {
        switch self {
        case .malformed, .bodyBroken, .connectionClosed, .bodyTooLarge, .bodyNotJSON, .bodyTooDeep,
            .duplicateKey, .missingKey, .invalidValue, .malformedForm, .queryNotNumber,
            .queryNotDate, .queryNotFlag, .keyLength, .malformedType, .otherType,
            .beginningTooLarge,
            .priorityOutOfRange, .invalidTicket, .documentInUse, .tooManyParts, .presetName,
            .presetEmpty,
            .presetWithTime, .presetWithSecret, .presetTooLarge:
            .invalidRequest
        case .unknownField: .unknownField
        case .requestTimeout: .requestTimeout
        case .tooManyConnections: .tooManyConnections
        case .notFound: .notFound
        case .keyReused: .keyReused
        case .pageRefused: .pageRefused
        case .notPossible: .notPossible
        case .jobNotFound: .jobNotFound
        case .jobEnded: .jobEnded
        case .jobDelivered: .jobDelivered
        case .jobForeign: .jobForeign
        case .notAllowed: .notAllowed
        case .documentGone: .documentGone
        case .printerNotFound: .printerNotFound
        case .schedulerUnreachable, .schedulerFailed: .schedulerUnreachable
        case .schedulerRefused: .schedulerRefused
        case .schedulerNotLocal: .schedulerNotLocal
        case .printerNotAdded: .printerNotAdded
        case .printerExists: .printerExists
        case .printerNotRemoved, .printerWithoutChoice: .notPossibleForPrinter
        case .printerFailed: .printerFailed
        case .authenticationNotPossible: .authenticationNotPossible
        case .documentNotFound, .jobDocumentNotFound: .documentNotFound
        case .documentTooLarge: .tooLarge
        case .passwordWrong: .passwordWrong
        case .previewUnavailable, .tooManyFiles: .previewUnavailable
        case .previewNotFound: .previewNotFound
        case .previewOfForeignJob, .sheetsFailed, .noPicture:
            .previewNotPossible
        case .presetNotFound: .presetNotFound
        case .presetsFull: .tooManyPresets
        case .presetUnusable: .presetUnusable
        case .settingsUnreadable: .settingsUnreadable
        case .spoolFull, .spoolFailed, .storeFull, .storeDamaged, .storeGone, .storeFailed,
            .databaseUnreachable, .queueTaken, .defaultNotSaved, .presetNotSaved:
            .storageFailed
        case .hostNotFound: .hostNotFound
        case .hostAlive: .hostAlive
        case .queueNotShared: .queueNotShared
        case .readerTooSlow: .readerTooSlow
        case .eventsGone: .eventsGone
        case .internalError: .internalError
        }
    }
}
