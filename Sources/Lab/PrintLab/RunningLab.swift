internal import CLinux
internal import FoundationEssentials
internal import Glibc

/// A lab in a separate process, for tests that print from this one.
///
/// ```swift
/// let lab = try RunningLab(printers: "office", program: "/usr/bin/printlab")
/// defer { lab.stop() }
/// let server = lab.environment["CUPS_SERVER"]
/// ```
/// The lab ends with this process, however this process ends.
public final class RunningLab: Sendable {
    /// The lab's folder.
    public let folder: LabFolder
    /// The environment for programs that print in the lab.
    public let environment: [String: String]
    private let process: pid_t
    private let input: CInt

    /// Starts a lab, and returns when it is ready.
    ///
    /// - Parameters:
    ///   - printers: The names of the specifications, separated by commas.
    ///   - parts: The parts of the lab beside its printers.
    ///   - program: The absolute path of `printlab`.
    /// - Throws: ``LabError`` with ``LabError/Code/startFailed``; the reason is on standard error.
    public init(printers: String, parts: LabParts = .scheduler, program: String) throws {
        var input: [CInt] = [-1, -1]
        var output: [CInt] = [-1, -1]
        guard unsafe clinux_pipe(&input) == 0, unsafe clinux_pipe(&output) == 0 else {
            throw LabError(.system, "No pipe can be made: \(reason(of: errno)).")
        }
        process = Launch(
            path: program,
            arguments: ["run", "--printers", printers] + parts.options
                + ["--", program, "hold"],
            environment: ProcessInfo.processInfo.environment,
            descriptors: [input[0], output[1], 2],
            deathSignal: 0,
            fileMask: -1
        ).start()
        close(input[0])
        close(output[1])
        self.input = input[1]
        defer { close(output[0]) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        // An empty entry ends the environment.
        while !text.suffix(2).elementsEqual([0, 0]) {
            let count = unsafe read(output[0], &buffer, buffer.count)
            guard count > 0 else {
                close(input[1])
                if process > 0 { waitpid(process, nil, 0) }
                throw LabError(.startFailed, "No lab with the printers \(printers) started.")
            }
            text += buffer[..<count]
        }
        var environment: [String: String] = [:]
        for variable in text.split(separator: 0) {
            let parts = variable.split(
                separator: 0x3D,
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            environment[String(decoding: parts[0], as: UTF8.self)] = String(
                decoding: parts[1],
                as: UTF8.self
            )
        }
        self.environment = environment
        folder = LabFolder(path: environment["PRINTLAB_DIR"] ?? "")
    }

    /// Shuts the lab down, and returns when nothing of it remains.
    ///
    /// Call it exactly once.
    public func stop() {
        close(input)
        waitpid(process, nil, 0)
    }

    /// Creates a queue for a printer outside the lab's specifications, such as a
    /// ``ScriptedPrinter``.
    ///
    /// It is a raw queue: the scheduler sends the printer no request before there is a job, so the
    /// printer may reply in any way. Without `-m`, `lpadmin` creates it without a warning.
    ///
    /// - Parameters:
    ///   - name: The name of the queue; an existing queue of this name gets the new device URI.
    ///   - uri: The device URI, such as ``ScriptedPrinter/uri``.
    /// - Throws: ``LabError`` with ``LabError/Code/badQueue``.
    public func addScripted(name: String, uri: String) throws {
        let outcome = try Launch(
            path: Launch.find("lpadmin", package: "cups-client"),
            arguments: ["-p", name, "-E", "-v", uri],
            environment: environment
        ).outcome()
        guard outcome.exitCode == 0 else {
            throw LabError(.badQueue, "No queue '\(name)' for \(uri): \(outcome.output)")
        }
    }

    /// The command that runs in the lab: prints the environment, and waits for the end of its
    /// standard input.
    public static func hold() {
        var text: [UInt8] = []
        for (name, value) in ProcessInfo.processInfo.environment {
            text += Array("\(name)=\(value)".utf8) + [0]
        }
        text.append(0)
        var written = 0
        while written < text.count {
            let count = unsafe text[written...].withUnsafeBytes {
                unsafe write(1, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return }
            written += count
        }
        var byte: UInt8 = 0
        while unsafe read(0, &byte, 1) > 0 {}
    }
}

/// Runs `body` beside a lab, and shuts the lab down even if `body` throws.
///
/// - Parameters:
///   - printers: The names of the specifications, separated by commas.
///   - parts: The parts of the lab beside its printers.
///   - program: The absolute path of `printlab`.
///   - body: The work to do, with the environment in ``RunningLab/environment``.
/// - Returns: The result of `body`.
/// - Throws: ``LabError`` where the lab did not start, or the error that `body` throws.
public func withLab<R>(
    printers: String,
    parts: LabParts = .scheduler,
    program: String,
    _ body: (RunningLab) async throws -> R
) async throws -> R {
    let lab = try RunningLab(printers: printers, parts: parts, program: program)
    defer { lab.stop() }
    return try await body(lab)
}
