import IPP
import PrintLab
import ProofKit
import Synchronization

/// A scheduler and its devices that send false replies about jobs, as seeds determine.
final class FalseReplyScript: Sendable {
    private struct Subject {
        let falseReplies: [FalseReply]
        let queue: String
        var counts: [UInt16: Int] = [:]
        var firstLook: IPPMessage?
        var firstDeviceLists: [String: IPPMessage] = [:]
    }

    private struct State {
        var subjects: [String: Subject] = [:]
        /// The last job that had each job ID.
        var numbers: [Int: String] = [:]
    }

    private let state = Mutex(State())

    /// Sends false replies about the job with a UUID from now on.
    func begin(_ uuid: String, on queue: String, _ falseReplies: [FalseReply]) {
        state.withLock { $0.subjects[uuid] = Subject(falseReplies: falseReplies, queue: queue) }
    }

    /// Replies truthfully about the job from now on.
    func end(_ uuid: String) {
        state.withLock { $0.subjects[uuid] = nil }
    }

    // MARK: The scheduler

    func answer(
        _ request: ScriptedPrinter.Request,
        _ scheduler: ScriptedScheduler
    ) -> ScriptedPrinter.Answer {
        let operation = request.message.operation
        if operation == .getJobs { return list(request, scheduler) }
        guard let uuid = subject(of: request, scheduler) else {
            return scheduler.regularReply(to: request)
        }
        let (kinds, queue) = kinds(uuid, operation)
        for kind in kinds { happen(kind, uuid, queue, scheduler) }
        if let answer = answerWithoutDoing(kinds, request) { return answer }
        var reply = scheduler.reply(to: request)
        if operation == .createJob, let id = reply.attributes(in: .job)?["job-id"]?.integer {
            state.withLock { $0.numbers[id] = uuid }
        }
        if operation == .getJobAttributes {
            let first = state.withLock { state in
                if state.subjects[uuid]?.firstLook == nil {
                    state.subjects[uuid]?.firstLook = reply
                }
                return state.subjects[uuid]?.firstLook
            }
            if kinds.contains(.yesterday), let first { reply = first }
        }
        for kind in kinds {
            switch kind {
            case .replyLost: return .hangUp
            case .cutInTheMiddle:
                return .raw(
                    Array("HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\nContent-Le".utf8)
                )
            case .failedThoughDone: return .http("500 Internal Server Error", body: [])
            case .refusedThoughDone(let status):
                return .reply(IPPMessage(status: IPPStatus(rawValue: status), requestID: 1))
            default: Self.change(&reply, uuid, by: kind)
            }
        }
        return .reply(reply)
    }

    private func answerWithoutDoing(
        _ kinds: [FalseReply.Kind],
        _ request: ScriptedPrinter.Request
    ) -> ScriptedPrinter.Answer? {
        for kind in kinds {
            switch kind {
            case .cutBefore: return .hangUp
            case .refused(let status):
                return .reply(IPPMessage(status: IPPStatus(rawValue: status), requestID: 1))
            case .forgotten: return .reply(IPPMessage(status: .notFound, requestID: 1))
            case .notDone:
                var reply = IPPMessage(status: .ok, requestID: 1)
                reply.append([IPPAttribute("job-id", .integer(1_000_000))], in: .job)
                return .reply(reply)
            default: break
            }
        }
        return nil
    }

    private static func change(_ reply: inout IPPMessage, _ uuid: String, by kind: FalseReply.Kind)
    {
        for index in reply.groups.indices where reply.groups[index].tag == .job {
            let reported = reply.groups[index]["job-uuid"]?.string
            guard reported == nil || reported == uuid else { continue }
            func set(_ name: String, _ value: IPPValue?) {
                reply.groups[index].attributes.removeAll { $0.name == name }
                if let value { reply.groups[index].attributes.append(IPPAttribute(name, value)) }
            }
            switch kind {
            case .withoutNumber: set("job-id", nil)
            case .withoutUUID: set("job-uuid", nil)
            case .reused: set("job-uuid", .uri("urn:uuid:00000000-0000-4000-8000-000000000000"))
            case .documents(let number): set("number-of-documents", .integer(number))
            case .kilobytes(let number): set("job-k-octets", .integer(number))
            case .state(let number): set("job-state", .enumeration(number))
            default: break
            }
        }
    }

