internal import IPP

extension ScriptedTruth {
    /// Carries out a request.
    mutating func perform(_ request: IPPMessage, _ document: [UInt8]) -> IPPMessage {
        let asked = request.attributes(in: .operation)
        switch request.operation {
        case .cupsGetPrinters:
            var reply = Self.reply(.ok)
            reply.groups += queues.map { IPPAttributeGroup(.printer, describe($0)) }
            return reply
        case .getPrinterAttributes:
            var reply = Self.reply(.ok)
            reply.append(ScriptedPrinter.regularAttributes(), in: .printer)
            return reply
        case .validateJob:
            return Self.reply(.ok)
        case .createJob:
            return create(request)
        case .getJobs:
            return list(asked)
        case .sendDocument, .getJobAttributes, .releaseJob, .cancelJob, .holdJob, .setJobAttributes,
            .cupsMoveJob:
            guard let id = asked?["job-id"]?.integer,
                let index = jobs.firstIndex(where: { $0.id == id })
            else { return Self.reply(.notFound) }
            return change(index, request, document)
        default:
            return Self.reply(.operationNotSupported)
        }
    }

    private static func reply(_ status: IPPStatus) -> IPPMessage {
        IPPMessage(status: status, requestID: 1)
    }

    private mutating func create(_ request: IPPMessage) -> IPPMessage {
        let asked = request.attributes(in: .operation)
        let ticket = request.attributes(in: .job)
        guard let queue = queue(at: asked?["printer-uri"]?.string) else {
            return Self.reply(.notFound)
        }
        lastJob += 1
        let isHeld = ticket?["job-hold-until"]?.string == "indefinite"
        jobs.append(
            Job(
                id: lastJob,
                uuid: ticket?["job-uuid"]?.string,
                name: asked?["job-name"]?.string ?? "untitled",
                user: asked?["requesting-user-name"]?.string ?? "",
                queue: queue,
                created: Self.seconds,
                state: isHeld ? .pendingHeld : .pending
            )
        )
        var reply = Self.reply(.ok)
        reply.append(describe(jobs[jobs.count - 1]), in: .job)
        return reply
    }

    /// The index of the queue whose name ends a URI.
    private func queue(at uri: String?) -> Int? {
        let name = uri?.split(separator: "/").last.map { String($0) }
        return queues.firstIndex { $0.queue.name == name }
    }

    private mutating func change(
        _ index: Int,
        _ request: IPPMessage,
        _ document: [UInt8]
    ) -> IPPMessage {
        let operation = request.operation
        let asked = request.attributes(in: .operation)
        if operation != .getJobAttributes,
            asked?["requesting-user-name"]?.string != jobs[index].user
        {
            return Self.reply(.notAuthorized)
        }
        var isDone = true
        switch operation {
        case .sendDocument:
            isDone = jobs[index].state == .pendingHeld
            if isDone { jobs[index].documents.append(document) }
        case .releaseJob:
            isDone = jobs[index].state == .pendingHeld
            if isDone { release(index, byOwner: true) }
        case .holdJob:
            isDone = jobs[index].isWaiting
            if isDone { jobs[index].state = .pendingHeld }
        case .cancelJob: isDone = cancel(index)
        case .setJobAttributes:
            isDone = jobs[index].isWaiting
            let priority = request.attributes(in: .job)?["job-priority"]?.integer
            if isDone, let priority { jobs[index].priority = priority }
        case .cupsMoveJob:
            let uri = request.attributes(in: .job)?["job-printer-uri"]?.string
            guard let queue = self.queue(at: uri) else { return Self.reply(.notFound) }
            isDone = jobs[index].isWaiting
            if isDone { jobs[index].queue = queue }
        default: break
        }
        var reply = Self.reply(isDone ? .ok : .notPossible)
        if isDone { reply.append(describe(jobs[index]), in: .job) }
        return reply
    }

    private func list(_ asked: IPPAttributeGroup?) -> IPPMessage {
        let which = asked?["which-jobs"]?.string ?? "not-completed"
        let owner =
            asked?["my-jobs"]?.boolean == true ? asked?["requesting-user-name"]?.string : nil
        let first = asked?["first-job-id"]?.integer ?? 1
        var reply = Self.reply(.ok)
        reply.groups += jobs.lazy
            .filter { job in
                job.id >= first && (owner == nil || job.user == owner)
                    && (which == "all" || job.state.isFinal == (which == "completed"))
            }
            .prefix(asked?["limit"]?.integer ?? .max)
            .map { IPPAttributeGroup(.job, describe($0)) }
        return reply
    }

    private func describe(_ queue: QueueState) -> [IPPAttribute] {
        [
            IPPAttribute("printer-name", .name(queue.queue.name)),
            IPPAttribute("device-uri", .uri(queue.uri)),
            IPPAttribute("printer-state", .enumeration(3)),
            IPPAttribute("printer-state-reasons", .keyword("none")),
            IPPAttribute("printer-is-accepting-jobs", .boolean(true)),
            IPPAttribute("printer-info", .text(queue.queue.name)),
            IPPAttribute("printer-make-and-model", .text("PrintLab Scripted")),
            IPPAttribute("printer-is-shared", .boolean(false)),
            IPPAttribute("printer-is-temporary", .boolean(false)),
            IPPAttribute("document-format-supported", .mimeType("application/pdf")),
        ]
    }

    func describe(_ job: Job) -> [IPPAttribute] {
        let octets = job.documents.reduce(0) { $0 + ($1.count + 1023) / 1024 }
        var found = [
            IPPAttribute("job-id", .integer(Int32(clamping: job.id))),
            IPPAttribute("job-uri", .uri("ipp://localhost/jobs/\(job.id)")),
            IPPAttribute("job-name", .name(job.name)),
            IPPAttribute("job-originating-user-name", .name(job.user)),
            IPPAttribute(
                "job-printer-uri",
                .uri("ipp://localhost/printers/\(queues[job.queue].queue.name)")
            ),
            IPPAttribute("job-state", .enumeration(Int32(clamping: job.state.rawValue))),
            IPPAttribute("job-state-reasons", .keyword("none")),
            IPPAttribute("job-priority", .integer(Int32(clamping: job.priority))),
            IPPAttribute("number-of-documents", .integer(Int32(clamping: job.documents.count))),
            IPPAttribute("job-k-octets", .integer(Int32(clamping: octets))),
            IPPAttribute("time-at-creation", .integer(Int32(clamping: job.created))),
        ]
        if let uuid = job.uuid { found.append(IPPAttribute("job-uuid", .uri(uuid))) }
        if job.state == .pendingHeld {
            found.append(IPPAttribute("job-hold-until", .keyword("indefinite")))
        }
        if let time = job.processed {
            found.append(IPPAttribute("time-at-processing", .integer(Int32(clamping: time))))
        }
        if let time = job.completed {
            found.append(IPPAttribute("time-at-completed", .integer(Int32(clamping: time))))
        }
        return found
    }
}
