import CLinux
import Glibc
import PreviewModel
import Synchronization

/// A running zygote, and the socket to it.
final class Helper: Sendable {
    /// The process: a child of this one, which is reaped in ``end()``.
    let process: pid_t
    /// What the zygote reported when it became ready.
    let readiness: StatusMessage.Readiness
    private let socket: Mutex<Int32?>

    /// The time limit for a zygote to become ready.
    private static let startLimit = Duration.seconds(20)

    /// Starts a zygote and waits until it is ready.
    init(
        _ family: RendererFamily,
        path: String,
        environment: [String]
    ) throws(PreviewError) {
        guard let sockets = Descriptor.messageSockets() else { throw .systemLimit }
        var process: pid_t = 0
        let failure = Self.spawn(
            path,
            argument: family.traits.argument,
            environment: environment,
            control: sockets.theirs.number,
            &process
        )
        guard failure == 0 else {
            throw PreviewError(
                .unavailable,
                "The preview helper qpreview-zygote cannot be started: \(Self.words(-failure)).",
                chinese: "无法启动预览辅助程序 qpreview-zygote：\(Self.words(-failure))。"
            )
        }
        let ours = sockets.keepOurs()
        let greeting = Self.greeting(from: ours.number)
        guard case .ready(let readiness)? = greeting, readiness.family == family else {
            Self.end(process, socket: clinux_duplicate(ours.number, 3))
            if case .unable(let refusal)? = greeting {
                throw PreviewError(refusal: refusal, by: family)
            }
            throw PreviewError(
                .unavailable,
                "The preview helper qpreview-zygote ended before it was ready.",
                chinese: "预览辅助程序 qpreview-zygote 在就绪之前已退出。"
            )
        }
        self.process = process
        self.readiness = readiness
        self.socket = Mutex(clinux_duplicate(ours.number, 3))
    }

    deinit { end() }

    /// Sends a request.
    ///
    /// Returns false where the zygote is gone.
    func send(_ request: RequestMessage, descriptors: [Int32]) -> Bool {
        let bytes = request.encoded()
        return socket.withLock { socket in
            guard let socket else { return false }
            return unsafe clinux_send_message(
                socket,
                bytes,
                bytes.count,
                descriptors,
                descriptors.count
            ) == 0
        }
    }

    /// Ends the process and its children, and waits for it.
    ///
    /// Later calls do nothing.
    func end() {
        let socket = socket.withLock { $0.take() }
        guard let socket else { return }
        Self.end(process, socket: socket)
    }

    private static func end(_ process: pid_t, socket: Int32) {
        // The zygote notices the shutdown, kills and reaps its children, and exits, which closes its end.
        shutdown(socket, Int32(clamping: SHUT_WR))
        var wait = pollfd(fd: socket, events: 0, revents: 0)
        _ = unsafe poll(&wait, 1, 1000)
        close(socket)
        // It had its time. The process is not reaped yet, so the number is still its own.
        kill(process, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Starts the program in C, because no other way passes the control socket as descriptor 3 and nothing else.
    private static func spawn(
        _ path: String,
        argument: String,
        environment: [String],
        control: Int32,
        _ process: inout pid_t
    ) -> Int32 {
        // The helper gets nothing of the environment: it finds file types and most fonts without.
        // With a time zone, no library looks for that of the machine in a child that may open no files.
        let environment =
            ["LANG=C.UTF-8", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no", "TZ=UTC0"]
            + UserFonts.variables + environment
        var arguments = unsafe [strdup(path), strdup(argument), nil]
        var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer {
            for index in unsafe arguments.indices { unsafe free(arguments[index]) }
            for index in unsafe variables.indices { unsafe free(variables[index]) }
        }
        return unsafe clinux_spawn_helper(path, &arguments, &variables, control, &process)
    }

    private static func greeting(from socket: Int32) -> StatusMessage? {
        var wait = pollfd(fd: socket, events: Int16(clamping: POLLIN), revents: 0)
        let milliseconds = Int32(clamping: startLimit.components.seconds * 1000)
        while true {
            let count = unsafe poll(&wait, 1, milliseconds)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            break
        }
        guard let message = ReceivedMessage(from: socket, limit: StatusMessage.size) else {
            return nil
        }
        return StatusMessage(decoding: message.bytes)
    }

    private static func words(_ error: Int32) -> String {
        unsafe strerror(error).map { unsafe String(cString: $0) } ?? "error \(error)"
    }
}
