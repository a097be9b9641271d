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
    /// In a lab with ``LabParts/discovery`` the program runs in the lab's network, which this
    /// process is not in. The sockets in the lab's folder, such as those of the scheduler and of
    /// the message bus, can be reached from everywhere.
    ///
    /// - Parameter command: The program, looked up as a shell does, and its arguments; not empty.
    /// - Returns: Its exit code and output. An exit code other than 0 is not an error.
    /// - Throws: ``LabError`` with ``LabError/Code/commandMissing``.
    @discardableResult
    public func run(_ command: String...) throws -> Outcome {
        let path = (environment["PATH"] ?? "") + ":" + Launch.systemPath
        guard let program = Launch.find(command[0], in: path) else {
            throw LabError(.commandMissing, "There is no command '\(command[0])'.")
        }
        return try launch(program, Array(command.dropFirst())).outcome()
    }

    /// The name of the variable with the ID of a process in the lab's own network, if it has one.
    static let networkVariable = "PRINTLAB_NETWORK"

    /// Describes a process in the lab's environment, and in its network if it has its own.
    package func launch(_ program: String, _ arguments: [String]) throws -> Launch {
        guard let process = environment[Self.networkVariable] else {
            return Launch(path: program, arguments: arguments, environment: environment)
        }
        // An ordinary user's lab is in a user namespace, too.
        let users = getuid() == 0 ? [] : ["--user", "--preserve-credentials"]
        return try Launch(
            path: Launch.find("nsenter", package: "util-linux"),
            arguments: ["--target", process, "--wd=.", "--net", "--mount"] + users + [
                "--", program,
            ]
                + arguments,
            environment: environment
        )
    }

    /// The jobs that a printer of the lab has received so far.
    ///
    /// - Throws: ``LabError`` where it cannot be read.
    public func received(by printer: String) throws -> [ReceivedJob] {
        try ReceivedJob.all(from: printer, in: folder)
    }

    /// The sides that a printer on PAPPL has printed so far.
    public func sides(by printer: String) -> [PrintedSide] {
        PrintedSide.all(from: printer, in: folder)
    }
}
