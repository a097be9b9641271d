import CommandNames

/// The sentences of printers that reply and cannot be used, in English.
extension EnglishWords {
    /// What is wrong with a printer, or with several.
    func unusable(_ fault: PrinterFault) -> Words.Sentences {
        let update = "Update or restart the printer, or use another one."
        return switch fault {
        case .identityChanged:
            (
                "\(subject("has another key than before, so it may be another printer", "have other keys than before, so they may be other printers")).",
                parameters["count"] == nil
                    ? "If it was reset or replaced, run: \(Command.printersTrust) \(value("printer"))"
                    : "For each that was reset or replaced, run: \(Command.printersTrust) PRINTER"
            )
        case .otherPrinter:
            (
                parameters["count"] == nil
                    ? "Another printer replies at the address of \(printer)."
                    : "Other printers reply at the addresses of \(Words.list(of: printers)).",
                "Switch the printer on. To add it by the address that it has now, run: \(Command.addPrinter)"
            )
        case .passwordNeeded:
            (
                "\(subject("requires", "require")) a user name and a password.",
                "To enter them, run: \(Command.printersAuthenticate) PRINTER"
            )
        case .noReply:
            (
                "\(subject("closes the connection", "close the connection")) without a reply.",
                "Restart the printer, or use another one."
            )
        case .notEncrypted:
            (
                "\(subject("does not encrypt the connection", "do not encrypt the connection")), so no password is sent.",
                "Turn TLS (ipps) on in the settings of the printer, or use another one."
            )
        case .notAllowed:
            (
                "\(subject("does not allow this computer", "do not allow this computer")) to print.",
                "Allow it in the settings of the printer, or use another one."
            )
        case .noPrinterThere:
            (
                "\(subject("replies, but has no printer", "reply, but have no printers")) at the path of the address.",
                "To add it by another address, such as ipp://HOST/ipp/print, run: \(Command.addPrinter)"
            )
        case .unknownVersion:
            (
                "\(subject("speaks", "speak")) no version of IPP that is known here.",
                "Update the printer, or use another one."
            )
        case .ownError:
            (
                "\(subject("reports an error of its own", "report errors of their own")).",
                "Restart the printer, or use another one."
            )
        case .refused:
            ("\(subject("refuses", "refuse")) to tell what it can print.", update)
        case .noFormat:
            (
                "\(subject("reads no type of document that can be made here", "read no type of document that can be made here")): neither PDF nor a known raster format.",
                "Add a queue for it with its driver, or use another printer."
            )
        case .incomplete(let attribute):
            (
                "\(subject("does not tell", "do not tell")) '\(attribute)', which each printer has to.",
                update
            )
        case .unreadable:
            (
                "\(subject("sends replies", "send replies")) that do not follow the protocol.",
                update
            )
        }
    }
}
