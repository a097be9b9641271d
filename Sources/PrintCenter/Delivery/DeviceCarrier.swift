import Glibc
import IPP
import PrintModel

/// Brings jobs straight to their printers.
///
/// The last byte of the document is the commit: the phase `releasing` is on disk before it is sent,
/// and a connection that ends before it is reset, so that the printer drops what it has.
struct DeviceCarrier: JobCarrier {
    /// The time for all of a document but its last byte: a printer may take a page at a time.
    private static let sendingTime = Duration.seconds(3600)
    /// The time for each side that is made while it is sent.
    private static let sideTime = Duration.seconds(20)
    /// The time for the last byte itself.
    private static let lastByteTime = Duration.seconds(2)
    /// The time in which no printer restarts and creates a job.
    private static let moment = Duration.milliseconds(100)
    /// The time for the reply to the last byte.
    private static let replyTime = Duration.seconds(120)

    let work: DeliveryWork
    let directory: PrinterDirectory

    // MARK: Steps

    func create(_ record: inout JobRecord, isNext: Bool) async throws(DeliveryFailure) {
        let device = try await device(of: record)
        let password = try await password(of: record)
        guard try await work.beginCreating(&record) else { return }
        do {
            record.delivery.deviceJob =
                record.delivery.isOneRequest == true
                ? nil : try await device.createJob(request(of: record, password))
        } catch .ipp(.operationNotSupported, _) {
            // A printer without Create-Job gets the job together with its document.
            record.delivery.deviceJob = nil
        } catch {
            // A printer that is busy may be so with a job of ours: it is looked for first.
            if !error.isOutcomeUnknown, !error.isServerError {
                record.delivery.phase = .prepared
                try await work.write(&record)
            }
            throw DeliveryFailure(error, device: record.job.printer, isOfNewJob: true)
        }
        // What is on disk now leads to the same job, which send() records together with the next phase.
        record.delivery.phase = .created
        record.job.state = isNext || record.job.state == .sending ? .sending : .queued
        record.job.reasons = []
    }

    func find(_ record: inout JobRecord) async throws(DeliveryFailure) {
        let facts = try await facts(of: record)
        if facts == nil, record.delivery.cancelRequested {
            try await work.end(&record, .canceled, [work.canceledByUser(record)])
            return
        }
        try await takeIn(facts, &record)
    }

    func isStillThere(_ record: inout JobRecord) async throws(DeliveryFailure) -> Bool {
        let facts = try await facts(of: record)
        if let facts, facts.id == record.delivery.deviceJob, !facts.state.isFinal { return true }
        try await takeIn(facts, &record)
        return false
    }

    func send(_ record: inout JobRecord) async throws(DeliveryFailure) {
        let device = try await device(of: record, isForDocument: true)
        // A job that was created has its PIN.
        let password = record.delivery.deviceJob == nil ? try await password(of: record) : nil
        // A crash while it waits must leave no doubt about what was sent.
        let began = work.queue.clock.uptime
        await work.waitForPages(of: record)
        // A printer that has restarted meanwhile may have given the number to another job.
        let isLate = work.queue.clock.uptime - began > Self.moment
        if isLate, record.delivery.deviceJob != nil, try await !isStillThere(&record) { return }
        record.delivery.phase = .sending
        try await work.write(&record)
        guard !record.delivery.cancelRequested else { return }
        guard let file = try await openDocument(&record) else { return }
        defer { close(file) }
        // A PDF for a printer that reads PDF may end with anything.
        guard let plan = record.job.plan, plan.raster != nil,
            let stream = RasterStream(endOf: file)
        else {
            let body = DocumentBody(descriptor: file, size: Spool.size(of: file))
            return try await send(body, device, password, &record)
        }
        let production: RasterProduction
        do {
            production = try await RasterProduction(
                stream,
                plan,
                of: file,
                by: work.preparer,
                in: work.spool
            )
        } catch {
            throw .later(Reason(.storageFailed, work.details(record, "\(error)")))
        }
        do throws(DeliveryFailure) {
            try await send(production.body, device, password, &record)
        } catch {
            guard let cause = await production.end() as? PreparationError else { throw error }
            let parameters = work.details(record, cause.detail).merging(cause.parameters) { $1 }
            let reason = Reason(.preparationFailed, parameters)
            throw cause.mayPass ? .later(reason) : .never(reason)
        }
        _ = await production.end()
    }

