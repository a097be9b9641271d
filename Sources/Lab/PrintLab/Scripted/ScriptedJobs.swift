public import IPP
internal import Synchronization

/// A job that a scripted printer accepted.
public struct ScriptedJob: Sendable {
    /// The "job-id"; the first is 1.
    public let id: Int32
    /// The attributes of the request that created the job, operation attributes first.
    public let attributes: [IPPAttribute]
    /// The document; `nil` until it has arrived.
    public internal(set) var document: [UInt8]?
    /// The "job-state".
    public internal(set) var state: IPPJobState
}

/// The jobs of a printer that behaves correctly.
final class ScriptedJobs: Sendable {
    let attributes: [IPPAttribute]
    private let jobs = Mutex<[ScriptedJob]>([])

    init(attributes: [IPPAttribute]) {
        self.attributes = attributes
    }

    var all: [ScriptedJob] { jobs.withLock { $0 } }

    func add(_ attributes: [IPPAttribute], _ document: [UInt8]?) -> ScriptedJob {
        jobs.withLock { jobs in
            let job = ScriptedJob(
                id: Int32(clamping: jobs.count + 1),
                attributes: attributes,
                document: document,
                state: document == nil ? .pending : .completed
            )
            jobs.append(job)
            return job
        }
    }

    /// Changes a job; returns `nil` where no job has this "job-id".
    func change(_ id: Int?, _ body: (inout ScriptedJob) -> Void) -> ScriptedJob? {
        jobs.withLock { jobs in
            guard let index = jobs.firstIndex(where: { Int($0.id) == id }) else { return nil }
            body(&jobs[index])
            return jobs[index]
        }
    }
}

extension ScriptedPrinter {
    /// The attributes of a well-behaved printer: monochrome, one-sided, A4, PDF.
    ///
    /// - Parameter changes: Attributes that replace those of the same name, or are added.
    /// - Returns: The printer attributes.
    public static func regularAttributes(_ changes: [IPPAttribute] = []) -> [IPPAttribute] {
        let operations: [IPPOperation] = [
            .printJob, .validateJob, .createJob, .sendDocument, .cancelJob, .getJobAttributes,
            .getJobs, .getPrinterAttributes,
        ]
        let attributes = [
            IPPAttribute("charset-supported", .charset("utf-8")),
            IPPAttribute("color-supported", .boolean(false)),
            IPPAttribute("copies-supported", .range(IPPRange(lower: 1, upper: 9))),
            IPPAttribute("document-format-default", .mimeType("application/pdf")),
            IPPAttribute("document-format-supported", .mimeType("application/pdf")),
            IPPAttribute("ipp-versions-supported", [.keyword("1.1"), .keyword("2.0")]),
            IPPAttribute("media-default", .keyword("iso_a4_210x297mm")),
            IPPAttribute("media-ready", .keyword("iso_a4_210x297mm")),
            IPPAttribute("media-supported", .keyword("iso_a4_210x297mm")),
            IPPAttribute(
                "operations-supported",
                operations.map { .enumeration(Int32($0.rawValue)) }
            ),
            IPPAttribute("printer-is-accepting-jobs", .boolean(true)),
            IPPAttribute("printer-make-and-model", .text("PrintLab Scripted")),
            IPPAttribute("printer-name", .name("scripted")),
            IPPAttribute("printer-state", .enumeration(3)),
            IPPAttribute("printer-state-reasons", .keyword("none")),
            IPPAttribute("sides-default", .keyword("one-sided")),
            IPPAttribute("sides-supported", .keyword("one-sided")),
        ]
        let names = Set(changes.map(\.name))
        return attributes.filter { !names.contains($0.name) } + changes
    }

