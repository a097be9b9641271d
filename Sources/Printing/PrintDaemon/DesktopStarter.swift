import CLinux
import FoundationEssentials
import Glibc
import Logging
import PrintCenter
import PrintModel
import ServiceLifecycle

/// Starts the program that tells the desktop about jobs, whenever there is a job and no such program.
///
/// The service itself never talks to the session bus about jobs: what anybody on the bus sends is read by a process that
/// has neither the queue nor the documents.
struct DesktopStarter: Service {
    let printing: PrintService
    let readers: EventReaders
    let socket: String
    /// How much longer than usual a started program may take.
    let patience: Int
    let log: Logger

    /// The time that a started program has until it reads events, before another one is started.
    private static let startTime = Duration.seconds(10)
    /// The time without an event after which it looks whether the program is still there.
    private static let silence = Duration.seconds(5)
    /// The longest time until it tries again where it has found no desktop.
    private static let longestRest = Duration.seconds(320)

    func run() async throws {
        if let program = Self.program(), Self.mayHaveSessionBus {
            await cancelWhenGracefulShutdown { await follow(program) }
        }
        // One that returns earlier would end all services.
        try await gracefulShutdown()
    }

    /// Follows the jobs again and again: a database comes back, and so does a desktop.
    private func follow(_ program: String) async {
        var reached: Int?
        var rest = Self.silence
        while !Task.isCancelled {
            var pause = Self.silence
            do {
                let hadDesktop =
                    Self.hasSessionBus ? try await follow(program, from: &reached) : false
                if !hadDesktop { pause = rest }
                rest = hadDesktop ? Self.silence : min(rest * 2, Self.longestRest)
                // What has ended without a desktop is not news for a later one.
                reached = nil
            } catch {
                // It ends by cancellation; a queue that cannot be read is reported elsewhere.
            }
            // Time: nothing tells that a session bus has come, and each try starts a program
            try? await Task.sleep(for: pause)
        }
    }

    /// Follows the jobs until there is no desktop.
    ///
    /// - Parameters:
    ///   - program: The path of the program to start.
    ///   - reached: The event after which a program is to read; `nil` for the last one.
    /// - Returns: Whether there was a desktop.
    /// - Throws: An error of the queue.
    private func follow(_ program: String, from reached: inout Int?) async throws -> Bool {
        let current = try await printing.changes()
        var sequence = reached ?? current.sequence
        var changes = (try await printing.changes(after: sequence) ?? current.changes)
            .makeAsyncIterator()
        var isNeeded = try await printing.hasActiveJobs()
        var hadDesktop = false
        while !Task.isCancelled {
            if isNeeded, !readers.hasDesktop {
                guard await start(program, after: sequence) else { return hadDesktop }
            }
            reached = sequence
            hadDesktop = hadDesktop || readers.hasDesktop
            let events = try await changes.nextEvents(within: Self.silence)
            if let first = events.first, let last = events.last {
                isNeeded = true
                // What has just happened is to be told, too.
                sequence =
                    (readers.hasDesktop ? last.sequence : first.sequence.subtracting(clamping: 1))
            } else {
                // It may have left in the moment in which a job came.
                isNeeded = try await printing.hasActiveJobs()
            }
        }
        return hadDesktop
    }

    /// Starts the program, and waits until it reads events.
    ///
    /// - Returns: `false` where it found no desktop.
    private func start(_ program: String, after sequence: Int) async -> Bool {
        var process: pid_t = 0
        let arguments = [program, "--socket", socket, "--after", "\(sequence)"]
        var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { while let pointer = unsafe pointers.popLast() { unsafe free(pointer) } }
        let result = unsafe clinux_spawn_service(
            program,
            &pointers,
            environ,
            STDERR_FILENO,
            STDERR_FILENO,
            &process
        )
        guard result == 0 else {
            log.notice("\(program) cannot be run: error \(-result)")
            return false
        }
        let child = process
        let ending = Task { await Self.ending(of: child) }
        let end = ContinuousClock.now + Self.startTime * patience
        while !readers.hasDesktop, ContinuousClock.now < end, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(50))
            var status: Int32 = 0
            // Without reaping it, which ``ending(of:)`` does.
            if kill(child, 0) != 0 { status = await ending.value }
            if status != 0 { return false }
        }
        return true
    }

    /// Waits for the end of a child; returns its status.
    @concurrent private static func ending(of child: pid_t) async -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, WNOHANG) == 0 {
            do {
                try await Task.sleep(for: .milliseconds(100))
            } catch {
                return 0
            }
        }
        return status
    }

    /// The program beside this one, or that which `PRINTCENTER_DESKTOP` names; `nil` where it is not there.
    private static func program() -> String? {
        if let named = ProcessInfo.processInfo.environment["PRINTCENTER_DESKTOP"] {
            return named.isEmpty ? nil : named
        }
        guard
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let slash = own.lastIndex(of: "/")
        else { return nil }
        let path = own[..<slash] + "/printcenter-desktop"
        return unsafe access(String(path), X_OK) == 0 ? String(path) : nil
    }

    /// Whether the session bus has an address: it may be started later.
    private static var mayHaveSessionBus: Bool {
        let environment = ProcessInfo.processInfo.environment
        return environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false
            || environment["XDG_RUNTIME_DIR"] != nil
    }

    /// Whether there is a session bus.
    private static var hasSessionBus: Bool {
        let environment = ProcessInfo.processInfo.environment
        if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"] else { return false }
        return unsafe access(folder + "/bus", F_OK) == 0
    }
}
