import IPP

/// The end of a job, as an event that outlives it.
///
/// Facts of CUPS 2.4.2: with `PreserveJobHistory No`, Get-Jobs and Get-Job-Attributes know nothing of a job from its end on, while the
/// event `job-completed` of a subscription to the job can be pulled until its lease ends or it is canceled. It has `job-state`,
/// `job-impressions-completed`, `notify-job-id`, and the `notify-user-data` of the subscription. A restart of
/// the scheduler keeps the subscription and loses its events. The scheduler has `MaxSubscriptions` (100 by default) at a time, and refuses more with
/// `client-error-too-many-subscriptions`. A subscription within Create-Job is of no use: its reply is empty, although the
/// job is created.
extension Scheduler {
    /// How long the event can be pulled: one day.
    private static let lease = Int32(86_400)

    package func subscribe(
        toEndOf job: Int,
        uuid: String,
        user: String
    ) async throws(CupsError) -> Int? {
        var request = Self.request(.createJobSubscriptions)
        request.append(Self.server)
        request.append(IPPAttribute("notify-job-id", .integer(Int32(clamping: job))))
        request.append(.user(user))
        let subscription = [
            IPPAttribute("notify-pull-method", .keyword("ippget")),
            IPPAttribute("notify-events", .keyword("job-completed")),
            // The scheduler may give the numbers of lost jobs and subscriptions again.
            IPPAttribute("notify-user-data", .octets(Array(uuid.utf8))),
            IPPAttribute("notify-lease-duration", .integer(Self.lease)),
        ]
        request.append(subscription, in: .subscription)
        let reply = try await perform(request, effect: .changes)
        return reply.attributes(in: .subscription)?["notify-subscription-id"]?.integer
    }

    package func end(
        ofJob job: Int,
        uuid: String,
        user: String,
        in subscription: Int
    ) async throws(CupsError) -> SchedulerJob? {
        var request = Self.request(.getNotifications)
        request.append(Self.server)
        request.append(
            IPPAttribute("notify-subscription-ids", .integer(Int32(clamping: subscription)))
        )
        request.append(.user(user))
        let reply: IPPMessage
        do {
            reply = try await perform(request)
        } catch {
            // A refusal is an answer: the subscription is gone, or is another's by now.
            guard error.isOfServer else { return nil }
            throw error
        }
        let ours = IPPValue.octets(Array(uuid.utf8))
        let event = reply.groups(.eventNotification).last { event in
            event["notify-job-id"]?.integer == job
                && event["notify-user-data"]?.values.first == ours
        }
        guard let event, event["job-state"]?.integer != nil else { return nil }
        var attributes = event.attributes.filter { attribute in
            ["job-state", "job-state-reasons", "job-impressions-completed"]
                .contains(attribute.name)
        }
        attributes += [
            IPPAttribute("job-id", .integer(Int32(clamping: job))),
            IPPAttribute("job-uuid", .uri(uuid)),
            IPPAttribute("number-of-documents", .integer(1)),
        ]
        // The scheduler's is the time of day.
        if let time = event["printer-up-time"]?.integer {
            attributes.append(
                IPPAttribute("time-at-completed", .integer(Int32(clamping: time)))
            )
        }
        return SchedulerJob(IPPAttributeGroup(.job, attributes))
    }

    package func unsubscribe(_ subscription: Int, user: String) async throws(CupsError) {
        var request = Self.request(.cancelSubscription)
        request.append(Self.server)
        request.append(
            IPPAttribute("notify-subscription-id", .integer(Int32(clamping: subscription)))
        )
        request.append(.user(user))
        _ = try await perform(request, effect: .changes)
    }

    private static var server: IPPAttribute {
        IPPAttribute("printer-uri", .uri("ipp://localhost/"))
    }
}

extension CupsError {
    /// Whether the server could not answer, so that it may do so later.
    fileprivate var isOfServer: Bool {
        switch self {
        case .notConnected, .notLocal, .replyLost: true
        case .ipp(let status, _): status.rawValue >= IPPStatus.internalError.rawValue
        case .refused(let status): status >= 500
        default: false
        }
    }
}
