internal import FoundationEssentials
internal import Glibc

/// The process that manages a lab: starts it, runs the command, and shuts the lab down however the
/// command ends.
///
/// Its parent is ``LabSession``; it does not outlive it.
public enum LabSupervisor {
    /// The time for the end of a lab after a signal: half of it for the command, and the rest for what it has started.
    private static let endLimit = Duration.seconds(4)

    /// Runs a command in a lab.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments; not empty.
    ///   - printers: The specifications of the printers.
    ///   - parts: The parts of the lab beside its printers.
    ///   - path: The lab's folder, which exists and is empty, and which this method removes.
    ///   - program: The absolute path of `printlab`, which receives the jobs.
    /// - Returns: The exit code of the command, or 128 plus the number of the signal that ended it.
    /// - Throws: ``LabError`` where the lab did not start; then nothing of it remains.
    public static func run(
        _ command: [String],
        printers: [PrinterSpec],
        parts: LabParts = .scheduler,
        folder path: String,
        program: String
    ) throws -> CInt {
        let processes = try Processes()
        let folder = LabFolder(path: path)
        let lab = Lab(
            printers,
            parts: parts,
            in: folder,
            program: program,
            with: processes
        )
        var end: ContinuousClock.Instant?
        defer {
            lab.stop(by: end)
            folder.remove()
        }
        do {
            try lab.start()
        } catch let error as LabError {
            guard let request = processes.takeRequest() else { throw error }
            end = .now + endLimit
            return 128 + request.signal
        }
        let control = try ControlSocket(at: folder.controlSocket)
        let environment = lab.environment(from: ProcessInfo.processInfo.environment)
        guard let path = Launch.find(command[0], in: environment["PATH"] ?? Launch.systemPath)
        else {
            throw LabError(.commandMissing, "There is no command '\(command[0])'.")
        }
        // In this process group, so that the command can use the terminal and receives Ctrl-C.
        let child = try processes.start(
            Launch(
                path: path,
                arguments: Array(command.dropFirst()),
                environment: environment,
                ownGroup: false,
                fileMask: -1
            )
        )
        return supervise(child, lab, control, processes, &end)
    }

    /// Waits for the command, forwards signals to it, and serves the control socket meanwhile.
    private static func supervise(
        _ child: pid_t,
        _ lab: Lab,
        _ control: borrowing ControlSocket,
        _ processes: Processes,
        _ end: inout ContinuousClock.Instant?
    ) -> CInt {
        while true {
            if let status = processes.status(of: child) { return exitCode(ofStatus: status) }
            if let end, ContinuousClock.now > end - endLimit / 2 { return 128 + SIGTERM }
            if processes.turn(milliseconds: 200, alsoReading: control.descriptor) {
                control.answer { try lab.handle($0) }
            }
            while let request = processes.takeRequest() {
                // The command has already received signals that the terminal sent.
                if request.fromProcess { kill(child, request.signal) }
                // A command may end late after Ctrl-C, or, as a shell, not at all; other signals
                // set a deadline.
                if request.signal != SIGINT, end == nil { end = .now + endLimit }
            }
        }
    }
}
