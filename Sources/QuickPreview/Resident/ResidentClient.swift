import CLinux
import FileAccess
import Glibc
import PreviewModel

/// Asks the resident helper of the user, where one runs, with a connection for each request.
///
/// Whatever goes wrong with the socket is no error: the caller then does the work itself.
struct ResidentClient: Sendable {
    /// How long requests of other programs may delay this one.
    private static let patience = Duration.seconds(20)

    private let address: UnixSocketAddress

    /// The way to the helper at a path; `nil` where no socket can be there.
    init?(path: String?) {
        guard let path, let address = UnixSocketAddress(path: path) else { return nil }
        self.address = address
    }

    /// Lets the helper make a step of a request.
    ///
    /// - Parameters:
    ///   - work: The step.
    ///   - interrupt: Readable when the caller has canceled the request.
    /// - Returns: The outcome; `nil` where no helper made the step.
    func perform(
        _ work: RequestExecution,
        interrupt: Int32
    ) -> Result<HelperReply, PreviewError>? {
        guard work.request.operation.isForResident,
            work.request.pixels <= ResidentRequest.edgeLimit,
            let socket = connect(), send(work, to: socket)
        else { return nil }
        // Leaving this function closes the socket, which ends the work of the helper.
        switch Self.wait(for: socket, until: .now + work.timeLimit + Self.patience, interrupt) {
        case .canceled: return .failure(.canceled)
        case .nothing: return nil
        case .readable: break
        }
        guard
            let received = ReceivedMessage(
                from: socket.number,
                limit: ResidentAnswer.sizeLimit
            ), let answer = ResidentAnswer(decoding: received.bytes), answer.kind == .answer
        else { return nil }
        if let error = answer.error { return .failure(error) }
        return Self.reply(answer, received, to: work.request).map { .success($0) }
    }

    /// Connects to the helper; `nil` where none runs, or the socket belongs to another user.
    private func connect() -> Descriptor? {
        // Not blocking: a helper that does not accept is as good as none.
        guard let socket = Descriptor(takingOwnership: clinux_message_socket()) else { return nil }
        let result = unsafe address.withSocketAddress {
            unsafe Glibc.connect(socket.number, $0, $1)
        }
        guard result == 0, clinux_peer_user(socket.number) == Int(geteuid()) else { return nil }
        return socket
    }

    private func send(_ work: RequestExecution, to socket: borrowing Descriptor) -> Bool {
        var request = ResidentRequest(.step)
        request.step = work.request.encoded()
        var files = [work.document]
        guard let payload = Descriptor.sealed(work.payload) else { return false }
        if !work.payload.isEmpty { files.append(payload.number) }
        if let output = work.output { files.append(output) }
        let bytes = request.encoded()
        return unsafe clinux_send_message(
            socket.number,
            bytes,
            bytes.count,
            files,
            files.count
        ) == 0
    }

    /// The end of a wait.
    private enum Waited {
        case readable
        case canceled
        case nothing
    }

    private static func wait(
        for socket: borrowing Descriptor,
        until end: ContinuousClock.Instant,
        _ interrupt: Int32
    ) -> Waited {
        while true {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { return .nothing }
            var waits = [
                pollfd(fd: socket.number, events: Int16(clamping: POLLIN), revents: 0),
                pollfd(fd: interrupt, events: Int16(clamping: POLLIN), revents: 0),
            ]
            let milliseconds = Int32(clamping: Int(clamping: left / .milliseconds(1)) + 1)
            let count = unsafe poll(&waits, 2, milliseconds)
            if count < 0, errno == EINTR { continue }
            if waits[1].revents != 0 { return .canceled }
            return count > 0 ? .readable : .nothing
        }
    }

    /// The reply of a helper that made the step; `nil` where the answer does not fit the request.
    private static func reply(
        _ answer: ResidentAnswer,
        _ received: consuming ReceivedMessage,
        to request: RequestMessage
    ) -> HelperReply? {
        guard let message = answer.message, let family = answer.family else { return nil }
        var reply = HelperReply(answer: message, image: nil, family: family)
        guard answer.quality != .none else { return request.operation.draws ? nil : reply }
        guard let file = received.takeFile(),
            let image = PreviewImage(message, file: file, edgeLimit: request.pixels)
        else { return nil }
        reply.image = answer.isEmbedded ? image.embedded(in: message.info.type) : image
        return reply
    }
}

extension RequestMessage.Operation {
    /// Whether the resident helper makes the step for other programs.
    package var isForResident: Bool {
        switch self {
        case .info, .thumbnail, .unlock, .card, .listing, .cachedThumbnail, .embeddedThumbnail,
            .makePages, .text:
            true
        default: false
        }
    }
}
