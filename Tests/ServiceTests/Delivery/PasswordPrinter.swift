import CTLSRelay
import FoundationEssentials
import Hashing
import IPP
import PrintLab
import ProofKit
import Synchronization
import Testing

/// A printer without a queue that demands a user name and a password, with and without TLS.
final class PasswordPrinter: Sendable {
    /// How it demands a password.
    struct Demand: Sendable, CustomTestStringConvertible {
        /// How the password is proved.
        enum Scheme: String, Sendable {
            case basic
            case digest = "MD5"
            case digestSHA256 = "SHA-256"
        }

        var scheme = Scheme.basic
        /// The operations that need a password; `nil` for all.
        var operations: Set<IPPOperation>?
        /// Whether it reads the whole request before it replies with 401.
        var isLate = false
        /// Whether it accepts each `nonce` once.
        var acceptsNonceOnce = false
        /// Whether it takes a job only together with its document.
        var isOneRequest = false

        var testDescription: String {
            var text = scheme.rawValue
            if let operations {
                text += ", for " + operations.map { "\($0)" }.sorted().joined(separator: " ")
            }
            if isLate { text += ", late" }
            if acceptsNonceOnce { text += ", a new nonce each time" }
            if isOneRequest { text += ", in one request" }
            return text
        }
    }

    /// The operations of jobs; those that ask about the printer are free, as on most.
    static let jobs: Set<IPPOperation> = [
        .createJob, .sendDocument, .printJob, .validateJob, .getJobs, .getJobAttributes, .cancelJob,
    ]

    private struct State {
        /// The numbers of the requests with the right password.
        var passed: Set<Int> = []
        var refused = 0
        var heads: [String] = []
        var operations: [IPPOperation] = []
        var times: [ContinuousClock.Instant] = []
        var pins: [String] = []
        var nonces: Set<String> = []
        var nextNonce = 1
        var password: String
    }

    /// What the closures of the device share.
    private final class Guard: Sendable {
        let demand: Demand
        let user: String
        let state: Mutex<State>

        init(_ demand: Demand, user: String, password: String) {
            self.demand = demand
            self.user = user
            state = Mutex(State(password: password))
        }

        func note(_ request: ScriptedPrinter.Request) {
            state.withLock { state in
                state.heads.append(request.head)
                state.operations.append(request.message.operation)
                state.times.append(.now)
            }
        }

        /// Notes the PIN of a request that may pass.
        func notePIN(_ message: IPPMessage) {
            guard
                case .octets(let bytes)? = message.attributes(in: .operation)?["job-password"]?
                    .values.first
            else { return }
            state.withLock { $0.pins.append(String(decoding: bytes, as: UTF8.self)) }
        }

        /// Returns the refusal of a request that needs a password; `nil` if it may pass, then until its end.
        func refusal(_ head: String, number: Int) -> ScriptedPrinter.Answer? {
            let field = Self.field("authorization", in: head)
            return state.withLock { state in
                if state.passed.contains(number) { return nil }
                if let field, isRight(field, &state) {
                    state.passed.insert(number)
                    return nil
                }
                state.refused += 1
                state.nextNonce += 1
                let nonce = "n\(state.nextNonce)"
                state.nonces.insert(nonce)
                let offer =
                    demand.scheme == .basic
                    ? #"Basic realm="lab""#
                    : #"Digest realm="lab", nonce="\#(nonce)", qop="auth", opaque="o", algorithm=\#(demand.scheme.rawValue)"#
                return .http(
                    "401 Unauthorized",
                    headers: ["WWW-Authenticate: \(offer)", "Content-Type: text/html"],
                    body: Array("<p>no</p>".utf8)
                )
            }
        }

