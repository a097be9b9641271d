import CTLSRelay
import IPP
import PrintLab
import ProofKit
import Synchronization

/// Lets answers pass, or keeps them back.
private final class Passage: Sendable {
    private let state = Mutex(true)

    var isFree: Bool {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }
}

/// An ``OddPrinter`` that runs: a scripted printer with its attributes and quirks.
final class OddDevice: Sendable {
    let odd: OddPrinter
    private let printer: ScriptedPrinter
    /// The port of the relay that speaks TLS; 0 where the printer speaks none.
    private let relay: UInt16
    /// Its address.
    let uri: String

    /// Whether its answers leave.
    private let passage = Passage()

    /// The jobs that it accepted, in order.
    var received: [ScriptedJob] { printer.received }

    /// Starts a printer on loopback.
    ///
    /// - Parameter odd: Its attributes and quirks.
    /// - Throws: ``LabError`` where no port is free.
    init(_ odd: OddPrinter) throws {
        self.odd = odd
        let passage = passage
        printer = try ScriptedPrinter { request, printer in
            // On the thread of this connection.
            try? waitBlocking(for: "the release") { passage.isFree }
            return Self.answer(to: request, of: odd, by: printer)
        }
        relay = odd.quirks.contains(.tls) ? UInt16(clamping: ctls_relay(printer.port)) : 0
        uri = relay == 0 ? printer.uri : "ipps://127.0.0.1:\(relay)/ipp/print"
    }

    /// Has it take another key, as a printer that was replaced.
    func changeKey() throws {
        let result = ctls_relay_change_key(relay)
        guard result == 0 else { throw ProofError("no other key: \(result)") }
        printer.hangUp()
    }

    /// Keeps all answers back until ``release()``.
    func hold() { passage.isFree = false }

    func release() { passage.isFree = true }

    /// Closes all connections, and refuses new ones.
    func close() { printer.close() }

    private static func answer(
        to request: ScriptedPrinter.Request,
        of odd: OddPrinter,
        by printer: ScriptedPrinter
    ) -> ScriptedPrinter.Answer {
        let reply = reply(to: request, of: odd, by: printer)
        guard case .reply(var message) = reply, odd.quirks.contains(.closes) else { return reply }
        message.requestID = request.message.requestID
        // An attribute that cannot be encoded is a mistake in the table, and no printer replies then.
        guard let body = try? IPPEncoder().encode(message) else { return .hangUp }
        let head = [
            "HTTP/1.1 200 OK", "Content-Type: application/ipp", "Content-Length: \(body.count)",
            "Connection: close", "", "",
        ]
        return .raw(Array(head.joined(separator: "\r\n").utf8) + body)
    }

    private static func reply(
        to request: ScriptedPrinter.Request,
        of odd: OddPrinter,
        by printer: ScriptedPrinter
    ) -> ScriptedPrinter.Answer {
        switch request.message.operation.rawValue {
        case IPPOperation.getPrinterAttributes.rawValue:
            var reply = IPPMessage(status: .ok, requestID: 1)
            let operation = request.message.attributes(in: .operation)
            let names = operation?["requested-attributes"]?.keywords ?? ["all"]
            let all = odd.attributes(at: printer.uri)
            reply.append(requested(names, of: all, quirks: odd.quirks), in: .printer)
            return .reply(reply)
        case IPPOperation.validateJob.rawValue:
            return .reply(IPPMessage(status: odd.refusal(request.message) ?? .ok, requestID: 1))
        case IPPOperation.createJob.rawValue, IPPOperation.printJob.rawValue:
            if let status = odd.refusal(request.message) {
                return .reply(IPPMessage(status: status, requestID: 1))
            }
            return counted(printer.regularReply(to: request), of: odd, by: printer)
        // Close-Job and Identify-Printer have nothing to do here.
        case 0x3b, IPPOperation.identifyPrinter.rawValue:
            return .reply(IPPMessage(status: .ok, requestID: 1))
        default:
            return counted(printer.regularReply(to: request), of: odd, by: printer)
        }
    }

    /// The attributes that a request asks for, or that a printer with quirks takes it to ask for.
    private static func requested(
        _ names: [String],
        of all: [IPPAttribute],
        quirks: Set<OddPrinter.Quirk>
    ) -> [IPPAttribute] {
        var names = names
        let database = "media-col-database"
        if quirks.contains(.lastRequestedOnly) { names = Array(names.suffix(1)) }
        if quirks.contains(.databaseAlone), names.contains(database) { names = [database] }
        let groups: Set<String> = [
            "all", "printer-description", "job-template", "printer-defaults",
        ]
        let hasGroup = !groups.isDisjoint(with: names)
        return all.filter { attribute in
            if names.contains(attribute.name) { return true }
            return hasGroup && (attribute.name != database || quirks.contains(.databaseInAll))
        }
    }

    /// A reply about jobs with the impressions that the printer tells of each.
    private static func counted(
        _ answer: ScriptedPrinter.Answer,
        of odd: OddPrinter,
        by printer: ScriptedPrinter
    ) -> ScriptedPrinter.Answer {
        guard case .reply(var message) = answer else { return answer }
        let name = "job-impressions-completed"
        for (index, group) in message.groups.enumerated() where group.tag == .job {
            guard
                let job = printer.received.first(where: { Int($0.id) == group["job-id"]?.integer })
            else { continue }
            var attributes = group.attributes.filter { $0.name != name }
            if !odd.quirks.contains(.noImpressions) {
                let count = job.state == .completed ? odd.impressions ?? sides(of: job) : 0
                attributes.append(IPPAttribute(name, .integer(count)))
            }
            message.groups[index].attributes = attributes
        }
        return .reply(message)
    }

    /// The sides that come out for a job.
    private static func sides(of job: ScriptedJob) -> Int32 {
        let copies = job.attributes.first { $0.name == "copies" }?.integer ?? 1
        let document = job.document ?? []
        // Apple raster begins with the number of its pages; a picture is one side.
        let sides =
            document.starts(with: "UNIRAST".utf8)
            ? document.dropFirst(8).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            : ScriptedDevice.sides(of: document)
        return Int32(clamping: max(1, sides) * copies)
    }
}
