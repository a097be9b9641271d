import ArgumentParser
import FileAccess
import Glibc
import PrintCenterClient
import PrintModel

/// The options of every command.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Write JSON.")
    var json = false

    var phrases: Phrases { Phrases(language: .ofUser) }

    /// Runs a command, reports its errors on standard error, and turns them into exit codes.
    func run(_ verb: (PrintCenterClient) async throws -> ExitCode) async throws {
        try await Printq.run(verb)
    }
}

extension Language {
    /// The language of the user's messages.
    static let ofUser = Language(environment: Printq.environment)
}

extension Printq {
    /// The environment, read once, and without the third of a millisecond that `ProcessInfo` takes.
    static let environment: [String: String] = {
        var values: [String: String] = [:]
        var place = unsafe environ
        while let text = unsafe place.pointee {
            let entry = unsafe String(cString: text)
            unsafe place += 1
            guard let sign = entry.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            values[String(entry[..<sign])] = String(entry[entry.utf8.index(after: sign)...])
        }
        return values
    }()

    /// Runs a command, reports its errors on standard error, and turns them into exit codes.
    static func run(_ verb: (PrintCenterClient) async throws -> ExitCode) async throws {
        if let why = Terminal.outputFailure {
            Terminal.say("printq: \(Phrases(language: .ofUser).noOutput(why))")
            throw ExitCode.failure
        }
        var code: ExitCode
        do {
            code = try await verb(
                try PrintCenterClient(environment: environment, language: .ofUser)
            )
        } catch let error as ClientError {
            Terminal.say("printq: \(error.message(in: .ofUser))")
            code = ExitCode(error)
        }
        // A lost result is a failure.
        if code == .success, Terminal.hasLostResult { code = .failure }
        if code != .success { throw code }
    }
}

/// The option that makes one job of several files.
struct TogetherOption: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Print the files as one job, in this order.")
    var together: Bool?

    /// Whether the files are one job; a contact sheet has all of them unless the user says otherwise.
    func joins(_ files: [String], _ ticket: PrintTicket) -> Bool {
        files.count > 1 && together ?? (ticket.contactSheet.map { $0 != .single } == true)
    }
}

/// The option that names a folder of pictures.
struct PicturesOption: ParsableArguments {
    @Option(
        name: .customLong("pictures"),
        help: ArgumentHelp(
            "Let HTML and Markdown show the pictures in this folder and below; they are sent with the document.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var folder: String?

    /// The mistake in a command line whose files show no pictures of a folder; `nil` if one may, or none is named.
    func mistake(for files: [String], type: String?) -> Mistake? {
        guard folder != nil, !files.isEmpty,
            !files.contains(where: { PictureFolder.isUsed(by: $0 == "-" ? "" : $0, type: type) })
        else { return nil }
        return Mistake(
            "--pictures is for HTML and Markdown: leave it out, or say with --type that a file is one of them."
        )
    }
}

/// The option that names a preset.
struct PresetOption: ParsableArguments {
    @Option(
        name: .customLong("preset"),
        help: ArgumentHelp(
            "Use the options that 'printq presets save' has saved under this name; options beside it override them.",
            valueName: "name"
        ),
        completion: .custom(Completion.presets)
    )
    var name: String?
}

/// The option that names the printer whose jobs are meant.
struct JobsPrinterOption: ParsableArguments {
    @Option(
        name: [.customShort("d", allowingJoined: true), .customLong("printer")],
        help: "Only the jobs on this printer (default: all printers).",
        completion: .custom(Completion.printers)
    )
    var printer: String?

    /// The id of the printer that `-d` names, as ``PrinterOption/id(_:)`` finds it.
    func id(_ client: PrintCenterClient) async throws -> PrinterID? {
        try await PrinterOption.id(of: printer, client)
    }
}

/// The option that names a printer.
struct PrinterOption: ParsableArguments {
    @Option(
        name: [.customShort("d", allowingJoined: true), .customLong("printer")],
        help: "The printer (default: the default printer).",
        completion: .custom(Completion.printers)
    )
    var printer: String?

    /// The id of the printer that `-d` names; `nil` without `-d`.
    ///
    /// - Throws: `ClientError` with the problem `printer-not-found`, unless there are jobs of a
    ///   printer that is gone.
    func id(_ client: PrintCenterClient) async throws -> PrinterID? {
        try await Self.id(of: printer, client)
    }

    fileprivate static func id(
        of printer: String?,
        _ client: PrintCenterClient
    ) async throws -> PrinterID? {
        guard let printer else { return nil }
        do {
            return try await client.printer(printer).id
        } catch let error as ClientError {
            let gone = PrinterID(rawValue: printer)
            switch error.problem?.code {
            // The service's queue is readable without the scheduler.
            case .schedulerUnreachable: return gone
            case .printerNotFound:
                guard try await client.jobs(all: true, printer: gone).isEmpty else { return gone }
                throw error
            default: throw error
            }
        }
    }
}
