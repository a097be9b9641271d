import CLinux
import Glibc
import QuickPreview
import Signals

/// The preview helper of one user: one previewer that programs share, from its start to its end.
public enum PreviewDaemon {
    /// The exit code of a helper that cannot start: `EX_UNAVAILABLE` of sysexits.h.
    private static let unavailable: Int32 = 69

    /// Serves until the helper is idle, or a signal ends it.
    ///
    /// The environment names its socket. It writes one line on standard output, for the program that started it: "ready",
    /// "running" where another helper serves the user, or "error: " and what is wrong.
    ///
    /// - Parameter version: The version of the program, which names the failures that it keeps.
    /// - Returns: The exit code: 0, or 69 where it cannot start (`EX_UNAVAILABLE` of sysexits.h).
    public static func run(version: String) async -> Int32 {
        guard let settings = DaemonSettings.fromEnvironment() else {
            report("error: There is no place for the socket: set XDG_RUNTIME_DIR or HOME.")
            return unavailable
        }
        settle()
        do throws(SocketPlace.Failure) {
            let place = try SocketPlace(settings.socket, isNamed: settings.isSocketNamed)
            let socket = try place.listen()
            await serve(settings, place, socket, version)
            return 0
        } catch {
            switch error {
            case .taken:
                report("running")
                // Another helper has the socket; this one is for the bus that has started it.
                if BusDoors.isStartedByBus { await serve(settings, nil, nil, version) }
                return 0
            case .impossible(let sentence):
                report("error: \(sentence)")
                return unavailable
            }
        }
    }

    private static func serve(
        _ settings: DaemonSettings,
        _ place: SocketPlace?,
        _ socket: Int32?,
        _ version: String
    ) async {
        let previewer = Previewer(
            configuration: PreviewerConfiguration(
                crashRecord: PreviewerConfiguration.usualCrashRecord
            )
        )
        let activity = Activity()
        let doors: [any Door] =
            (socket.map { [SocketDoor(socket: $0, previewer: previewer, activity: activity)] } ?? [])
            + BusDoors.doors(to: previewer, activity, version: version)
        let signals = EndSignals()
        if place != nil { report("ready") }
        await withTaskGroup { group in
            for door in doors { group.addTask { await door.run() } }
            await withTaskGroup { ends in
                ends.addTask { await signals.wait() }
                ends.addTask { await waitUntilIdle(settings.idle, activity) }
                await ends.next()
                ends.cancelAll()
            }
            EndSignals.limitTime()
            // First, so that nobody connects who would not be answered.
            place?.remove()
            group.cancelAll()
        }
        await previewer.close()
    }

    /// Returns when there has been no request for a while.
    private static func waitUntilIdle(_ idle: Duration, _ activity: Activity) async {
        while !Task.isCancelled {
            guard let time = activity.idleTime else {
                try? await Task.sleep(for: min(idle, .seconds(1)))
                continue
            }
            if time >= idle { return }
            // Canceled when a signal ends the helper.
            try? await Task.sleep(for: idle - time)
        }
    }

    /// Gives up what the helper does not need.
    private static func settle() {
        _ = clinux_settle_service()
        clinux_forbid_dumps()
        clinux_forbid_new_privileges()
        // A reader that is gone fails one answer only.
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Writes a line, and closes standard output, so that no reader waits for its end.
    private static func report(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        // The reader may be gone; the helper continues.
        _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { return }
        dup2(null, STDOUT_FILENO)
        close(null)
    }
}

/// The signals that end the helper: from the system, a person, or the end of the session.
private final class EndSignals: Sendable {
    /// The longest time for its end, in milliseconds.
    private static let limit: UInt32 = 4000

    private let handler: SignalHandler
    private let stream: AsyncStream<Void>

    init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        self.stream = stream
        handler = SignalHandler(for: [SIGTERM, SIGINT, SIGHUP]) { _ in
            Self.limitTime()
            continuation.yield()
        }
    }

    /// Begins the time in which the helper has to end, whatever a document or a client waits for.
    static func limitTime() {
        // Without memory for a thread, it ends as it can.
        _ = clinux_end_within(limit, nil)
    }

    /// Returns when a signal has come.
    func wait() async {
        for await _ in stream { return }
    }
}
