import CommandNames

/// The sentences of problems in English.
extension EnglishWords {
    private var job: String { value("job") }
    private var field: String { "'\(value("field"))'" }
    /// Whether another program submitted the job to the scheduler; jobs of the service have
    /// numbers.
    private var isForeign: Bool { Int(job) == nil }
    private var state: JobState? { JobState(rawValue: value("state")) }

    /// Returns the sentences that say what is wrong and what to do.
    ///
    /// - Parameters:
    ///   - cause: The cause.
    ///   - quote: The explanation of the cause by another part of the project, as a sentence.
    /// - Returns: The sentences.
    func problem(_ cause: Problem.Cause, quote: String) -> String {
        switch cause {
        case .malformed, .bodyBroken, .connectionClosed, .bodyTooLarge, .bodyNotJSON, .bodyTooDeep,
            .duplicateKey, .missingKey, .invalidValue, .unknownField, .malformedForm,
            .queryNotNumber, .queryNotDate, .queryNotFlag, .keyLength, .malformedType, .otherType,
            .beginningTooLarge, .priorityOutOfRange, .tooManyParts, .invalidTicket, .requestTimeout,
            .tooManyConnections, .notFound, .keyReused, .pageRefused:
            requestProblem(cause, quote)
        case .notPossible, .jobNotFound, .jobEnded, .jobDelivered, .jobForeign, .notAllowed,
            .documentGone, .printerNotFound, .schedulerUnreachable, .schedulerFailed,
            .schedulerRefused, .schedulerNotLocal, .printerNotAdded, .printerExists,
            .printerNotRemoved, .printerWithoutChoice, .printerFailed,
            .authenticationNotPossible:
            jobProblem(cause)
        case .documentNotFound, .jobDocumentNotFound, .documentInUse, .documentTooLarge,
            .passwordWrong, .previewUnavailable, .tooManyFiles, .previewNotFound,
            .previewOfForeignJob, .sheetsFailed, .noPicture:
            documentProblem(cause, quote)
        case .presetNotFound, .presetName, .presetEmpty, .presetWithTime, .presetWithSecret,
            .presetTooLarge, .presetsFull, .presetUnusable, .presetNotSaved:
            presetProblem(cause)
        case .settingsUnreadable, .spoolFull, .spoolFailed, .storeFull, .storeDamaged, .storeGone,
            .storeFailed, .databaseUnreachable, .queueTaken, .hostNotFound, .hostAlive,
            .queueNotShared,
            .defaultNotSaved, .readerTooSlow,
            .eventsGone, .internalError:
            serviceProblem(cause, quote)
        }
    }

    private func requestProblem(_ cause: Problem.Cause, _ quote: String) -> String {
        switch cause {
        case .bodyBroken: "The body does not match its header fields."
        case .connectionClosed: "The connection was closed before the request was complete."
        case .bodyTooLarge: "The body is larger than 1 MiB."
        case .bodyNotJSON: "The body is not valid JSON."
        case .bodyTooDeep: "The body is nested too deeply."
        case .duplicateKey: "The body has a duplicate key: \(field)."
        case .missingKey: "The body has no \(field)."
        case .invalidValue where parameters["field"] != nil:
            "The value of \(field) is invalid\(detail)."
        case .invalidValue: "The body has an invalid value\(detail)."
        case .unknownField: "This service does not know \(field). It did nothing."
        case .malformedForm: "The form is malformed: send a part 'job', then a part 'document'."
        case .queryNotNumber: "Invalid \(value("field")) '\(value("value"))': use a number."
        case .queryNotDate:
            "Invalid \(value("field")) '\(value("value"))': use a date such as 2026-05-17T08:00:00Z."
        case .queryNotFlag: "Invalid \(value("field")) '\(value("value"))': use true or false."
        case .keyLength: "The Idempotency-Key must have 1 to 255 characters."
        case .malformedType: "The type is not a MIME type such as application/pdf."
        case .otherType:
            "The document is of type \(value("found")), and not of type \(value("type")). Leave the type out, or name that one."
        case .beginningTooLarge:
            "Send the first 64 KiB of the document, and its whole size as 'size'."
        case .priorityOutOfRange: "Invalid priority '\(value("priority"))': use 1 to 100."
        case .tooManyParts:
            "At most \(value("limit")) files can be printed together. Print them in several jobs."
        case .invalidTicket: quote
        case .pageRefused:
            "The page for the browser does not accept this request. To open the page again, run '\(Command.open)'."
        case .requestTimeout: "The request timed out. Send it again."
        case .tooManyConnections: "Too many connections are open. Try again in a moment."
        case .notFound: "There is no such path. For a list, see /v1/openapi.json."
        case .keyReused:
            "This Idempotency-Key was already used for another request. Use a new one."
        default: "The request is malformed."
        }
    }

