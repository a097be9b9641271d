import ArgumentParser
import Glibc
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
                  printq printers add ipps://192.168.1.20/ipp/print office --user ann --password-fd 3 3< password

                The printer must support IPP, as AirPrint and IPP Everywhere printers do. You need not \
                add a printer that announces itself in the local network: 'printq printers' lists it.

                A printer may report nothing without a user name and a password. They are asked for at the \
                terminal, and sent over encrypted connections only.
                """
        )

        @Argument(help: "The printer's host name, or its URI: ipp://… or ipps://…")
        var address: String

        @Argument(help: "The name of the printer (default: made from the address).")
        var name: String?

        @OptionGroup var credentials: CredentialOptions
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
                let printer = try await client.addPrinter(address, name: name)
                let isAsked =
                    printer.asksForPassword && !common.json && isatty(STDIN_FILENO) == 1
                guard credentials.areGiven || isAsked else {
                    try common.report(printer, common.phrases.added(printer))
                    return .success
                }
                if !common.json { Terminal.write(common.phrases.added(printer), unread: .goOn) }
                return try await common.authenticate(credentials, printer.id.rawValue, client)
            }
        }
    }

    /// Removes a printer.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a printer that was added, or a queue and its jobs.",
            discussion: """
                Example:
                  printq printers remove office

                A printer that announces itself leaves the list when it is turned off.

                A name that was added, and whose printer has a queue now, goes alone: its jobs move to \
                the queue.
                """
        )

        @Argument(help: "The printer.", completion: .custom(Completion.printers))
        var printer: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let name = printer
                var printer = try await client.printer(name)
                if printer.alias(named: name) != nil {
                    // The name that was added goes, and the queue stays.
                    printer = try await client.removePrinter(name)
                } else if printer.hasQueue {
                    try await SchedulerAdministration().remove(printer.id.rawValue)
                    try await client.waitUntilGone(printer.id)
                } else {
                    printer = try await client.removePrinter(printer.id.rawValue)
                }
                try common.report(printer, common.phrases.removed(printer))
                return .success
            }
        }
    }

    /// Decides the way to a printer.
    struct Direct: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "direct",
            abstract: "Print on a printer directly, although it has a queue.",
            discussion: """
                Examples:
                  printq printers direct office on
                  printq printers direct office off

                Jobs that are queued from now on go straight to the device, with options that the queue \
                would drop, such as a PIN. The queue itself stays as it is.
                """
        )

        @Argument(help: "The printer.", completion: .custom(Completion.printers))
        var printer: String

        @Argument(help: "on or off.")
        var choice: Choice

        @OptionGroup var common: CommonOptions

        /// Whether jobs go straight to the device.
        enum Choice: String, ExpressibleByArgument, CaseIterable, Sendable {
            case on, off
        }

        func run() async throws {
            try await common.run { client in
                let printer = try await client.setDirect(printer, choice == .on)
                try common.report(printer, common.phrases.way(printer))
                return .success
            }
        }
    }

    /// Accepts the key of a printer.
    struct Trust: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "trust",
            abstract: "Accept the key that a printer has now.",
            discussion: """
                Example:
                  printq printers trust office

                The service remembers the key of a printer at first use, and sends nothing to one that \
                has another key. Use this after the printer was reset or replaced.
                """
        )

        @Argument(help: "The printer.", completion: .custom(Completion.printers))
        var printer: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let printer = try await client.trust(printer)
                try common.report(printer, common.phrases.trusted(printer))
                return .success
            }
        }
    }

    /// Asks for the user name and the password of a printer.
    struct Authenticate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "authenticate",
            abstract: "Enter the user name and the password that a printer asks for.",
            discussion: """
                Examples:
                  printq printers authenticate office
                  printq printers authenticate office --user ann --password-fd 3 3< password

                It asks at the terminal. Jobs that go straight to the printer use them from then on, over \
                encrypted connections only. A queue of the scheduler has its own.
                """
        )

        @Argument(help: "The printer.", completion: .custom(Completion.printers))
        var printer: String

        @OptionGroup var credentials: CredentialOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                try await common.authenticate(credentials, printer, client)
            }
        }
    }

    /// Makes a printer flash or beep.
    struct Identify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "identify",
            abstract: "Make a printer flash or beep, to see which one it is.",
            discussion: """
                Example:
                  printq printers identify office
                """
        )

        @Argument(help: "The printer.", completion: .custom(Completion.printers))
        var printer: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let printer = try await client.identify(printer)
                try common.report(printer, common.phrases.identified(printer))
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

        @Argument(help: "The printer.", completion: .custom(Completion.printers))
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

        @Argument(help: "The printer.", completion: .custom(Completion.printers))
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
    /// Asks for the user name and the password of a printer, and reports whether it accepts them.
    fileprivate func authenticate(
        _ credentials: CredentialOptions,
        _ name: String,
        _ client: PrintCenterClient
    ) async throws -> ExitCode {
        let request = try credentials.read(phrases, printer: name)
        let printer = try await client.authenticate(printer: name, request)
        try report(printer, phrases.authenticated(printer))
        return printer.asksForPassword ? .failure : .success
    }

    /// Reports what was changed, in words or as JSON.
    func report(_ changed: some Encodable, _ words: String) throws {
        if json {
            try Terminal.write(json: changed, unread: .goOn)
        } else {
            Terminal.write(words, unread: .goOn)
        }
    }
}

extension Printer {
    /// Whether a queue of the scheduler leads to it.
    fileprivate var hasQueue: Bool {
        ways.contains { $0.hasPrefix("ipp://localhost/printers/") }
    }
}

/// The longest wait until the service has noticed a change.
private let longestWait = Duration.seconds(5) * Patience.factor(in: Printq.environment)

extension PrintCenterClient {
    /// Waits until the service no longer lists a removed printer, for five seconds at most.
    fileprivate func waitUntilGone(_ id: PrinterID) async throws {
        let end = ContinuousClock.now + longestWait
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
        let end = ContinuousClock.now + longestWait
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