    /// Sends a document, and its last byte once that is on disk.
    private func send(
        _ body: DocumentBody,
        _ device: any PrinterDevice,
        _ password: JobPassword?,
        _ record: inout JobRecord
    ) async throws(DeliveryFailure) {
        let format = record.deliveryFormat
        let sides = body.isStream ? record.job.plan?.impressions ?? 0 : 0
        let time = max(Self.sendingTime, Self.sideTime * sides)
        let request = request(of: record, password)
        let job = record.delivery.deviceJob
        let user = record.job.user
        let sender = Task { () async -> Result<any PendingDocument, CupsError> in
            do throws(CupsError) {
                guard let job else {
                    return .success(
                        try await device.beginJob(
                            request,
                            format: format,
                            document: body,
                            timeout: time
                        )
                    )
                }
                return .success(
                    try await device.beginDocument(
                        job: job,
                        user: user,
                        format: format,
                        document: body,
                        timeout: time
                    )
                )
            } catch {
                return .failure(error)
            }
        }
        let pending: any PendingDocument
        switch await result(of: sender, unlessCanceled: record) {
        case .success(let document): pending = document
        case .failure(let error):
            try await work.write(&record)
            guard !record.delivery.cancelRequested else { return }
            return try await refused(error, &record)
        }
        do throws(DeliveryFailure) {
            try await commit(pending, &record)
        } catch {
            await pending.abandon()
            throw error
        }
    }

    /// Waits for a document that is being sent, and breaks it off when the user cancels the job.
    private func result<Value>(
        of sender: Task<Value, Never>,
        unlessCanceled record: JobRecord
    ) async -> Value {
        let queue = work.queue
        let observer = Task {
            while !Task.isCancelled, let id = record.job.id {
                let seen = queue.work.count
                let now = try? await queue.store.job(id)
                if now?.delivery.cancelRequested == true { return sender.cancel() }
                await queue.work.wait(after: seen, atMost: .seconds(5))
            }
        }
        defer { observer.cancel() }
        return await sender.value
    }

    /// Sends the last byte, once it is on disk that it will be sent.
    private func commit(
        _ pending: any PendingDocument,
        _ record: inout JobRecord
    ) async throws(DeliveryFailure) {
        record.delivery.phase = .releasing
        try await work.write(&record)
        // Another host that has the lane by now may send the document again, unless it sees this phase.
        guard !record.delivery.cancelRequested, work.mayAct(for: Self.lastByteTime) else {
            await pending.abandon()
            record.delivery.phase = .sending
            try await work.write(&record)
            return
        }
        try await work.noteRelease(of: record)
        do {
            record.delivery.deviceJob = try await pending.commit(timeout: Self.replyTime)
        } catch {
            return try await refused(error, &record)
        }
        record.delivery.phase = .released
        try await work.write(&record)
        await work.forgetPIN(of: record)
    }

    func verify(_ record: inout JobRecord) async throws(DeliveryFailure) {
        try await takeIn(try await facts(of: record), &record)
    }

    func discard(_ record: inout JobRecord) async throws(DeliveryFailure) {
        guard let facts = try await facts(of: record), !facts.state.isFinal else {
            try await takeIn(try await facts(of: record), &record)
            return
        }
        try await cancelAtDevice(facts.id, record)
        // Nothing is sent again before the printer reports the end of the job.
        guard let after = try await self.facts(of: record), !after.state.isFinal else {
            try await takeIn(try await self.facts(of: record), &record)
            return
        }
        throw .later(Reason(.printerBusy, ["printer": record.job.printer.rawValue]))
    }

    /// Does what ``verify(_:)`` does: no printer can be asked to release a job.
    func release(_ record: inout JobRecord) async throws(DeliveryFailure) {
        try await verify(&record)
    }

    func cancel(_ record: inout JobRecord) async throws(DeliveryFailure) {
        if let facts = try await facts(of: record) {
            record.delivery.deviceJob = facts.id
            if !facts.state.isFinal { try await cancelAtDevice(facts.id, record) }
        } else if record.delivery.phase == .created {
            try await work.end(&record, .canceled, [work.canceledByUser(record)])
            return
        }
        record.delivery.cancelSent = true
        record.job.reasons = [Reason(.canceling, ["printer": record.job.printer.rawValue])]
        try await work.write(&record)
    }

    func drop(_ record: JobRecord) async throws(DeliveryFailure) {
        guard let before = try await facts(of: record), !before.state.isFinal else { return }
        try await cancelAtDevice(before.id, record)
        guard let facts = try await facts(of: record), !facts.state.isFinal else { return }
        throw .later(Reason(.canceling, ["printer": record.job.printer.rawValue]))
    }

