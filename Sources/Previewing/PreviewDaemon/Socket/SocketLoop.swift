import CLinux
import Glibc
import QuickPreview

/// The loop over the clients of the socket: takes connections and requests, starts and ends work, and sends answers.
///
/// Everything is bounded: connections, those of one process, the size of a message, the files with it, and the time for
/// which a client may leave an answer unread.
struct SocketLoop {
    /// The most connections.
    private static let clientsLimit = 128
    /// The most connections of one process.
    private static let processLimit = 64
    /// How long a client may leave an answer unread.
    private static let patience = Duration.seconds(30)
    /// How long the work of requests may take to end when the helper leaves.
    private static let grace = Duration.seconds(2)

    private let socket: Int32
    private let previewer: Previewer
    private let activity: Activity
    private let mailbox: Mailbox
    private var clients: [Int: SocketClient] = [:]
    /// The number of requests whose work has not ended, those of clients that went away among them.
    private var underWay = 0
    private var nextID = 0

    init(_ socket: Int32, _ previewer: Previewer, _ activity: Activity, _ mailbox: Mailbox) {
        self.socket = socket
        self.previewer = previewer
        self.activity = activity
        self.mailbox = mailbox
    }

    /// Serves until the mailbox is stopped, and the work of all requests has ended.
    mutating func run() {
        while turn(accepts: true) {}
        close(socket)
        for client in clients.values { client.work?.cancel() }
        let end = ContinuousClock.now + Self.grace
        while underWay > 0, ContinuousClock.now < end { _ = turn(accepts: false) }
        clients = [:]
    }

    /// Waits for something to happen, and handles it; `false` once the mailbox is stopped.
    private mutating func turn(accepts: Bool) -> Bool {
        let ids = Array(clients.keys)
        var waits = [
            pollfd(fd: mailbox.event, events: Int16(clamping: POLLIN), revents: 0),
            pollfd(fd: accepts ? socket : -1, events: Int16(clamping: POLLIN), revents: 0),
        ]
        waits += ids.map { id in
            let client = clients[id]
            let events = client?.hasAnswers == true ? POLLIN | POLLOUT : POLLIN
            return pollfd(fd: client?.socket ?? -1, events: Int16(clamping: events), revents: 0)
        }
        let waitsForReader = clients.values.contains { $0.hasAnswers }
        let count = unsafe poll(
            &waits,
            nfds_t(clamping: waits.count),
            waitsForReader || !accepts ? 500 : -1
        )
        if count < 0, errno != EINTR { return false }
        let (letters, isStopped) = waits[0].revents != 0 ? mailbox.take() : ([], false)
        for letter in letters { deliver(letter) }
        for (id, wait) in zip(ids, waits.dropFirst(2)) where wait.revents != 0 {
            guard let client = clients[id] else { continue }
            if wait.revents & Int16(clamping: POLLOUT) != 0 { client.flush() }
            if wait.revents & Int16(clamping: POLLIN | POLLHUP | POLLERR) != 0 {
                receive(from: client)
            }
            closeIfDone(client)
        }
        if waits[1].revents != 0 { accept() }
        let now = ContinuousClock.now
        for client in clients.values where client.hasAnswers && now - client.last > Self.patience {
            remove(client)
        }
        return !isStopped
    }

    // MARK: Clients

    private mutating func accept() {
        let connection = clinux_accept(socket)
        guard connection >= 0 else { return }
        let client = SocketClient(
            id: nextID,
            socket: connection,
            process: clinux_peer_process(connection)
        )
        nextID += 1
        guard clinux_peer_user(connection) == Int(geteuid()) else { return }
        let ofProcess = clients.values.count { $0.process == client.process }
        guard ofProcess < Self.processLimit, clients.count < Self.clientsLimit || makeRoom() else {
            client.send(SocketWork.Answer(answer: ResidentAnswer(.busy, number: 0)))
            return
        }
        clients[client.id] = client
    }

    /// Closes the connection that has been idle for longest; `false` where all have requests.
    private mutating func makeRoom() -> Bool {
        let idle = clients.values.filter { $0.work == nil }
        guard let oldest = idle.min(by: { $0.last < $1.last }) else { return false }
        remove(oldest)
        return true
    }

    private mutating func remove(_ client: SocketClient) {
        client.work?.cancel()
        clients[client.id] = nil
    }

    private mutating func closeIfDone(_ client: SocketClient) {
        if client.isClosing, !client.hasAnswers { remove(client) }
    }

    // MARK: Requests

    private mutating func receive(from client: SocketClient) {
        switch client.receive() {
        case .nothing: break
        case .gone: remove(client)
        case .broken: refuse(client, .invalid, number: 0)
        case .message(let bytes, let files):
            switch ResidentRequest.decode(bytes) {
            case .request(let request): take(request, files, from: client)
            case .otherVersion(let number): refuse(client, .otherVersion, number: number)
            case .invalid: refuse(client, .invalid, number: 0)
            }
        }
    }

    /// Says no, and closes the connection.
    private func refuse(_ client: SocketClient, _ kind: ResidentAnswer.Kind, number: UInt32) {
        client.work?.cancel()
        client.isClosing = true
        client.send(SocketWork.Answer(answer: ResidentAnswer(kind, number: number)))
    }

    private mutating func take(
        _ request: ResidentRequest,
        _ files: [ResidentFile],
        from client: SocketClient
    ) {
        if request.operation == .cancel {
            // Nothing to cancel is no mistake: the answer and the cancel may have crossed.
            guard files.isEmpty else { return refuse(client, .invalid, number: request.number) }
            if client.number == request.number { client.work?.cancel() }
            return
        }
        guard client.work == nil, !client.isClosing, SocketWork.accepts(request, files) else {
            return refuse(client, .invalid, number: request.number)
        }
        client.number = request.number
        let (mailbox, activity, id) = (mailbox, activity, client.id)
        let work = SocketWork(request: request, files: files, previewer: previewer) { answer in
            mailbox.put(.answer(client: id, answer))
        }
        activity.begin()
        underWay += 1
        client.work = Task {
            await work.run()
            activity.end()
            mailbox.put(.ended)
        }
    }

    private mutating func deliver(_ letter: Mailbox.Letter) {
        switch letter {
        case .answer(let id, let answer):
            guard let client = clients[id] else { return }
            // A client that has read the last answer may send the next request.
            if answer.answer.isLast { client.work = nil }
            client.send(answer)
            closeIfDone(client)
        case .ended: underWay -= 1
        }
    }
}
