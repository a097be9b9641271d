import CLinux
import FileAccess
import Foundation
import Glibc
import ProofKit
import Testing

@testable import QuickPreview

/// A running `qpreviewd` with a runtime folder of its own.
///
/// Its helpers may outlive it for a moment, with its standard output: only its process tells when it has ended.
final class ResidentHelper {
    private let program: RunningProgram
    /// The folder of the user's sockets.
    let runtime: String
    /// The variables with which programs find it.
    var variables: [String] { ["XDG_RUNTIME_DIR=\(runtime)", "HOME=\(runtime)", "LC_ALL=C"] }
    /// The path of its socket.
    var socket: String { "\(runtime)/qpreview/socket" }
    /// Its process.
    var identifier: Int32 { program.process }
    /// Whether it runs.
    var isRunning: Bool { program.endingIfEnded() == nil }
    /// What it has written first.
    let line: String

    init(in runtime: String, idle: Int = neverIdle, _ more: [String: String] = [:]) async throws {
        self.runtime = runtime
        try FileManager.default.createDirectory(
            atPath: runtime,
            withIntermediateDirectories: true
        )
        var environment = patientEnvironment
        environment["XDG_RUNTIME_DIR"] = runtime
        environment["HOME"] = runtime
        environment["QPREVIEW_IDLE"] = "\(idle)"
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/dev/null"
        environment.merge(more) { $1 }
        let program = try RunningProgram(
            [try PreviewTests.program("qpreviewd")],
            environment: environment,
            files: "\(runtime)/\(UUID().uuidString)"
        )
        self.program = program
        try await wait(for: "a line of the helper") {
            program.outputSoFar.hasSuffix("\n") || program.endingIfEnded() != nil
        }
        line = program.outputSoFar
    }

    deinit { if isRunning { signal(SIGTERM) } }

    /// Sends a signal.
    func signal(_ number: Int32) { kill(identifier, number) }

    /// Waits for the end; the exit code.
    func end() async throws -> Int32 {
        try await wait(for: "the helper to end") { [program] in program.endingIfEnded() != nil }
        return program.endingIfEnded()?.code ?? -1
    }

    /// The number of its descriptors.
    var descriptors: Int {
        let held = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd")
        return held?.count ?? 0
    }

    /// The children of its helpers that have a document.
    var children: [Int32] { forks(of: identifier).flatMap { PreviewTests.children(of: $0) } }
}

/// Seconds for which no helper has nothing to do in a test.
let neverIdle = Int(Duration.neverMet.components.seconds)

/// Runs a test with a helper, which ends with it.
func withResident(
    idle: Int = neverIdle,
    _ body: (ResidentHelper, Fixtures) async throws -> Void
) async throws {
    try await withFixtures { fixtures in
        let helper = try await ResidentHelper(in: fixtures.path("run"), idle: idle)
        try #require(helper.line == "ready\n")
        try await body(helper, fixtures)
        helper.signal(SIGTERM)
        #expect(try await helper.end() == 0)
        // It leaves nothing but its lock.
        #expect(!FileManager.default.fileExists(atPath: helper.socket))
    }
}

/// A program that speaks to the helper's socket, in any way.
final class RawClient {
    let socket: Int32

    init(_ helper: ResidentHelper) throws {
        socket = clinux_message_socket()
        let address = try #require(UnixSocketAddress(path: helper.socket))
        let result = unsafe address.withSocketAddress { unsafe connect(socket, $0, $1) }
        try #require(result == 0)
    }

    deinit { close(socket) }

    /// Sends a message with descriptors; the negative error number where that fails.
    @discardableResult
    func send(_ bytes: [UInt8], _ files: [Int32] = []) -> Int32 {
        unsafe clinux_send_message(socket, bytes, bytes.count, files, files.count)
    }

    /// An answer, and whether a file came with it.
    struct Reply {
        let answer: ResidentAnswer
        let file: ResidentFile?
    }

    /// The next answer; `nil` where the helper has closed the connection.
    func reply() throws -> Reply? {
        var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let patience = Duration.patience.wholeMilliseconds
        try #require(unsafe poll(&wait, 1, patience) > 0, "waited in vain for an answer")
        guard let message = ReceivedMessage(from: socket, limit: ResidentAnswer.sizeLimit) else {
            return nil
        }
        let answer = try #require(ResidentAnswer(decoding: message.bytes))
        guard let file = message.takeFile() else { return Reply(answer: answer, file: nil) }
        return Reply(answer: answer, file: ResidentFile(copyOf: file.number))
    }
}
