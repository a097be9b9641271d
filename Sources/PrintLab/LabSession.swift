internal import FoundationEssentials
internal import Glibc

/// A run of `printlab run`: the process that the user started.
///
/// It starts ``LabSupervisor`` as a process of its own and waits for it. Each of the two looks after the other's end, even
/// by SIGKILL: when this one goes, the kernel tells the supervisor, which takes the lab down; when the supervisor
/// goes, its descendants become this one's, which ends them.
public enum LabSession {
    /// Runs a command in a lab of these printers.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments; not empty.
    ///   - printers: the specifications' names, separated by commas.
    ///   - program: the absolute path of `printlab`.
    /// - Returns: the exit code for this process: the command's.
    /// - Throws: ``LabError``, before anything is started.
    public static func run(_ command: [String], printers: String, program: String) throws -> CInt {
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
                arguments: ["supervise", "--folder", folder.path, "--printers", printers, "--"]
                    + command,
                environment: ProcessInfo.processInfo.environment,
                ownGroup: false,
                fileMask: -1
            )
        )
        while true {
            if let status = processes.status(of: supervisor) { return exitCode(ofStatus: status) }
            processes.turn(milliseconds: 1000)
            while let request = processes.takeRequest() {
                // What a terminal sends, the supervisor has got as well.
                if request.fromProcess { kill(supervisor, request.signal) }
            }
        }
    }
}