    // MARK: Shared by the steps

    /// Returns the PIN of a job; `nil` if it has none.
    ///
    /// - Throws: A reason to wait if the PIN is not known, or the printer would not wait for it.
    private func password(of record: JobRecord) async throws(DeliveryFailure) -> JobPassword? {
        guard record.job.plan?.pin == true, let submission = record.job.submission else {
            return nil
        }
        let printer = ["printer": record.job.printer.rawValue]
        guard let pin = await work.pins.pin(of: submission) else {
            throw .later(Reason(.pinNeeded, printer))
        }
        let holder = await directory.holder(
            of: record.job.printer,
            uuid: record.delivery.deviceUUID
        )
        let known = try? await directory.patientState(of: holder, maximumAge: .seconds(1))
        guard let known, let encryption = known.capabilities?.pinEncryption else {
            throw .later(Reason(.printerUnreachable, printer))
        }
        if let obstacle = Admission(printer: known).pinObstacles(pin).first {
            throw .later(
                Reason(
                    .pinNotPossible,
                    printer.merging(obstacle.parameters.filter { $0.key == "why" }) { $1 }
                )
            )
        }
        return JobPassword(pin: pin, encryption: encryption)
    }

    private func request(of record: JobRecord, _ password: JobPassword?) -> CreateJobRequest {
        CreateJobRequest(
            printer: record.job.printer.rawValue,
            user: record.job.user,
            name: record.markedName,
            uuid: record.job.submission?.urn ?? "",
            isHeld: false,
            ticket: record.deviceAttributes,
            password: password
        )
    }

    /// Records what the printer reports, and what follows from it.
    func takeIn(
        _ facts: DeviceJobFacts?,
        _ record: inout JobRecord
    ) async throws(DeliveryFailure) {
        let printer = ["printer": record.job.printer.rawValue]
        let sides = max(facts?.impressions ?? 0, facts?.sheets ?? 0)
        switch record.delivery.found(atDevice: facts) {
        case .continues: try await work.write(&record)
        case .canceledElsewhere:
            try await work.end(&record, .canceled, [Reason(.canceledAtPrinter, printer)])
        case .lost:
            throw .never(Reason(.abortedByPrinter, work.details(record, facts?.message)))
        case .uncertain:
            // All sides are out, although the printer misses the last byte, or the reply was lost.
            if record.delivery.phase == .releasing, facts?.state == .aborted,
                let total = record.job.plan?.impressions, sides >= total
            {
                record.job.progress.impressions = total
                record.job.progress.sheets = record.job.plan?.sheets ?? total
                try await work.end(&record, .completed, [])
                return
            }
            var parameters = printer.merging(["label": record.job.label]) { $1 }
            if let total = record.job.plan?.impressions, sides > 0, sides < total {
                parameters["printed"] = "\(sides)"
                parameters["total"] = "\(total)"
            }
            throw .never(Reason(.deliveryUncertain, parameters))
        }
    }

    /// Returns the printer's report of the job; `nil` if it lists none with the mark of this one.
    func facts(of record: JobRecord) async throws(DeliveryFailure) -> DeviceJobFacts? {
        let device = try await device(of: record)
        do {
            return try await DeviceWatch(device, clock: work.queue.clock).marked(
                record,
                DeviceLooks()
            )
        } catch {
            // A query changes nothing: retry later.
            throw .later(DeliveryFailure(error, device: record.job.printer).reason)
        }
    }

    func cancelAtDevice(_ id: Int, _ record: JobRecord) async throws(DeliveryFailure) {
        let device = try await device(of: record)
        do {
            try await device.cancel(job: id, user: record.job.user)
        } catch .ipp(.notPossible, _), .ipp(.notFound, _) {
            // The job has ended already.
        } catch {
            throw .later(DeliveryFailure(error, device: record.job.printer).reason)
        }
    }

    /// Returns the printer of a job; never another one that has its name or its address by now.
    private func device(
        of record: JobRecord,
        isForDocument: Bool = false
    ) async throws(DeliveryFailure) -> any PrinterDevice {
        let device = await directory.device(
            of: record.job.printer,
            uuid: record.delivery.deviceUUID,
            isForDocument: isForDocument
        )
        guard let device else {
            // Without a scheduler, and without any other printer, nothing is known of this one.
            let isGone = (try? await directory.lists(record.job.printer)) == false
            throw .later(
                Reason(
                    isGone ? .printerRemoved : .printerUnreachable,
                    ["printer": record.job.printer.rawValue]
                )
            )
        }
        return device
    }
}
