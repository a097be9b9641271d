import ArgumentParser
import FoundationEssentials
import Glibc
import PrintLab

/// `printlab run`.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Starts a lab, runs COMMAND in it, and takes the lab down.",
        discussion: """
            COMMAND finds the lab's scheduler through CUPS_SERVER. What printer P received as its Nth job lies in \
            $PRINTLAB_DIR/received/P/N/, as document.EXT and attributes.json. The exit code is COMMAND's; 69 says that \
            the lab did not start, 127 that there is no such COMMAND.
            """
    )

    @Option(help: "The printers to have, separated by commas. See 'printlab list'.")
    var printers = "office,mono"

    @Argument(parsing: .postTerminator, help: "The command and its arguments.")
    var command: [String]

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("Say which command to run: printlab run -- COMMAND…")
        }
        do { _ = try PrinterSpec.list(printers) } catch { throw ValidationError("\(error)") }
    }

    func run() throws {
        try exitWithCode {
            try LabSession.run(command, printers: printers, program: ownPath())
        }
    }
}

/// The process that `run` starts, in which the lab lives.
struct SuperviseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "supervise", shouldDisplay: false)

    @Option var folder: String
    @Option var printers: String
    @Argument(parsing: .postTerminator) var command: [String]

    func run() throws {
        try exitWithCode {
            try LabSupervisor.run(
                command,
                printers: PrinterSpec.list(printers),
                folder: folder,
                program: ownPath()
            )
        }
    }
}

/// What `ippeveprinter` runs for each job.
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

/// What `RunningLab` runs in a lab: shows the surroundings, and stays until its input ends.
struct HoldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hold", shouldDisplay: false)

    func run() throws { RunningLab.hold() }
}

/// Ends the program with the code, or with the words of the error and the code that stands for it.
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

/// One sentence on standard error.
func say(_ error: LabError) {
    let bytes = Array("printlab: \(error.message)\n".utf8)
    // There is nobody else to tell.
    _ = unsafe write(2, bytes, bytes.count)
}

/// The absolute path of this program.
func ownPath() throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
}
