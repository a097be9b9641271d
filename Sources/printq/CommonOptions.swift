import ArgumentParser
import FoundationEssentials
import PrintCenterClient
import PrintModel

/// What every verb takes.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Write JSON for programs.")
    var json = false

    /// The language of the user's messages.
    var language: Language {
        let environment = ProcessInfo.processInfo.environment
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        return Language(tags: names.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "")
    }

    var phrases: Phrases { Phrases(language: language) }

    /// Runs a verb: its errors are said on standard error, and become exit codes.
    func run(_ verb: (PrintCenterClient) async throws -> ExitCode) async throws {
        let code: ExitCode
        do {
            code = try await verb(try PrintCenterClient(language: language))
        } catch let error as ClientError {
            Terminal.say(Terminal.printable("printq: \(error.description)"))
            code = ExitCode(error)
        } catch let obstacle as Obstacle {
            let told = obstacle.inWords(of: language)
            Terminal.say(Terminal.printable("printq: \(told.message) \(told.remedy)"))
            code = obstacle.code == .printerNotFound ? .notFound : .notPossible
        }
        if code != .success { throw code }
    }
}

/// Which printer.
struct PrinterOption: ParsableArguments {
    @Option(
        name: [.customShort("d", allowingJoined: true), .customLong("printer")],
        help: "The printer; without it the default one."
    )
    var printer: String?

    /// The printer whose jobs are meant; `nil` where none is named.
    ///
    /// - Throws: The obstacle, where neither a printer nor a job has this name.
    func chosen(_ client: PrintCenterClient) async throws -> PrinterID? {
        guard let printer else { return nil }
        let id = PrinterID(rawValue: printer)
        let printers: [Printer]
        do {
            printers = try await client.printers()
        } catch let error as ClientError where error.problem?.code == .schedulerUnreachable {
            // Our own jobs can be told without it.
            return id
        }
        switch PrinterChoice.choose(named: printer, among: printers) {
        case .success(let known): return known.id
        case .failure(let obstacle):
            // A printer that is gone may have left jobs.
            guard try await !client.jobs(all: true, printer: id).isEmpty else { throw obstacle }
            return id
        }
    }
}
