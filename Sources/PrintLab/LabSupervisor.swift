internal import FoundationEssentials
internal import Glibc

/// The process in which a lab lives: brings it up, runs the command, and takes it down however the command ends.
///
/// Its parent is ``LabSession``, which it does not outlive.
public enum LabSupervisor {
    /// Runs a command in a lab.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments; not empty.
    ///   - printers: the printers to have.
    ///   - path: the lab's folder, which exists and is empty. It is removed.
    ///   - program: the absolute path of `printlab`, which receives the jobs.
    /// - Returns: the command's exit code, or 128 and the number of the signal that ended it.
    /// - Throws: ``LabError`` where the lab did not come up. Nothing of it is left then.
    public static func run(
        _ command: [String],
        printers: [PrinterSpec],
        folder path: String,
        program: String
    ) throws -> CInt {
        let processes = try Processes()
        let folder = LabFolder(path: path)
        let lab = Lab(printers, in: folder, program: program, with: processes)
        defer {
            lab.stop()
            folder.remove()
        }
        do {
            try lab.start()
        } catch let error as LabError {
            guard let request = processes.takeRequest() else { throw error }
            return 128 + request.signal
        }
        let control = try ControlSocket(at: folder.controlSocket)
        let environment = lab.environment(from: ProcessInfo.processInfo.environment)
        guard let path = Launch.find(command[0], in: environment["PATH"] ?? Launch.systemPath)
        else {
            throw LabError(.commandMissing, "There is no command '\(command[0])'.")
        }
        // In our own process group, so that it owns the terminal and its Ctrl-C.
        let child = try processes.start(
            Launch(
                path: path,
                arguments: Array(command.dropFirst()),
                environment: environment,
                ownGroup: false,
                fileMask: -1
            )
        )
        return attend(child, lab, control, processes)
    }

    /// Waits for the command, passes signals on to it, and does meanwhile what is asked of the lab.
    private static func attend(
        _ child: pid_t,
        _ lab: Lab,
        _ control: borrowing ControlSocket,
        _ processes: Processes
    ) -> CInt {
        var deadline: ContinuousClock.Instant?
        while true {
            if let status = processes.status(of: child) { return exitCode(ofStatus: status) }
            if let deadline, ContinuousClock.now > deadline { return 128 + SIGTERM }
            if processes.turn(milliseconds: 200, alsoReading: control.descriptor) {
                control.answer { try lab.handle($0) }
            }
            while let request = processes.takeRequest() {
                // What a terminal sends, the command has got as well.
                if request.fromProcess { kill(child, request.signal) }
                // A command may take its time after Ctrl-C, or not end at all: a shell. Not so after the others.
                if request.signal != SIGINT, deadline == nil {
                    deadline = ContinuousClock.now + .seconds(5)
                }
            }
        }
    }
}
