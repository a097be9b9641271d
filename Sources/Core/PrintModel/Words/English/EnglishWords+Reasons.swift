import CommandNames

/// The words of reasons in English.
extension EnglishWords {
    /// The job's label in a command; `nil` if the sentences name no job.
    private var job: String? { parameters["label"] ?? parameters["job"] }
    private var release: String { Command.release + (job.map { " \($0)" } ?? "") }
    private var reprint: String? { job.map { "\(Command.reprint) \($0)" } }
    private var paper: String { (parameters["media"] == nil ? "" : media + " ") + "paper" }
    private var goesOn: String { "the job goes on by itself." }

    /// The remedy that requires an administrator; `nil` if the user can help.
    func byAdministrator(_ what: String) -> String? {
        parameters["administrator"] == "false" ? "Ask an administrator to \(what)." : nil
    }

    /// The remedy where the printer itself, and no queue, does not go on; else `nil`.
    func atDevice(_ what: String) -> String? {
        parameters["at"] == "device"
            ? "At the printer, \(what), or use another one." : nil
    }

    func reason(_ code: Reason.Code) -> Words.Sentences {
        switch code {
        case .mediaEmpty, .mediaNeeded:
            ("\(printer) is out of \(paper).", "Load \(paper); \(goesOn)")
        case .mediaJam: ("Paper is jammed in \(printer).", "Clear the paper jam; \(goesOn)")
        case .paused:
            (
                "\(printer) is paused\(detail).",
                byAdministrator("resume it")
                    ?? "To resume it, run: cupsenable \(value("printer"))"
            )
        case .printerStopped:
            (
                "\(printer) is stopped\(detail).",
                atDevice("check it, and start it again")
                    ?? byAdministrator("check the printer and resume it")
                    ?? "Check the printer. To resume it, run: cupsenable \(value("printer"))"
            )
        case .printerUnreachable:
            (
                "\(printer) is not responding.",
                "Turn it on, and check its cable or network; printing resumes automatically."
            )
        case .printerSlow:
            (
                "\(printer) takes long to answer.",
                "Wait a moment: a job is printed as soon as the printer answers."
            )
        case .printerNotAccepting:
            (
                "\(printer) is not accepting jobs\(detail).",
                atDevice("let it accept jobs again") ?? byAdministrator("accept jobs again")
                    ?? "To accept them again, run: cupsaccept \(value("printer"))"
            )
        case .userNotAllowed: userNotAllowed
        case .printerRemoved where parameters["host"] != nil:
            (
                "The host '\(value("host"))' has no printer \(printer).",
                "A host that has it prints the job as soon as it runs. Or add the printer, or cancel the job and print it on another one."
            )
        case .printerRemoved:
            (
                "The printer \(printer) was removed.",
                "Add the printer again, or cancel the job and print it on another one."
            )
        case .authenticationNeeded: authenticationNeeded
        case .pinNeeded, .pinNotPossible: pinReason(code)
        case .heldInScheduler:
            ("The job is on hold in the scheduler.", "To release it, run: \(release)")
        case .hostAway:
            (
                "The scheduler on the host '\(value("host"))' has the job, and that host is not responding.",
                "Start the host; \(goesOn) If it will not come back, run: printq hosts remove \(value("host"))"
            )
        case .lostInScheduler:
            (
                "The scheduler crashed and has lost the job.",
                "The service asks the printer \(printer) for two minutes whether it got the job, and sends it again if it did not."
            )
        case .heldByUser: ("The job is on hold.", "To release it, run: \(release)")
        case .heldUntil:
            (
                "The job is on hold until \(value("time")).",
                "It prints automatically then. To print it now, run: \(release)"
            )
        case .canceling:
            ("The job is being canceled.", "Wait for \(printer) to stop.")
        case .printerBusy:
            ("\(printer) is printing something else.", "Wait for it; \(goesOn)")
        case .printerIdentityChanged: unusable(.identityChanged)
        case .printerUnusable: unusable(PrinterFault(value("detail")))
        default: ending(code)
        }
    }

