internal import Glibc

/// A request to a running lab.
public enum LabRequest: Sendable {
    /// Switches the printer off without a shutdown, as a power failure does.
    case off(printer: String)
    /// Restarts the printer on the same port.
    case on(printer: String)
    /// Loads paper into the printer.
    case load(printer: String)
    /// Kills the scheduler, which stays down until it is started again.
    case killScheduler
    /// Restarts the scheduler with its saved state, after stopping one that still runs.
    ///
    /// The new one writes its state so many seconds after a change (`DirtyCleanInterval`,
    /// cupsd.conf(5); 30 by default). If it is killed before that, it loses the jobs that it
    /// accepted, reuses their job IDs, and prints jobs that it has already printed again.
    case startScheduler(writesAfter: Int)
    /// Kills the Avahi daemon, which stays down until it is started again.
    ///
    /// The printers end with it, as `ippeveprinter` does; ``on(printer:)`` restarts them.
    case killAvahi
    /// Starts the Avahi daemon again.
    case startAvahi

    /// Sends the request to the lab in this folder, and returns when the lab has completed it.
    ///
    /// - Throws: ``LabError`` where there is no lab or no such printer, or a printer does not
    ///   restart.
    public func send(to folder: LabFolder) throws {
        // The lab itself waits up to its limit, for a printer to start or for the scheduler to end and to start.
        let limit = Int((Duration.labPatience * 4).components.seconds)
        guard let connection = Connection(to: .socket(folder.controlSocket), seconds: limit) else {
            throw LabError(.noLab, "No lab runs in \(folder.path).")
        }
        guard connection.send(Array(line.utf8)) else {
            throw LabError(.noLab, "The lab in \(folder.path) has ended.")
        }
        let answer = String(
            decoding: connection.receiveAll(limit: 65536),
            as: UTF8.self
        )
        guard answer == "ok" else {
            throw LabError(
                answer.isEmpty ? .noLab : .unknownPrinter,
                answer.isEmpty ? "The lab in \(folder.path) has ended." : answer
            )
        }
    }

    /// The request as a line for the control socket.
    var line: String {
        switch self {
        case .off(let printer): "off \(printer)\n"
        case .on(let printer): "on \(printer)\n"
        case .load(let printer): "load \(printer)\n"
        case .killScheduler: "scheduler kill\n"
        case .startScheduler(let delay): "scheduler \(delay)\n"
        case .killAvahi: "avahi kill\n"
        case .startAvahi: "avahi start\n"
        }
    }

    /// Parses a line from the control socket.
    init?(line: String) {
        let words = line.split { $0 == " " || $0 == "\n" }.map(String.init)
        guard words.count == 2 else { return nil }
        switch words[0] {
        case "off": self = .off(printer: words[1])
        case "on": self = .on(printer: words[1])
        case "load": self = .load(printer: words[1])
        case "scheduler" where words[1] == "kill": self = .killScheduler
        case "scheduler":
            guard let delay = Int(words[1]), delay >= 0 else { return nil }
            self = .startScheduler(writesAfter: delay)
        case "avahi" where words[1] == "kill": self = .killAvahi
        case "avahi" where words[1] == "start": self = .startAvahi
        default: return nil
        }
    }
}

/// The lab's end of the control socket.
struct ControlSocket: ~Copyable {
    let descriptor: CInt

    /// Creates the socket and listens.
    init(at path: String) throws {
        descriptor = socket(
            AF_UNIX,
            CInt(clamping: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        let bound = unsafe Connection.withAddress(path) { [descriptor] address, size in
            unsafe bind(descriptor, address, size)
        }
        guard descriptor >= 0, bound == 0, listen(descriptor, 16) == 0 else {
            throw LabError(.system, "\(path) cannot be listened on: \(reason(of: errno)).")
        }
        // A lab of root can be traversed by other users, who must not control it.
        unsafe chmod(path, 0o600)
    }

    deinit { close(descriptor) }

    /// Replies to one request; if `handle` throws an error, the reply contains it.
    func answer(_ handle: (LabRequest) throws -> Void) {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { return }
        let connection = Connection(takingOwnershipOf: accepted, seconds: 10)
        let words = String(
            decoding: connection.receiveAll(limit: 4096) { $0.contains(0x0A) },
            as: UTF8.self
        )
        var reply = "ok"
        if let request = LabRequest(line: words) {
            do { try handle(request) } catch { reply = "\(error)" }
        } else {
            reply = "The lab does not understand '\(words)'."
        }
        // The client has disconnected, and needs no reply.
        _ = connection.send(Array(reply.utf8))
    }
}
