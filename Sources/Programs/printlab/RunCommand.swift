import ArgumentParser
import FoundationEssentials
import Glibc
import PrintLab

/// `printlab run`: runs a command in a lab.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Starts a lab, runs COMMAND in it, and takes the lab down.",
        discussion: """
            COMMAND finds the lab's scheduler through CUPS_SERVER. The lab stores the Nth job that printer P receives in \
            $PRINTLAB_DIR/received/P/N/, as document.EXT and attributes.json. The exit code is COMMAND's; 69 means that \
            the lab did not start, 127 that COMMAND was not found.
            """
    )

    @Option(help: "The printers of the lab, separated by commas. See 'printlab list'.")
    var printers = "office,mono"

    @OptionGroup var parts: PartOptions

    @Argument(parsing: .postTerminator, help: "The command and its arguments.")
    var command: [String]

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("Name a command to run: printlab run -- COMMAND…")
        }
        do { _ = try PrinterSpec.list(printers) } catch { throw ValidationError("\(error)") }
    }

    func run() throws {
        try exitWithCode {
            try LabSession.run(
                command,
                printers: printers,
                parts: parts.parts,
                program: ownPath()
            )
        }
    }
}

/// The options for the parts of a lab.
struct PartOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Give the lab a network and an Avahi daemon of its own.",
            discussion:
                "Its printers then announce themselves by DNS-SD. Needs root, or user namespaces."
        )
    )
    var discovery = false

    @Flag(help: "Start no scheduler, and create no queues.")
    var noScheduler = false

    var parts: LabParts {
        var parts: LabParts = []
        if discovery { parts.insert(.discovery) }
        if !noScheduler { parts.insert(.scheduler) }
        return parts
    }
}

/// The subcommand that `run` starts as a separate process, which manages the lab.
struct SuperviseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "supervise", shouldDisplay: false)

    @Option var folder: String
    @Option var printers: String
    @OptionGroup var parts: PartOptions
    @Argument(parsing: .postTerminator) var command: [String]

    func run() throws {
        try exitWithCode {
            try LabSupervisor.run(
                command,
                printers: PrinterSpec.list(printers),
                parts: parts.parts,
                folder: folder,
                program: ownPath()
            )
        }
    }
}

/// The command that `ippeveprinter` runs for each job.
struct ReceiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "receive", shouldDisplay: false)

    @Option var folder: String
    @Option var printer: String
    @Option var port: UInt16
    @Argument var document: String

    func run() throws {
        try exitWithCode {
            try Receiver(folder: folder, printer: printer, port: port, document: document).run()
        }
    }
}

/// The subcommand that `RunningLab` runs in a lab: it prints the environment, and stays until its
/// standard input ends.
struct HoldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hold", shouldDisplay: false)

    func run() throws { RunningLab.hold() }
}

/// Runs `body`, and exits with the code that it returns, or that of the error that it throws.
func exitWithCode(_ body: () throws -> CInt) throws {
    let code: CInt
    do {
        code = try body()
    } catch let error as LabError {
        say(error)
        switch error.code {
        case .commandMissing: code = 127
        case .unknownPrinter, .noLab: code = 1
        default: code = 69
        }
    }
    throw ExitCode(code)
}

/// Writes an error's message to standard error.
func say(_ error: LabError) {
    let bytes = Array("printlab: \(error.message)\n".utf8)
    // A failure to write the last message cannot be reported.
    _ = unsafe write(2, bytes, bytes.count)
}

/// The absolute path of this program.
func ownPath() throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
}