    private func happen(
        _ kind: FalseReply.Kind,
        _ uuid: String,
        _ queue: String,
        _ scheduler: ScriptedScheduler
    ) {
        switch kind {
        case .restartsEmpty: scheduler.forgetEverything()
        case .restartsWithForeignJob:
            scheduler.forgetEverything()
            for _ in 0..<50 { scheduler.addForeignJob(on: queue) }
        case .loses: scheduler.forget(uuid)
        case .releasedByOthers: scheduler.releaseByOthers(uuid)
        case .canceledByOthers: scheduler.cancelByOthers(uuid)
        case .discarded: scheduler.discardNext(on: queue)
        default: break
        }
    }

    /// The reply to Get-Jobs, which covers many jobs.
    private func list(
        _ request: ScriptedPrinter.Request,
        _ scheduler: ScriptedScheduler
    ) -> ScriptedPrinter.Answer {
        var reply = scheduler.reply(to: request)
        for uuid in state.withLock({ Array($0.subjects.keys) }) {
            for kind in kinds(uuid, .getJobs).kinds {
                switch kind {
                case .cutBefore: return .hangUp
                case .refused(let status):
                    return .reply(IPPMessage(status: IPPStatus(rawValue: status), requestID: 1))
                case .hidden: reply.groups.removeAll { $0["job-uuid"]?.string == uuid }
                default: Self.change(&reply, uuid, by: kind)
                }
            }
        }
        return .reply(reply)
    }

    // MARK: The devices

    /// The false reply of a queue's device; `nil` for the true one.
    func deviceAnswer(
        _ request: ScriptedPrinter.Request,
        of queue: String
    ) -> ScriptedPrinter.Answer? {
        guard request.message.operation == .getJobs else { return nil }
        let uuids = state.withLock { state in
            state.subjects.filter { $0.value.queue == queue }.map(\.key)
        }
        for uuid in uuids {
            for kind in kinds(uuid, .getPrinterAttributes).kinds {
                switch kind {
                case .cutBefore: return .hangUp
                case .hidden, .yesterday: return .reply(IPPMessage(status: .ok, requestID: 1))
                default: break
                }
            }
        }
        return nil
    }

    // MARK: Whose turn it is

    /// Counts a request, and returns the false replies to it.
    private func kinds(
        _ uuid: String,
        _ operation: IPPOperation
    ) -> (kinds: [FalseReply.Kind], String) {
        state.withLock { state in
            guard let subject = state.subjects[uuid] else { return ([], "") }
            let count = subject.counts[operation.rawValue, default: 0] + 1
            state.subjects[uuid]?.counts[operation.rawValue] = count
            let kinds = subject.falseReplies.filter {
                $0.operation == operation && $0.holds(at: count)
            }
            return (kinds.map(\.kind), subject.queue)
        }
    }

    private func subject(
        of request: ScriptedPrinter.Request,
        _ scheduler: ScriptedScheduler
    ) -> String? {
        if let uuid = request.message.attributes(in: .job)?["job-uuid"]?.string {
            return state.withLock { $0.subjects[uuid] == nil ? nil : uuid }
        }
        guard let id = request.message.attributes(in: .operation)?["job-id"]?.integer else {
            return nil
        }
        let uuid = scheduler.uuid(ofJob: id)
        return state.withLock { state in
            let found = uuid ?? state.numbers[id]
            return found.flatMap { state.subjects[$0] == nil ? nil : $0 }
        }
    }
}
