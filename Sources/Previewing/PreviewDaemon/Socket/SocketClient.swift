import CLinux
import Glibc
import QuickPreview

/// A connection of a program.
final class SocketClient {
    /// The number by which the tasks know it.
    let id: Int
    /// The connection.
    let socket: Int32
    /// The process at its other end.
    let process: Int32
    /// The work for its request; `nil` where none is in progress.
    var work: Task<Void, Never>?
    /// The number of the request in progress.
    var number: UInt32 = 0
    /// Whether it is to be closed once its answers are sent.
    var isClosing = false
    /// The time of the last message in either direction.
    var last = ContinuousClock.now
    private var answers: [SocketWork.Answer] = []

    init(id: Int, socket: Int32, process: Int32) {
        self.id = id
        self.socket = socket
        self.process = process
    }

    deinit {
        work?.cancel()
        close(socket)
    }

    /// Whether an answer waits for the client to read.
    var hasAnswers: Bool { !answers.isEmpty }

    /// The end of a reception.
    enum Received {
        case message([UInt8], [ResidentFile])
        case nothing
        case broken
        case gone
    }

    /// Receives a message, without waiting.
    func receive() -> Received {
        var bytes = [UInt8](repeating: 0, count: ResidentRequest.sizeLimit)
        var descriptors = [Int32](repeating: -1, count: ResidentRequest.descriptorsLimit)
        var count = 0
        let length = unsafe clinux_receive_message(
            socket,
            &bytes,
            bytes.count,
            &descriptors,
            descriptors.count,
            &count
        )
        let files = descriptors.prefix(count).map { ResidentFile(takingOwnership: $0) }
        if length == -Int(EAGAIN) { return .nothing }
        if length == -Int(EMSGSIZE) { return .broken }
        guard length > 0 else { return .gone }
        bytes.removeSubrange(Int(length)...)
        last = .now
        return .message(bytes, files)
    }

    /// Sends an answer, or keeps it until the client reads.
    func send(_ answer: SocketWork.Answer) {
        // Only the best of several counts for a client that does not read them.
        if answers.last?.answer.isLast == false { answers.removeLast() }
        answers.append(answer)
        flush()
    }

    /// Sends what waits, as far as the client reads.
    func flush() {
        while let first = answers.first {
            let bytes = first.answer.encoded()
            let files = [first.file?.number].compactMap { $0 }
            let result = unsafe clinux_send_message(
                socket,
                bytes,
                bytes.count,
                files,
                files.count
            )
            if result == -EAGAIN { return }
            answers.removeFirst()
            last = .now
            if result != 0 { isClosing = true }
        }
    }
}