    private func jobProblem(_ cause: Problem.Cause) -> String {
        switch cause {
        case .jobNotFound: "There is no job '\(job)'. For a list, run '\(Command.allJobs)'."
        case .jobEnded where state == nil:
            "Job \(job) is being canceled. If its printer does not come back, run '\(Command.cancel) --force \(job)'."
        case .jobEnded:
            "Job \(job) has already ended (\(value("state")))."
                + (state == .completed || isForeign
                    ? "" : " To print it again, run '\(Command.reprint) \(job)'.")
        case .jobDelivered:
            "The printer already has job \(job). "
                + (isForeign
                    ? "Cancel it, and print the file again."
                    : "Cancel it, then run '\(Command.reprint) \(job)'.")
        case .jobForeign:
            "Another program submitted \(job), so its document is not available. Print the file with '\(Command.print)'."
        case .notAllowed:
            "The scheduler does not allow you to do this to \(job). Ask the job's owner or an administrator."
        case .documentGone:
            "The document of job \(job) is no longer available. Print the file again."
        case .schedulerUnreachable:
            "The print scheduler is not responding. To start CUPS, run 'systemctl start cups'."
        case .schedulerFailed:
            "The scheduler did not \(operation(value("operation"))) \(job)\(detail)."
        case .schedulerRefused:
            "The scheduler refused the operation on \(job)\(detail). For the state of the job, run '\(Command.show) \(job)'."
        case .schedulerNotLocal: Words.sentence(value("detail"))
        case .printerNotAdded where parameters["missing"] != nil:
            "The printer at \(value("address")) answers, but not with '\(value("missing"))', without which it cannot be used, so none was added. Update its firmware, or add a queue for it with its driver."
        case .printerNotAdded:
            "No IPP printer responds at \(value("address"))\(detail), so none was added. Check the address, and that the printer is on."
        case .printerExists:
            "There is already a printer named '\(value("printer"))' at this address or with this name. To use another name, run '\(Command.addPrinter) ADDRESS NAME'."
        case .printerNotRemoved:
            "'\(value("printer"))' was found on the network, not added, so it cannot be removed. It leaves the list when it is turned off."
        case .printerWithoutChoice:
            "There is only one way to '\(value("printer"))'. A printer can be printed on directly if it has a queue and speaks IPP."
        case .printerFailed:
            "'\(value("printer"))' did not do that\(detail). Check that it is on and can do it."
        case .authenticationNotPossible: authenticationNotPossible
        // The obstacles have the sentences.
        default: "Printing is not possible."
        }
    }

    private func operation(_ name: String) -> String {
        switch name {
        case "answer": "answer a question about"
        default: name
        }
    }

    private func documentProblem(_ cause: Problem.Cause, _ quote: String) -> String {
        switch cause {
        case .documentNotFound:
            "There is no such document: the service removes an unused one after an hour. Send the file again."
        case .jobDocumentNotFound:
            "The document of job \(job) is no longer available: the service removes it a day after the job has ended. Preview the file itself."
        case .documentInUse: "A job uses the document. Cancel the job first."
        case .documentTooLarge: "The document is larger than 4 GiB. Print a part of it."
        case .passwordWrong: "The password does not open the document. Try again."
        case .previewUnavailable:
            "The document could not be read\(detail). The service queued nothing."
        case .tooManyFiles: "The service has too many open files. Try again."
        case .previewNotFound:
            "There is no such preview: the service removes an unused one after an hour, and when it exits. Request it again."
        case .previewOfForeignJob:
            "Another program submitted job \(job), so its document is not available. Preview the file itself."
        case .sheetsFailed: "The sheets could not be made\(detail)."
        default: quote
        }
    }

    private func serviceProblem(_ cause: Problem.Cause, _ quote: String) -> String {
        switch cause {
        case .settingsUnreadable:
            "\(quote) Correct the file, or move it away to use the defaults. Nothing was changed."
        case .spoolFull:
            "The disk is full. Free some space and try again. The service queued nothing."
        case .spoolFailed:
            "The document could not be written\(detail). The service queued nothing."
        case .storeFull: "The disk is full. Free some space and try again. Nothing was changed."
        case .storeDamaged:
            "The queue file is damaged\(detail). Stop the service (\(Command.stopService)), then restore the file, or move its folder away to begin with an empty queue. Nothing was changed."
        case .storeGone:
            "The queue file \(value("detail")) was removed or replaced while the service was running. Put it back, or stop the service (\(Command.stopService)) to begin with an empty queue. The service queued nothing."
        case .storeFailed: "The queue could not be written\(detail). Nothing was changed."
        case .databaseUnreachable:
            "The database of the queue cannot be reached\(detail). Try again once it runs."
                + (parameters["reads"] == nil ? " Nothing was changed." : "")
        case .queueTaken:
            "Another service has taken the queue\(detail), and this one ends. Nothing was changed."
        case .hostNotFound:
            "There is no host '\(value("host"))'. 'printq hosts' lists them."
        case .hostAlive where parameters["silence"] != nil:
            "The host '\(value("host"))' has not sent a sign of life for \(value("silence")) seconds, but may still print. Stop its service, or try again in \(value("wait")) seconds, when it counts as gone."
        case .hostAlive:
            "The host '\(value("host"))' is running. Stop its service first, or drain it with 'printq hosts drain \(value("host"))'."
        case .queueNotShared:
            "The queue is in a file of this computer, and has no other hosts. To share it, set 'store' and 'documents' in settings.json."
        case .defaultNotSaved: "The setting could not be saved\(detail)."
        case .readerTooSlow:
            "The reader has fallen too far behind. Reconnect with Last-Event-ID."
        case .eventsGone:
            "The events after this Last-Event-ID are no longer available. The current jobs follow."
        default:
            parameters["detail"] == nil
                ? "The service has an internal error."
                : "The service has an internal error (\(Words.withoutEnd(value("detail"))))."
        }
    }
}
