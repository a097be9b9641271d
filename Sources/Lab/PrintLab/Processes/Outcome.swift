internal import CLinux
internal import Glibc

/// The exit code and the output of a program.
public struct Outcome: Hashable, Sendable {
    /// The exit code, or 128 plus the number of the signal that ended the program.
    public let exitCode: CInt
    /// The text that the program wrote to standard output and standard error.
    public let output: String
}

extension Launch {
    /// Starts the program with an empty standard input, and waits until it and all other writers to
    /// its output have ended.
    ///
    /// - Throws: ``LabError`` where it cannot be started.
    package func outcome() throws -> Outcome {
        var ends: [CInt] = [-1, -1]
        let failure = unsafe clinux_pipe(&ends)
        let null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard failure == 0, null >= 0 else {
            throw LabError(.system, "No pipe can be made: \(reason(of: -failure)).")
        }
        defer { close(ends[0]) }
        var launch = self
        launch.descriptors = [null, ends[1], ends[1]]
        // The calling thread may end before the program.
        launch.deathSignal = 0
        let process = launch.start()
        close(ends[1])
        close(null)
        guard process > 0 else {
            throw LabError(
                .commandMissing,
                "\(path) cannot be started: \(reason(of: CInt(-process)))."
            )
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = unsafe read(ends[0], &buffer, buffer.count), count > 0 {
            output += buffer[..<count]
        }
        var status: CInt = 0
        unsafe waitpid(process, &status, 0)
        return Outcome(
            exitCode: PrintLab.exitCode(ofStatus: status),
            output: String(decoding: output, as: UTF8.self)
        )
    }
}

extension RunningLab {
    /// Runs a program in the lab's environment, and waits for it to end.
    ///
    /// ```swift
    /// try lab.run("lp", "-d", "office", "report.pdf")
    /// ```
    /// - Parameter command: The program, looked up as a shell does, and its arguments; not empty.
    /// - Returns: Its exit code and output. An exit code other than 0 is not an error.
    /// - Throws: ``LabError`` with ``LabError/Code/commandMissing``.
    @discardableResult
    public func run(_ command: String...) throws -> Outcome {
        let path = (environment["PATH"] ?? "") + ":" + Launch.systemPath
        guard let program = Launch.find(command[0], in: path) else {
            throw LabError(.commandMissing, "There is no command '\(command[0])'.")
        }
        return try Launch(
            path: program,
            arguments: Array(command.dropFirst()),
            environment: environment
        ).outcome()
    }

    /// The jobs that a printer of the lab has received so far.
    ///
    /// - Throws: ``LabError`` where it cannot be read.
    public func received(by printer: String) throws -> [ReceivedJob] {
        try ReceivedJob.all(from: printer, in: folder)
    }
}
