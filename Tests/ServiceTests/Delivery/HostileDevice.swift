import IPP
import PrintModel
import Synchronization
import Testing

@testable import PrintLab

/// A printer without a queue that replies to one operation what no printer should, until it is told to stop.
final class HostileDevice: Sendable {
    /// What is answered in a hostile way.
    enum Target: Sendable, CaseIterable, CustomTestStringConvertible {
        case look, check, create, document, jobs
        /// The head of the document's request, before the document is there.
        case early

        var operation: IPPOperation {
            switch self {
            case .look: .getPrinterAttributes
            case .check: .validateJob
            case .create: .createJob
            case .document, .early: .sendDocument
            case .jobs: .getJobAttributes
            }
        }

        var testDescription: String { "\(self)" }
    }

    let name: String
    let reply: HostileReply
    let device: ScriptedDevice
    private let isHostile: SharedFlag

    /// Starts a printer that is honest at first.
    ///
    /// - Parameters:
    ///   - number: A number that no other has.
    ///   - target: What is answered in a hostile way.
    ///   - performs: Whether the printer does what it is asked to nevertheless.
    ///   - reply: The hostile reply.
    /// - Throws: ``LabError`` where no port is free.
    init(_ number: Int, _ target: Target, performs: Bool, _ reply: HostileReply) throws {
        let isHostile = SharedFlag()
        name = "h\(number)"
        self.isHostile = isHostile
        self.reply = reply
        var traits = ScriptedDevice.Traits()
        // Without it, a job that gets no document stays open for ever.
        traits.patience = .seconds(2)  // Time: a limit of the printer that may be met or missed
        device = try ScriptedDevice(
            uuid: "5e7f0a1c-0000-4000-8000-\(300_000_000_000 + number)",
            traits: traits,
            arrival: { part, device in
                guard target == .early, isHostile.isOn, let message = part.message else {
                    return nil
                }
                device.endConnection(ofRequest: part.number)
                let request = ScriptedPrinter.Request(
                    number: part.number,
                    head: "",
                    message: message,
                    document: part.document
                )
                return reply.answer(request)
            },
            script: { request, device in
                guard target != .early, isHostile.isOn,
                    request.message.operation == target.operation
                else { return .reply(device.reply(to: request)) }
                if performs {
                    _ = device.reply(to: request)
                } else {
                    device.endConnection(ofRequest: request.number)
                }
                return reply.answer(request)
            }
        )
    }

    /// Makes the printer hostile.
    func begin() { isHostile.isOn = true }

    /// Makes it honest again, and ends the connections on which it is silent.
    func end() {
        isHostile.isOn = false
        device.hangUp()
    }

    /// A flag that two closures share.
    private final class SharedFlag: Sendable {
        private let value = Mutex(false)

        var isOn: Bool {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }
    }
}

/// What went wrong on several threads.
final class FailureList: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0.sorted() } }

    func add(_ text: String) { texts.withLock { $0.append(text) } }
}

extension HostileReply {
    /// Replies that want the client to go to another port, or to go on without TLS or with it.
    ///
    /// - Parameter port: The other port.
    /// - Returns: The replies.
    static func elsewhere(_ port: UInt16) -> [HostileReply] {
        let place = "Location: http://127.0.0.1:\(port)/ipp/print"
        let statuses = [
            "301 Moved Permanently", "302 Found", "303 See Other", "305 Use Proxy",
            "307 Temporary Redirect", "308 Permanent Redirect",
        ]
        return statuses.map { status in
            HostileReply(status, [.unusable, .unreachable]) { _ in .http(status, headers: [place]) }
        } + [
            HostileReply("307 to ipp", [.unusable, .unreachable]) { _ in
                .http(
                    "307 Temporary Redirect",
                    headers: ["Location: ipp://127.0.0.1:\(port)/ipp/print", "Connection: close"]
                )
            },
            HostileReply("426 Upgrade Required", [.unusable, .unreachable]) { _ in
                .http(
                    "426 Upgrade Required",
                    headers: ["Upgrade: TLS/1.2", "Connection: Upgrade", place]
                )
            },
            HostileReply("101 Switching Protocols", [.unusable, .unreachable]) { _ in
                .http(
                    "101 Switching Protocols",
                    headers: ["Upgrade: TLS/1.2", "Connection: Upgrade"]
                )
            },
            HostileReply("407 Proxy Authentication Required", [.unusable, .unreachable]) { _ in
                .http(
                    "407 Proxy Authentication Required",
                    headers: ["Proxy-Authenticate: Basic realm=\"x\"", place]
                )
            },
        ]
    }
}