        private func isRight(_ field: String, _ state: inout State) -> Bool {
            guard demand.scheme != .basic else {
                let token = Data("\(user):\(state.password)".utf8).base64EncodedString()
                return field == "Basic " + token
            }
            guard field.hasPrefix("Digest ") else { return false }
            var parameters: [String: String] = [:]
            for part in field.dropFirst(7).split(separator: ",") {
                let pair = part.split(separator: "=", maxSplits: 1)
                guard pair.count == 2 else { continue }
                parameters[pair[0].filter { $0 != " " }] = pair[1].filter { $0 != "\"" }
            }
            func hash(_ text: String) -> String {
                if demand.scheme == .digest { return MD5.hash(of: text.utf8) }
                var hash = SHA256()
                hash.update(text.utf8)
                return hash.finish()
            }
            let nonce = parameters["nonce"] ?? ""
            guard state.nonces.contains(nonce), parameters["username"] == user else { return false }
            if demand.acceptsNonceOnce { state.nonces.remove(nonce) }
            let middle = [nonce, parameters["nc"] ?? "", parameters["cnonce"] ?? "", "auth"]
            let response = hash(
                hash("\(user):lab:\(state.password)") + ":" + middle.joined(separator: ":") + ":"
                    + hash("POST:\(parameters["uri"] ?? "")")
            )
            return parameters["response"] == response
        }

        static func field(_ name: String, in head: String) -> String? {
            head.split(whereSeparator: \.isNewline)
                .first { $0.lowercased().hasPrefix(name + ":") }
                .map { $0.dropFirst(name.count + 1).drop { $0 == " " } }.map(String.init)
        }
    }

    /// The printer behind the door.
    let device: ScriptedDevice
    private let door: Guard
    private let port: Int32

    /// Its address with TLS.
    var uri: String { "ipps://127.0.0.1:\(port)/ipp/print" }
    /// The number of requests of an operation.
    func count(of operation: IPPOperation) -> Int {
        door.state.withLock { $0.operations.count { $0 == operation } }
    }
    /// When the requests of an operation came.
    func times(of operation: IPPOperation) -> [ContinuousClock.Instant] {
        door.state.withLock { state in
            zip(state.operations, state.times).filter { $0.0 == operation }.map(\.1)
        }
    }
    /// The number of replies with 401.
    var refusedCount: Int { door.state.withLock(\.refused) }
    /// The PINs of the jobs that it has accepted.
    var pins: [String] { door.state.withLock(\.pins) }
    /// The heads of all requests.
    var heads: [String] { door.state.withLock(\.heads) }

    /// Changes the password.
    func change(password: String) { door.state.withLock { $0.password = password } }

    /// Starts a printer.
    ///
    /// - Parameters:
    ///   - uuid: The last digits of its "printer-uuid".
    ///   - demand: How it demands a password.
    ///   - user: The user name.
    ///   - password: The password.
    ///   - attributes: Attributes in the place of the usual ones.
    /// - Throws: ``LabError`` or ``ProofError`` where no port is free.
    init(
        _ uuid: Int,
        _ demand: Demand,
        user: String = "ann",
        password: String,
        attributes: [IPPAttribute] = []
    ) throws {
        let door = Guard(demand, user: user, password: password)
        self.door = door
        var traits = ScriptedDevice.Traits()
        traits.hasCreateJob = !demand.isOneRequest
        // Who refuses a document with 401 has not begun it.
        traits.keepsCutJobs = demand.isLate
        // Time: the printer's own limit, which no document that is accepted misses
        if !demand.isLate { traits.patience = .patience }
        device = try ScriptedDevice(
            uuid: "5e7f0a1c-0000-4000-8000-\(400_000_000_000 + uuid)",
            traits: traits,
            attributes: attributes,
            arrival: { part, device in
                // The head alone does not tell the operation, but only a document is announced like this.
                let isAsked =
                    demand.operations?.isDisjoint(with: [.sendDocument, .printJob]) != true
                guard !demand.isLate, isAsked,
                    let refusal = door.refusal(part.head, number: part.number)
                else { return nil }
                device.endConnection(ofRequest: part.number)
                return refusal
            },
            script: { request, device in
                door.note(request)
                let isAsked = demand.operations?.contains(request.message.operation) != false
                guard isAsked, let refusal = door.refusal(request.head, number: request.number)
                else {
                    door.notePIN(request.message)
                    return .reply(device.reply(to: request))
                }
                device.endConnection(ofRequest: request.number)
                return refusal
            }
        )
        port = ctls_relay(device.port)
        guard port > 0 else { throw ProofError("no TLS: error \(-port)") }
    }

    /// Closes all connections, and refuses new ones.
    func close() { device.close() }
}
