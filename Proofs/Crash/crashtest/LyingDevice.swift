import IPP
import PrintLab
import ProofKit
import Synchronization

/// A printer that lies about one job at a time, as the faults of that job determine.
final class LyingDevice: Sendable {
    private struct State {
        var faults: [DeviceFault] = []
        var counts: [UInt16: Int] = [:]
        /// The number of the request whose document arrives, and the count of such requests.
        var arriving = (request: -1, count: 0)
        var firstLook: IPPMessage?
        /// Whether it has said that a job is completed, without counting fewer sides than all.
        var saidCompleted = false
    }

    let name: String
    let device: ScriptedDevice
    /// The faults, as the scripts of the device see them.
    private let lies: Lies

    init(_ name: String, number: Int) throws {
        self.name = name
        let lies = Lies()
        self.lies = lies
        device = try ScriptedDevice(
            uuid: "5e7f0a1c-0000-4000-8000-\(200_000_000_000 + number)",
            arrival: { lies.arrived($0, $1) },
            script: { lies.answer($0, $1) }
        )
    }

    /// Lies about the next job from now on.
    func begin(_ traits: ScriptedDevice.Traits, _ faults: [DeviceFault]) {
        lies.state.withLock { $0 = State() }
        device.restart()
        device.behave(traits)
        lies.state.withLock { $0.faults = faults }
    }

    /// Tells the truth from now on; returns whether it has called the job completed.
    func end() -> Bool {
        lies.state.withLock { state in
            state.faults = []
            return state.saidCompleted
        }
    }

    private final class Lies: Sendable {
        let state = Mutex(State())

        func answer(
            _ request: ScriptedPrinter.Request,
            _ device: ScriptedDevice
        ) -> ScriptedPrinter.Answer {
            let operation = request.message.operation
            let kinds = kinds(operation)
            for kind in kinds { LyingDevice.happen(kind, device) }
            if let answer = LyingDevice.answerWithoutDoing(kinds) {
                device.endConnection(ofRequest: request.number)
                return answer
            }
            var reply = device.reply(to: request)
            let first = state.withLock { state in
                if operation == .getJobAttributes, state.firstLook == nil {
                    state.firstLook = reply
                }
                return state.firstLook
            }
            for kind in kinds {
                switch kind {
                case .replyLost: return .hangUp
                case .silence(let seconds):
                    return .delayed(.seconds(seconds), .hangUp)
                case .cutInTheMiddle:
                    return .raw(
                        Array("HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\nCon".utf8)
                    )
                case .failedThoughDone: return .http("500 Internal Server Error", body: [])
                case .garbage: return .body([2, 0, 0, 0, 0, 0, 0, 1, 1, 99, 7])
                case .refusedThoughDone(let status):
                    return .reply(IPPMessage(status: IPPStatus(rawValue: status), requestID: 1))
                case .yesterday where operation == .getJobAttributes: reply = first ?? reply
                default: LyingDevice.change(&reply, by: kind)
                }
            }
            note(reply)
            return .reply(reply)
        }

        /// Counts a request, and returns the false replies to it.
        private func kinds(_ operation: IPPOperation) -> [DeviceFault.Kind] {
            // Print-Job has the faults of Send-Document.
            let operation = operation == .printJob ? .sendDocument : operation
            return state.withLock { state in
                let count = state.counts[operation.rawValue, default: 0] + 1
                state.counts[operation.rawValue] = count
                return state.faults.filter { $0.operation == operation && $0.holds(at: count) }
                    .map(\.kind)
            }
        }

        /// Takes note of what the reply says of jobs.
        private func note(_ reply: IPPMessage) {
            for group in reply.groups(.job) where group["job-state"]?.integer == 9 {
                let sides = group["job-impressions-completed"]?.integer ?? 0
                guard sides == 0 || sides >= DirectLieEpoch.pages else { continue }
                state.withLock { $0.saidCompleted = true }
            }
        }

        func arrived(
            _ part: ScriptedPrinter.Arrival,
            _ device: ScriptedDevice
        ) -> ScriptedPrinter.Answer? {
            let kinds = state.withLock { state in
                if state.arriving.request != part.number {
                    state.arriving = (part.number, state.arriving.count + 1)
                }
                let count = state.arriving.count
                return state.faults.filter { $0.operation == .sendDocument && $0.holds(at: count) }
                    .map(\.kind)
            }
            let size = part.document.count
            for kind in kinds {
                switch kind {
                case .breaksOff(let percent) where LyingDevice.has(size, percent):
                    device.endConnection(ofRequest: part.number)
                    return .reset
                case .failsEarly(let status, let percent) where LyingDevice.has(size, percent):
                    device.endConnection(ofRequest: part.number)
                    return .http(status, body: [])
                case .processes(let percent) where LyingDevice.has(size, percent):
                    device.processIncompleteJobs()
                default: break
                }
            }
            return nil
        }
    }

    /// Whether so much of a document has arrived; 100 is all but the last byte.
    private static func has(_ size: Int, _ percent: Int) -> Bool {
        let whole = size > 10_000 ? DirectLieEpoch.large.count : DirectLieEpoch.small.count
        return percent == 100 ? size == whole - 1 : size * 100 >= percent * whole
    }

    private static func happen(_ kind: DeviceFault.Kind, _ device: ScriptedDevice) {
        switch kind {
        case .restarts(let others): device.restart(others: others)
        case .jams: device.jamNext()
        default: break
        }
    }

    private static func answerWithoutDoing(
        _ kinds: [DeviceFault.Kind]
    ) -> ScriptedPrinter.Answer? {
        for kind in kinds {
            switch kind {
            // A printer that was off has no request either.
            case .cutBefore, .restarts: return .hangUp
            case .refused(let status):
                return .reply(IPPMessage(status: IPPStatus(rawValue: status), requestID: 1))
            case .failed(let status): return .http(status, body: [])
            case .notDone:
                var reply = IPPMessage(status: .ok, requestID: 1)
                reply.append([IPPAttribute("job-id", .integer(1_000_000))], in: .job)
                return .reply(reply)
            default: break
            }
        }
        return nil
    }

    private static func change(_ reply: inout IPPMessage, by kind: DeviceFault.Kind) {
        if kind == .hidden {
            reply.groups.removeAll { $0.tag == .job }
            return
        }
        for index in reply.groups.indices where reply.groups[index].tag == .job {
            func set(_ name: String, _ value: IPPValue?) {
                reply.groups[index].attributes.removeAll { $0.name == name }
                if let value { reply.groups[index].attributes.append(IPPAttribute(name, value)) }
            }
            switch kind {
            case .withoutNumber: set("job-id", nil)
            case .reused:
                set("job-uuid", .uri("urn:uuid:00000000-0000-4000-8000-000000000000"))
                set("job-name", .name("another"))
            case .state(let number): set("job-state", .enumeration(number))
            case .fewerSides: set("job-impressions-completed", .integer(1))
            default: break
            }
        }
    }
}
