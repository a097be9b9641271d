import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq.Printers {
    /// Adds a printer by its address.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a network printer by its address.",
            discussion: """
                Examples:
                  printq printers add printer.local
                  printq printers add ipp://192.168.1.20/ipp/print office

                The printer must support IPP, as AirPrint and IPP Everywhere printers do. If only an \
                administrator may add printers, it shows the command to run.
                """
        )

        @Argument(help: "The printer's host name, or its URI: ipp://… or ipps://…")
        var address: String

        @Argument(help: "The name of the printer (default: made from the address).")
        var name: String?

        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard PrinterAddress(address) != nil else {
                throw ValidationError(
                    "Invalid address '\(address)': use a host such as printer.local, or ipp://HOST/ipp/print."
                )
            }
            if let name, !PrinterAddress.isQueueName(name) {
                throw ValidationError(
                    "Invalid name '\(name)': use up to 127 letters and digits without blanks, / and #."
                )
            }
        }

        func run() async throws {
            try await common.run { client in
                guard let place = PrinterAddress(address) else { return .validationFailure }
                let name = name ?? place.name
                let there = try await client.printers().first {
                    $0.id.rawValue.lowercased() == name.lowercased()
                }
                if let there {
                    Terminal.say("printq: \(common.phrases.printerExists(there.id))")
                    return .failure
                }
                let scheduler = SchedulerAdministration()
                try await scheduler.add(place.uri, as: name)
                let printer = try await client.printer(name) { $0.isUsable }
                // The scheduler creates a queue without a driver if the printer does not respond.
                guard printer.isUsable else {
                    try await scheduler.remove(name)
                    try await client.waitUntilGone(printer.id)
                    Terminal.say("printq: \(common.phrases.notAdded(place.uri))")
                    return .failure
                }
                try common.report(printer, common.phrases.added(printer))
                return .success
            }
        }
    }

    /// Removes a printer.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a printer, and the jobs in its queue.",
            discussion: """
                Example:
                  printq printers remove office
                """
        )

        @Argument(help: "The printer.")
        var printer: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let printer = try await client.printer(printer)
                try await SchedulerAdministration().remove(printer.id.rawValue)
                try await client.waitUntilGone(printer.id)
                try common.report(printer, common.phrases.removed(printer))
                return .success
            }
        }
    }

    /// Pauses a printer.
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause",
            abstract: "Pause a printer; its jobs wait.",
            discussion: """
                Example:
                  printq printers pause office --reason "Out for repair until Monday"
                """
        )

        @Argument(help: "The printer.")
        var printer: String

        @Option(help: "The reason, which all users of the printer see.")
        var reason: String?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let id = try await client.printer(printer).id
                try await SchedulerAdministration().pause(id.rawValue, reason: reason)
                let printer = try await client.printer(id.rawValue) { $0.state == .stopped }
                try common.report(printer, common.phrases.paused(printer))
                return .success
            }
        }
    }

    /// Resumes a printer.
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume",
            abstract: "Resume a paused printer.",
            discussion: """
                Example:
                  printq printers resume office
                """
        )

        @Argument(help: "The printer.")
        var printer: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let id = try await client.printer(printer).id
                try await SchedulerAdministration().resume(id.rawValue)
                let printer = try await client.printer(id.rawValue) { $0.state != .stopped }
                try common.report(printer, common.phrases.resumed(printer))
                return .success
            }
        }
    }
}

extension CommonOptions {
    /// Reports a changed printer, in words or as JSON.
    fileprivate func report(_ printer: Printer, _ words: String) throws {
        if json {
            try Terminal.write(json: printer, unread: .goOn)
        } else {
            Terminal.write(words, unread: .goOn)
        }
    }
}

extension Printer {
    /// Whether the scheduler has reached the printer and knows its capabilities.
    fileprivate var isUsable: Bool {
        capabilities != nil && state != .unreachable && state != .unusable
    }
}

extension PrintCenterClient {
    /// Waits until the service no longer lists a removed printer, for five seconds at most.
    fileprivate func waitUntilGone(_ id: PrinterID) async throws {
        let end = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < end, try await printers().contains(where: { $0.id == id }) {
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Returns a printer once the service has noticed its change, which may take a moment.
    ///
    /// - Parameters:
    ///   - name: The printer's id.
    ///   - isSettled: Whether the printer shows the change.
    /// - Returns: The printer, after five seconds at the latest.
    /// - Throws: ``ClientError``, with `printer-not-found` if there is no such printer after five
    ///   seconds.
    fileprivate func printer(
        _ name: String,
        once isSettled: (Printer) -> Bool
    ) async throws -> Printer {
        let end = ContinuousClock.now + .seconds(5)
        while true {
            let isLast = ContinuousClock.now >= end
            do {
                let printer = try await printer(name)
                if isLast || isSettled(printer) { return printer }
            } catch let error as ClientError {
                guard !isLast, case .problem(let problem) = error.code,
                    problem.code == .printerNotFound
                else { throw error }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
