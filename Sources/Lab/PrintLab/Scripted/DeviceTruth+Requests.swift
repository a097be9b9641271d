internal import IPP

extension DeviceTruth {
    /// Carries out a request.
    mutating func perform(_ request: ScriptedPrinter.Request) -> IPPMessage {
        let message = request.message
        let asked = message.attributes(in: .operation)
        switch message.operation {
        case .validateJob:
            return Self.reply(.ok)
        case .createJob:
            guard traits.hasCreateJob else { return Self.reply(.operationNotSupported) }
            guard !isBusy else { return Self.reply(.busy) }
            add(message)
            return described(jobs.count - 1)
        case .printJob:
            guard let index = index(ofDocument: message, number: request.number) else {
                return Self.reply(.busy)
            }
            let isDone = receive(request.document, for: index, number: request.number)
            return isDone ? described(index) : Self.reply(.notPossible)
        case .getJobs:
            return list(asked)
        case .sendDocument where !traits.hasSendDocument:
            return Self.reply(.operationNotSupported)
        case .sendDocument, .getJobAttributes, .cancelJob:
            let id = asked?["job-id"]?.integer
            guard let index = jobs.firstIndex(where: { $0.id == id }), isListed(jobs[index]) else {
                return Self.reply(.notFound)
            }
            return change(index, request)
        default:
            return Self.reply(.operationNotSupported)
        }
    }

    private static func reply(_ status: IPPStatus) -> IPPMessage {
        IPPMessage(status: status, requestID: 1)
    }

    /// Whether another job waits for its document.
    var isBusy: Bool { traits.takesOneJob && jobs.contains(where: \.isIncoming) }

    mutating func add(_ message: IPPMessage) {
        let asked = message.attributes(in: .operation)
        lastJob += 1
        jobs.append(
            Job(
                id: lastJob,
                uuid: message.attributes(in: .job)?["job-uuid"]?.string,
                name: asked?["job-name"]?.string ?? "untitled",
                user: asked?["requesting-user-name"]?.string ?? "anonymous",
                copies: max(1, message.attributes(in: .job)?["copies"]?.integer ?? 1),
                created: upTime
            )
        )
    }

    private mutating func change(
        _ index: Int,
        _ request: ScriptedPrinter.Request
    ) -> IPPMessage {
        var isDone = true
        switch request.message.operation {
        case .sendDocument:
            isDone = receive(request.document, for: index, number: request.number)
        case .cancelJob: isDone = cancel(index)
        default: break
        }
        return isDone ? described(index) : Self.reply(.notPossible)
    }

    private func isListed(_ job: Job) -> Bool { !traits.dropsEndedJobs || !job.state.isFinal }

    private func described(_ index: Int) -> IPPMessage {
        var reply = Self.reply(.ok)
        reply.append(describe(jobs[index]), in: .job)
        return reply
    }

    private func list(_ asked: IPPAttributeGroup?) -> IPPMessage {
        let wantsDone = asked?["which-jobs"]?.string == "completed"
        var reply = Self.reply(.ok)
        reply.groups += jobs.reversed().lazy
            .filter { $0.state.isFinal == wantsDone && isListed($0) }
            .prefix(asked?["limit"]?.integer ?? .max)
            .map { IPPAttributeGroup(.job, describe($0)) }
        return reply
    }

    private func describe(_ job: Job) -> [IPPAttribute] {
        let reason =
            switch job.state {
            case .completed: "job-completed-successfully"
            case .canceled: "job-canceled-by-user"
            case .aborted: "aborted-by-system"
            default: job.isWhole ? "job-printing" : "job-incoming"
            }
        let own = "urn:uuid:00000000-0000-4000-8000-\(100_000_000_000 + job.id)"
        let ours = job.uuid.map { [$0] } ?? []
        let uuids =
            switch traits.uuids {
            case .oursFirst: ours + [own]
            case .oursLast: [own] + ours
            case .own: [own]
            case .none: [String]()
            }
        let name = traits.longestName.map { String(job.name.prefix($0)) } ?? job.name
        let counted = traits.counting == .sides ? job.sides : 0
        let times = [
            IPPAttribute("time-at-creation", .integer(job.created)),
            IPPAttribute("job-printer-up-time", .integer(upTime)),
        ]
        return uuids.map { IPPAttribute("job-uuid", .uri($0)) } + (traits.listsTimes ? times : [])
            + [
                IPPAttribute("job-id", .integer(Int32(clamping: job.id))),
                IPPAttribute("job-uri", .uri("ipp://localhost/ipp/print/\(job.id)")),
                IPPAttribute("job-name", .name(name)),
                IPPAttribute("job-originating-user-name", .name(job.user)),
                IPPAttribute("job-impressions-completed", .integer(Int32(clamping: counted))),
                IPPAttribute("job-state", .enumeration(Int32(clamping: job.state.rawValue))),
                IPPAttribute("job-state-reasons", .keyword(reason)),
            ]
    }
}
