internal import Glibc

/// What can be asked of a lab while its command runs.
public enum LabRequest: Sendable {
    /// The printer stops answering, as after a power cut.
    case off(printer: String)
    /// The printer starts again, on the same port.
    case on(printer: String)
    /// The printer gets paper.
    case load(printer: String)
    /// The scheduler ends as by a crash, and stays away.
    case killScheduler
    /// The scheduler starts again with what it has written down; one that runs is ended first.
    ///
    /// The new one writes so many seconds after a change (`DirtyCleanInterval`, cupsd.conf(5)):
    /// outside of a lab after 30. Killed before, it loses what it has accepted, gives the numbers of
    /// lost jobs to others, and prints again what it has printed.
    case startScheduler(writesAfter: Int)

    /// Asks the lab in this folder, and returns when it is done.
    ///
    /// - Throws: ``LabError``: no lab there, no such printer, or a printer that does not start again.
    public func send(to folder: LabFolder) throws {
        guard let connection = Connection(to: .socket(folder.controlSocket), seconds: 30) else {
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

    /// The line that goes over the socket.
    var line: String {
        switch self {
        case .off(let printer): "off \(printer)\n"
        case .on(let printer): "on \(printer)\n"
        case .load(let printer): "load \(printer)\n"
        case .killScheduler: "scheduler kill\n"
        case .startScheduler(let delay): "scheduler \(delay)\n"
        }
    }

    /// The request of such a line.
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
        default: return nil
        }
    }
}

/// The lab's end of the socket that requests come over.
struct ControlSocket: ~Copyable {
    let descriptor: CInt

    /// Listens.
    init(at path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let bound = unsafe Connection.withAddress(path) { [descriptor] address, size in
            unsafe bind(descriptor, address, size)
        }
        guard descriptor >= 0, bound == 0, listen(descriptor, 16) == 0 else {
            throw LabError(.system, "\(path) cannot be listened on: \(reason(of: errno)).")
        }
        // As root others may pass through the lab's folder; they have no business here.
        unsafe chmod(path, 0o600)
    }

    deinit { close(descriptor) }

    /// Answers one request: what `handle` throws is told to the one who asks.
    func answer(_ handle: (LabRequest) throws -> Void) {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { return }
        let connection = Connection(takingOwnershipOf: accepted, seconds: 1)
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
        // Whoever asked and went away does not want to know.
        _ = connection.send(Array(reply.utf8))
    }
}