    /// Replies as a well-behaved printer does, which prints each job at once.
    ///
    /// - Parameter request: The request.
    /// - Returns: The regular response.
    public func regularReply(to request: Request) -> Answer {
        let operation = request.message.attributes(in: .operation)
        let id = operation?["job-id"]?.integer
        var reply = IPPMessage(status: .ok, requestID: request.message.requestID)
        switch request.message.operation {
        case .getPrinterAttributes:
            reply.append(printerAttributes(requested: operation), in: .printer)
        case .validateJob:
            let refused = refusedAttributes(of: request.message)
            if !refused.isEmpty {
                reply = IPPMessage(status: .attributesOrValuesNotSupported, requestID: 1)
                reply.append(refused, in: .unsupported)
            }
        case .createJob, .printJob:
            let document = request.message.operation == .printJob ? request.document : nil
            let attributes = request.message.groups.flatMap(\.attributes)
            reply.append(describe(jobs.add(attributes, document)), in: .job)
        case .sendDocument:
            if jobs.all.contains(where: { Int($0.id) == id && $0.state.isFinal }) {
                return .reply(IPPMessage(status: .notPossible, requestID: 1))
            }
            let job = jobs.change(id) { job in
                job.document = (job.document ?? []) + request.document
                if operation?["last-document"]?.boolean == true { job.state = .completed }
            }
            guard let job else { return .reply(IPPMessage(status: .notFound, requestID: 1)) }
            reply.append(describe(job), in: .job)
        case .getJobAttributes:
            guard let job = jobs.change(id, { _ in }) else {
                return .reply(IPPMessage(status: .notFound, requestID: 1))
            }
            reply.append(describe(job), in: .job)
        case .getJobs:
            let wantsDone = operation?["which-jobs"]?.string == "completed"
            for job in jobs.all.reversed() where job.state.isFinal == wantsDone {
                reply.groups.append(IPPAttributeGroup(.job, describe(job)))
            }
        case .cancelJob:
            var isDone = false
            let job = jobs.change(id) { job in
                isDone = job.state.isFinal
                if !isDone { job.state = .canceled }
            }
            guard job != nil, !isDone else {
                let status: IPPStatus = job == nil ? .notFound : .notPossible
                return .reply(IPPMessage(status: status, requestID: 1))
            }
        default:
            return .reply(IPPMessage(status: .operationNotSupported, requestID: 1))
        }
        return .reply(reply)
    }

    /// The attributes that a request asks for.
    private func printerAttributes(requested operation: IPPAttributeGroup?) -> [IPPAttribute] {
        let all = jobs.attributes + [IPPAttribute("printer-up-time", .integer(upTime))]
        let requested = operation?["requested-attributes"]?.keywords ?? ["all"]
        let groups: Set<String> = ["all", "printer-description", "job-template"]
        guard groups.isDisjoint(with: requested) else { return all }
        return all.filter { requested.contains($0.name) }
    }

    /// The job attributes of a request whose values the printer does not support.
    private func refusedAttributes(of request: IPPMessage) -> [IPPAttribute] {
        let attributes = request.attributes(in: .job)?.attributes ?? []
        return attributes.filter { attribute in
            guard
                let supported = jobs.attributes.first(where: {
                    $0.name == "\(attribute.name)-supported"
                })
            else { return false }
            return !attribute.values.allSatisfy { value in
                if case .integer(let number) = value, let range = supported.range {
                    return range.contains(Int(number))
                }
                return supported.values.contains(value)
            }
        }
    }

    private func describe(_ job: ScriptedJob) -> [IPPAttribute] {
        let reason =
            switch job.state {
            case .completed: "job-completed-successfully"
            case .canceled: "job-canceled-by-user"
            case .aborted: "aborted-by-system"
            default: "job-incoming"
            }
        let name = job.attributes.first { $0.name == "job-name" }?.string ?? "untitled"
        let user = job.attributes.first { $0.name == "requesting-user-name" }?.string ?? "anonymous"
        // As real printers do, this one adds a UUID of its own behind the one of the client.
        let uuids =
            job.attributes.filter { $0.name == "job-uuid" } + [
                IPPAttribute(
                    "job-uuid",
                    .uri("urn:uuid:00000000-0000-4000-8000-\(100_000_000_000 + Int(job.id))")
                )
            ]
        return uuids + [
            IPPAttribute("job-id", .integer(job.id)),
            IPPAttribute("job-uri", .uri("\(uri)/\(job.id)")),
            IPPAttribute("job-name", .name(name)),
            IPPAttribute("job-originating-user-name", .name(user)),
            IPPAttribute("job-impressions-completed", .integer(job.state == .completed ? 1 : 0)),
            IPPAttribute("job-state", .enumeration(Int32(clamping: job.state.rawValue))),
            IPPAttribute("job-state-reasons", .keyword(reason)),
        ]
    }
}
