package import IPP
package import PrintCenter

/// The printer behind a queue of a fake scheduler.
package struct FakeDevice: PrinterDevice {
    /// It always replies, however slow the machine is.
    package var patience: Int { 1000 }

    /// Returns the same printer.
    package func another() -> any PrinterDevice { self }

    let scheduler: FakeScheduler
    let queue: String

    private func ask<Result: Sendable>(
        _ body: (FakeSchedulerState.Queue) -> Result
    ) throws(CupsError) -> Result {
        let uptime = scheduler.clock.uptime
        let result = scheduler.withState { state -> Result? in
            guard let queue = state.queues.first(where: { $0.name == queue }),
                queue.isReachable || queue.backAt.map({ $0 <= uptime }) == true
            else { return nil }
            return body(queue)
        }
        guard let result else { throw .notConnected }
        return result
    }

    package func printerAttributes(
        requested: [String],
        format: String?,
        timeout: Duration
    ) async throws(CupsError) -> IPPAttributeGroup {
        let uptime = scheduler.clock.uptime
        return try ask { queue in
            let upTime = IPPValue.integer(queue.upTime(at: uptime))
            let active = Int32(queue.deviceJobs.count { !$0.state.isFinal })
            let all =
                queue.deviceAttributes + [
                    IPPAttribute("printer-up-time", upTime),
                    IPPAttribute("queued-job-count", .integer(active)),
                ]
            let isAll = requested.contains("all")
            return IPPAttributeGroup(
                .printer,
                isAll ? all : all.filter { requested.contains($0.name) }
            )
        }
    }

    package func jobs(
        _ which: WhichJobs,
        user: String,
        limit: Int,
        timeout: Duration
    ) async throws(CupsError) -> [DeviceJob] {
        let uptime = scheduler.clock.uptime
        let jobs: [DeviceJob]? = try ask { queue in
            if queue.hangsUp, which == .notCompleted { return nil }
            guard !queue.hidesJobs else { return [] }
            let listed =
                which == .completed
                ? queue.deviceJobs.filter(\.state.isFinal).reversed()
                : queue.deviceJobs.filter { !$0.state.isFinal }
            return listed.prefix(limit).compactMap { $0.listed(by: queue, at: uptime) }
        }
        guard let jobs else { throw .notConnected }
        return jobs
    }

    package func refusedAttributes(
        user: String,
        name: String,
        format: String?,
        attributes: [IPPAttribute],
        timeout: Duration
    ) async throws(CupsError) -> [String] {
        try ask { queue in
            let group = IPPAttributeGroup(.printer, queue.deviceAttributes)
            return attributes.filter { attribute in
                guard let supported = group["\(attribute.name)-supported"] else { return false }
                return !attribute.values.allSatisfy(supported.accepts)
            }
            .map(\.name)
        }
    }

    package func close() async {}
}

extension FakeSchedulerState.Device {
    /// The job as the printer lists it.
    func listed(by queue: FakeSchedulerState.Queue, at uptime: Duration) -> DeviceJob? {
        var attributes = [
            IPPAttribute("job-id", .integer(Int32(id))),
            IPPAttribute("job-originating-user-name", .name(user)),
            IPPAttribute("job-state", .enumeration(Int32(state.rawValue))),
            IPPAttribute("job-impressions-completed", .integer(Int32(impressions))),
            IPPAttribute("time-at-creation", .integer(queue.upTime(at: created))),
            IPPAttribute("job-printer-up-time", .integer(queue.upTime(at: uptime))),
        ]
        if !queue.hidesNames { attributes.append(IPPAttribute("job-name", .name(name))) }
        attributes += uuids.map { IPPAttribute("job-uuid", .uri($0)) }
        return SchedulerJob(IPPAttributeGroup(.job, attributes))
    }
}

extension IPPAttribute {
    /// Whether a value is one of those of this `…-supported`, or lies within them.
    fileprivate func accepts(_ value: IPPValue) -> Bool {
        if case .integer(let number) = value, let range { return range.contains(Int(number)) }
        return values.contains(value)
    }
}

extension FakeSchedulerState.Queue {
    /// The `printer-up-time`.
    func upTime(at uptime: Duration) -> Int32 { Int32((uptime - start).components.seconds) }

    /// What the scheduler reports of the queue.
    var schedulerAttributes: [IPPAttribute] {
        [
            IPPAttribute("printer-name", .name(name)),
            IPPAttribute(
                "device-uri",
                .uri(speaksIPP ? "ipp://\(name)/ipp/print" : "usb://Fake/\(name)")
            ),
            IPPAttribute("printer-state", .enumeration(Int32(state.rawValue))),
            IPPAttribute(
                "printer-state-reasons",
                .keyword(state == .stopped ? "paused" : "none")
            ),
            IPPAttribute("printer-is-accepting-jobs", .boolean(isAccepting)),
            IPPAttribute("document-format-supported", .mimeType("application/pdf")),
        ]
    }

    /// What the printer reports of itself: colour, both sides, A4, PDF.
    var deviceAttributes: [IPPAttribute] {
        let a4 = IPPValue.keyword("iso_a4_210x297mm")
        let uuid = deviceUUID.map { [IPPAttribute("printer-uuid", .uri($0))] } ?? []
        return uuid + [
            IPPAttribute("color-supported", .boolean(true)),
            IPPAttribute("copies-supported", .range(IPPRange(lower: 1, upper: 99))),
            IPPAttribute("document-format-supported", .mimeType("application/pdf")),
            IPPAttribute("media-default", a4),
            IPPAttribute("media-ready", a4),
            IPPAttribute("media-supported", a4),
            IPPAttribute(
                "print-color-mode-supported",
                [.keyword("color"), .keyword("monochrome")]
            ),
            IPPAttribute("printer-is-accepting-jobs", .boolean(true)),
            IPPAttribute("printer-make-and-model", .text("Fake")),
            IPPAttribute("printer-name", .name(name)),
            IPPAttribute("printer-state", .enumeration(3)),
            IPPAttribute("printer-state-reasons", deviceReasons.map { .keyword($0) }),
            IPPAttribute("sides-default", .keyword("one-sided")),
            IPPAttribute(
                "sides-supported",
                [.keyword("one-sided"), .keyword("two-sided-long-edge")]
            ),
        ]
    }
}