    /// Reasons from the service and the scheduler, most of which end a job.
    private func ending(_ code: Reason.Code) -> Words.Sentences {
        switch code {
        case .schedulerUnreachable:
            (
                "The print scheduler is not responding.",
                "Start CUPS (systemctl start cups); \(goesOn)"
            )
        case .schedulerFull:
            (
                "The print scheduler accepts no further job at the moment\(detail).",
                "Wait until other jobs have ended; \(goesOn) An administrator can raise MaxJobs and the other limits in cupsd.conf."
            )
        case .schedulerBusy:
            ("The print scheduler is busy.", "Wait a moment; \(goesOn)")
        case .schedulerRefused:
            (
                "The scheduler refused the job\(detail).",
                "Print it again with other options, or ask the administrator of the printer."
            )
        case .processingFailed:
            (
                "The scheduler could not process the document\(detail).",
                "Save the document as PDF and print that."
            )
        case .nothingPrinted:
            (
                "The scheduler made no pages from \(document), so \(printer) printed nothing.",
                "Open the file in its own program, export it as PDF, and print that."
            )
        case .documentChanged:
            (
                "The spooled copy of \(document) changed after the job was submitted, so it was not printed.",
                "Print the file again."
            )
        case .abortedByPrinter:
            (
                "\(printer) aborted the job\(detail).",
                "Check the display of the printer, then "
                    + (reprint.map { "run: \($0)" } ?? "print the job again.")
            )
        case .cancelRefused:
            (
                "The job has ended, but the scheduler cannot cancel it\(detail).",
                "Ask an administrator to run: cancel \(value("job"))"
            )
        case .canceledAtPrinter: ("The job was canceled at \(printer).", onceMore)
        case .canceledInScheduler: ("Another program canceled the job.", onceMore)
        case .canceledByUser: ("You canceled the job.", onceMore)
        case .preparationFailed:
            (
                "The pages could not be prepared\(detail).",
                "Save the document as PDF and print that."
            )
        case .printerRefused:
            (
                "\(printer) refused the job\(detail).",
                "Print it again with other options."
            )
        case .deliveryUncertain: uncertain
        case .printedPartly: partly
        case .notCounted:
            (
                "\(printer) reports the job as completed, but does not count its pages.",
                "If pages are missing, run: \(reprint ?? Command.reprint)"
            )
        case .notConfirmed:
            (
                "\(printer) received the whole job and is idle, but no longer lists the job.",
                "If pages are missing, run: \(reprint ?? Command.reprint)"
            )
        case .printedAgain:
            parameters["canceled"] == nil
                ? (
                    "The scheduler restarted and printed the job again on \(printer).",
                    "Check the printer and discard the duplicates."
                )
                : (
                    "The scheduler restarted and printed the canceled job on \(printer).",
                    "Check the printer and discard the pages."
                )
        case .mayHavePrintedAgain:
            (
                "The scheduler restarted and began the job again. Whether \(printer) printed it again is not known.",
                "Check the printer and discard what came out twice."
            )
        case .storageFailed:
            (
                "The job could not be written to the disk\(detail).",
                "Free some disk space; \(goesOn)"
            )
        default: printerReason(code)
        }
    }

    private var onceMore: String {
        "If that was a mistake, " + (reprint.map { "run: \($0)" } ?? "print it again.")
    }

    private var uncertain: Words.Sentences {
        let again = reprint ?? Command.reprint
        if parameters["givenUp"] != nil {
            return (
                "The canceled job was given up; pages of it may still come out of \(printer).",
                "Look into the tray when the printer is on again."
            )
        }
        guard let printed = parameters["printed"], let total = parameters["total"] else {
            return (
                "The service cannot tell whether \(printer) printed the job.",
                "Check the printer; if nothing came out, "
                    + (reprint.map { "run: \($0)" } ?? "print it again.")
            )
        }
        let unit = parameters["numberUp"] == nil ? "pages" : "sides"
        let what =
            parameters["restarted"] == nil ? "reported" : "was turned off or restarted after"
        return (
            "\(printer) \(what) \(printed) of \(total) \(unit); the rest may be missing.",
            "Check the tray, then run: " + (restCommands ?? again)
        )
    }

    /// The commands that print what is missing; `nil` where that is not known.
    private var restCommands: String? {
        let commands = MissingPages.commands(parameters, reprint ?? Command.reprint)
        return commands.isEmpty ? nil : commands.joined(separator: ", then: ")
    }

    private var partly: Words.Sentences {
        let remedy =
            restCommands.map { "To print the rest, run: \($0)" }
            ?? "To print all of it again, run: \(reprint ?? Command.reprint)"
        guard let printed = parameters["printed"], let total = parameters["total"] else {
            return ("\(printer) ended the job before it was printed whole.", remedy)
        }
        return ("\(printer) ended the job after \(printed) of \(total) sides.", remedy)
    }

    /// The most common conditions of printers, by keyword.
    private static let conditions: [String: String] = [
        "toner-low": "Toner is low in", "toner-empty": "Toner is empty in",
        "marker-supply-low": "Ink or toner is low in",
        "marker-supply-empty": "Ink or toner is empty in",
        "marker-ink-almost-empty": "Ink is low in", "developer-low": "Developer is low in",
        "developer-empty": "Developer is empty in",
        "marker-waste-almost-full": "The waste container is almost full in",
        "marker-waste-full": "The waste container is full in", "media-low": "Paper is low in",
        "door-open": "A door is open on", "cover-open": "A cover is open on",
        "interlock-open": "A door or cover is open on",
        "input-tray-missing": "A paper tray is missing from",
        "output-tray-missing": "The output tray is missing from",
        "output-area-full": "The output tray is full on",
        "fuser-over-temp": "The fuser is too hot in",
        "opc-near-eol": "The drum is nearly worn out in",
        "opc-life-over": "The drum is worn out in", "spool-area-full": "The memory is full in",
    ]

    /// The sentence for a printer's keyword that has no words of its own.
    private func printerReason(_ code: Reason.Code) -> Words.Sentences {
        (
            Self.conditions[code.rawValue].map { "\($0) \(printer)." }
                ?? "\(printer) reports: \(words(code.rawValue)).",
            code.waitsForHands
                ? "Check the printer; \(goesOn)" : "Check the printer if this persists."
        )
    }
}
