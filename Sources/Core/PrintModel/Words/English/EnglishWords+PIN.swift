import CommandNames

/// The words about PINs, user names, and passwords in English.
extension EnglishWords {
    /// Why a printer does not take a PIN.
    var pinUnsupported: Words.Sentences {
        let leaveOut = "Leave \(Flag.pin) out, and collect the sheets at once."
        if let max = parameters["max"] {
            let min = parameters["min"] ?? "1"
            let lengths =
                min == max ? "of \(max)" : min == "1" ? "of at most \(max)" : "of \(min) to \(max)"
            return ("\(printer) accepts a PIN \(lengths) characters.", "Choose another PIN.")
        }
        switch parameters["why"] {
        case PINObstacle.queue.rawValue:
            return (
                "The scheduler drops a PIN on the way to \(printer).",
                "To print on it directly, run: \(Command.printersDirect) \(value("printer")) on"
            )
        case PINObstacle.unencrypted.rawValue:
            return (
                "\(printer) has no encrypted connection, and a PIN is not sent without one.",
                "Turn on TLS (ipps) in the settings of the printer, or leave \(Flag.pin) out."
            )
        case PINObstacle.encryption.rawValue:
            return ("\(printer) accepts a PIN only in a form that is not supported.", leaveOut)
        case "characters":
            let characters = value("characters")
            let kind =
                characters.hasSuffix("_digits")
                ? "digits"
                : characters.hasSuffix("_letters")
                    ? "letters" : characters.hasPrefix("iana_us-ascii") ? "ASCII" : "text"
            return ("\(printer) accepts only \(kind) in a PIN.", "Choose another PIN.")
        default:
            return (
                "\(printer) cannot hold a job until a PIN is entered.",
                instead("do that", else: leaveOut)
            )
        }
    }

    /// Whether a printer cannot be used because it reports nothing without a password.
    var asksForPassword: Bool {
        parameters["reason"] == Reason.Code.authenticationNeeded.rawValue
            && parameters["count"] == nil
    }

    /// A printer, or the scheduler, wants a user name and a password.
    var authenticationNeeded: Words.Sentences {
        guard parameters["route"] == "direct" || asksForPassword else {
            return (
                "\(printer) requires a user name and a password.",
                "Ask the administrator of the printer for access."
            )
        }
        let command =
            parameters["label"].map { "\(Command.authenticate) \($0)" }
            ?? "\(Command.printersAuthenticate) \(value("printer"))"
        return (
            parameters["refused"] == nil
                ? "\(printer) requires a user name and a password."
                : "\(printer) did not accept the user name and the password.",
            "To enter them, run: \(command)"
        )
    }

    /// A job waits for its PIN, or for a printer that takes it.
    func pinReason(_ code: Reason.Code) -> Words.Sentences {
        guard code == .pinNotPossible else {
            let job = parameters["label"].map { " \($0)" } ?? ""
            return (
                "The PIN of the job is not stored, and has to be entered again.",
                "To enter it, run: \(Command.authenticate)\(job)"
            )
        }
        return (
            parameters["why"] == PINObstacle.unencrypted.rawValue
                ? "\(printer) has no encrypted connection now, and the PIN of the job is not sent without one."
                : "\(printer) does not accept the PIN of the job now.",
            "Check the settings of the printer, or cancel the job and print it on another one."
        )
    }

    /// Why no password or PIN can be sent.
    var authenticationNotPossible: String {
        switch parameters["why"] {
        case "queue":
            "Job \(value("job")) goes through the scheduler, which asks for user names and passwords itself. Ask the administrator of the printer for access."
        case "unencrypted":
            "\(printer) has no encrypted connection, and no password is sent without one. Turn on TLS (ipps) in the settings of the printer."
        case "address":
            "The printer at \(value("printer")) requires a user name and a password, and none is sent without encryption. Turn on TLS in its settings, and add it with ipps:// in its address."
        case "no-pin":
            "Job \(value("job")) has no PIN. To print it with one, run '\(Command.reprint) \(value("job")) \(Flag.pin)'."
        default: "\(printer) is not responding. Turn it on, and check its cable or network."
        }
    }
}
