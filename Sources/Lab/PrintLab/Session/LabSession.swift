internal import FoundationEssentials
internal import Glibc

/// The process that `printlab run` starts in, which supervises the lab's supervisor.
///
/// It starts ``LabSupervisor`` as a separate process and waits for it. Each of the two handles the
/// death of the other, even by SIGKILL: when this process dies, the kernel signals the supervisor,
/// which shuts the lab down; when the supervisor dies, its descendants are reparented to this
/// process, which ends them.
public enum LabSession {
    /// The time for the end of a lab after a signal, whatever the supervisor waits for; it takes less itself.
    private static let endLimit = Duration.milliseconds(4500)

    /// Runs a command in a lab of these printers.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments; not empty.
    ///   - printers: The names of the specifications, separated by commas.
    ///   - parts: The parts of the lab beside its printers.
    ///   - program: The absolute path of `printlab`.
    /// - Returns: The exit code for this process: that of the command.
    /// - Throws: ``LabError``, before any process is started.
    public static func run(
        _ command: [String],
        printers: String,
        parts: LabParts = .scheduler,
        program: String
    ) throws -> CInt {
        _ = try PrinterSpec.list(printers)
        let processes = try Processes()
        let folder = try LabFolder.make()
        defer {
            processes.endDescendants(grace: .zero)
            folder.remove()
        }
        let supervisor = try processes.start(
            Launch(
                path: program,
                arguments: ["supervise", "--folder", folder.path, "--printers", printers]
                    + parts.options + ["--"] + command,
                environment: ProcessInfo.processInfo.environment,
                ownGroup: false,
                fileMask: -1
            )
        )
        var end: (code: CInt, time: ContinuousClock.Instant)?
        while true {
            if let status = processes.status(of: supervisor) { return exitCode(ofStatus: status) }
            if let end, ContinuousClock.now > end.time { return end.code }
            processes.turn(milliseconds: 200)
            while let request = processes.takeRequest() {
                // The supervisor has already received signals that the terminal sent.
                if request.fromProcess { kill(supervisor, request.signal) }
                if request.signal != SIGINT, end == nil {
                    end = (128 + request.signal, .now + endLimit)
                }
            }
        }
    }
}
