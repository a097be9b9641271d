import IPP

/// How ``JobOutlook`` is concluded from the observations of a job and from its delivery.
struct OutlookRule {
    let job: PrintJob
    let delivery: Delivery
    let seen: JobOutlook.Observations

    private var device: DeviceObservation { seen.device }
    private var cancelRequested: Bool { delivery.cancelRequested }
    private var printer: [String: String] { ["printer": job.printer.rawValue] }

    func conclude() -> JobOutlook {
        if delivery.route == .direct { return direct() }
        guard let scheduler = seen.scheduler else { return withoutScheduler() }
        switch scheduler.state {
        case .completed: return completed(scheduler)
        case .canceled: return canceled(scheduler)
        case .aborted, .processingStopped: return failed(.processingFailed, scheduler.message)
        // After a crash the scheduler again holds a job that may already be on paper: a release
        // would print it a second time.
        case .pendingHeld where delivery.isLost(by: scheduler):
            return withoutScheduler()
        case .pendingHeld: return held(scheduler)
        case .pending: return pending(scheduler)
        case .processing: return processing(scheduler)
        }
    }

    /// Only the printer has the job: it received the whole document.
    private func direct() -> JobOutlook {
        switch device {
        case .job(let seen) where seen.state == .completed: return completed(at: seen)
        // The printer ends a job whose connection is reset before the cancel request comes.
        case .job(let seen) where seen.state == .aborted && cancelRequested:
            return done(.canceled, [Reason(.canceledByUser, printer)])
        case .job(let seen) where seen.state.isFinal: return ended(at: seen)
        case .job(let seen): return printing(seen)
        case .unreachable, .notAsked: return waiting([Reason(.printerUnreachable, printer)])
        case .noJob, .neverHad, .forgotten, .idle:
            // A printer may drop a job from its list as soon as it is done.
            if isAllOut { return done(.completed, []) }
            if device == .idle, !cancelRequested {
                return done(.completed, [Reason(.notConfirmed, printer.merging(label) { $1 })])
            }
            return cancelRequested && device != .forgotten
                ? done(.canceled, [Reason(.canceledByUser, printer)]) : uncertain()
        }
    }

    /// The printer alone reports the job as completed.
    private func completed(at seen: DeviceJobFacts) -> JobOutlook {
        let sides = max(seen.impressions ?? 0, seen.sheets ?? 0)
        guard let total = job.plan?.impressions, sides > 0 else {
            // A printer that counts nothing is believed.
            return done(.completed, [Reason(.notCounted, printer.merging(label) { $1 })])
        }
        // Printers that count sheets only report half of what has two sides.
        let expected = seen.impressions == nil ? job.plan?.sheets ?? total : total
        guard sides < expected else { return done(.completed, []) }
        var parameters = label.merging(["printed": "\(sides)", "total": "\(expected)"]) { $1 }
        parameters.merge(rest(after: sides, isSheets: seen.impressions == nil)) { $1 }
        return failed(.printedPartly, nil, parameters)
    }

    private var label: [String: String] { ["label": job.label] }

    /// The parameters for what is missing after a number of sides, or sheets.
    private func rest(after done: Int, isSheets: Bool) -> [String: String] {
        let rest = job.plan.flatMap {
            MissingPages(after: done, of: $0, isSheets: isSheets, count: job.document?.pages)
        }
        return rest?.parameters ?? [:]
    }

    /// The scheduler has forgotten the job; the printer may still know.
    private func withoutScheduler() -> JobOutlook {
        switch device {
        case .job(let seen): return seen.state.isFinal ? ended(at: seen) : moving(.printing)
        case .unreachable: return waiting([Reason(.printerUnreachable, printer)])
        // The printer had reported its end before it forgot it.
        case .noJob, .forgotten, .idle: return hasCompleted ? done(.completed, []) : uncertain()
        case .neverHad, .notAsked: return uncertain()
        }
    }

    private func completed(_ scheduler: SchedulerJobFacts) -> JobOutlook {
        switch device {
        // The printer had reported its end before it restarted.
        case .forgotten where hasCompleted || wasCounted(scheduler): return done(.completed, [])
        // The scheduler reports a job that the printer has forgotten as completed.
        case .forgotten: return uncertain()
        case .job(let seen) where !seen.state.isFinal: return printing(seen)
        case .job(let seen) where seen.state == .completed && isBlank(scheduler, seen):
            return nothingPrinted()
        case .job(let seen): return ended(at: seen)
        // The scheduler counted pages that its backend never delivered.
        case .neverHad: return scheduler.impressions == 0 ? nothingPrinted() : uncertain()
        // A printer may drop a job from its list as soon as it is done.
        case .noJob where delivery.deviceJob == nil && hasNoPages(scheduler):
            return nothingPrinted()
        // It may restart, and have lost the job: the scheduler's backend takes that for the end, too.
        case .unreachable where seen.printerMayReturn && !hasCompleted && !cancelRequested:
            return waiting([Reason(.printerUnreachable, printer)])
        case .notAsked, .unreachable:
            if job.plan?.impressions == nil, hasNoPages(scheduler) { return nothingPrinted() }
            return done(.completed, [])
        case .noJob, .idle: return done(.completed, [])
        }
    }

    /// Whether the printer has reported all sides as printed.
    private var isAllOut: Bool {
        job.plan?.impressions.map { job.progress.impressions >= $0 } ?? false
    }

    /// Whether the printer is known to have completed the job.
    private var hasCompleted: Bool { isAllOut || delivery.completedAtDevice == true }

    /// Whether the scheduler's backend has read at the printer that all sides are printed: nothing else counts them in a queue
    /// without filters.
    ///
    /// Once it has sent the document, each run counts one for each copy by itself; in a gap there may have been a few runs.
    private func wasCounted(_ scheduler: SchedulerJobFacts) -> Bool {
        guard !seen.queueCountsPages, let plan = job.plan, let sides = plan.impressions,
            delivery.beganAgain != true, delivery.beganAt == delivery.beganLast
        else { return false }
        let byItself = max(1, plan.copies).multiplied(clamping: delivery.hadGap == true ? 3 : 1)
        return sides > byItself && scheduler.impressions ?? 0 >= sides
    }

    /// Whether the filters produced no page of the document, if the filters of the queue count
    /// pages.
    private func hasNoPages(_ scheduler: SchedulerJobFacts) -> Bool {
        scheduler.impressions == 0 && seen.queueCountsPages
    }

    /// Whether no page was counted for a document with an unknown number of pages.
    private func isBlank(_ scheduler: SchedulerJobFacts, _ seen: DeviceJobFacts) -> Bool {
        job.plan?.impressions == nil && seen.impressions == 0 && (seen.sheets ?? 0) == 0
            && hasNoPages(scheduler)
    }

    private func canceled(_ scheduler: SchedulerJobFacts) -> JobOutlook {
        if cancelRequested { return done(.canceled, [Reason(.canceledByUser, printer)]) }
        if case .job(let seen) = device, seen.state == .aborted || seen.state == .canceled {
            return ended(at: seen, scheduler.message)
        }
        if case .forgotten = device { return uncertain() }
        // The printer sent no message: one in the scheduler comes from the backend, which found
        // that the printer rejected the job; a cancel request leaves none.
        if let message = scheduler.message, !message.isEmpty {
            return failed(.abortedByPrinter, message)
        }
        return done(.canceled, [Reason(.canceledInScheduler, printer)])
    }

    /// The end that the printer reports.
    ///
    /// - Parameters:
    ///   - seen: The report of the printer.
    ///   - message: The last message of the scheduler's backend, which often has more details.
    /// - Returns: The conclusion.
    private func ended(at seen: DeviceJobFacts, _ message: String? = nil) -> JobOutlook {
        switch seen.state {
        case .completed: return done(.completed, [])
        case .canceled where cancelRequested:
            return done(.canceled, [Reason(.canceledByUser, printer)])
        case .canceled: return done(.canceled, [Reason(.canceledAtPrinter, printer)])
        // The printer dropped it because its connection ended, before the request could cancel it.
        case .aborted where cancelRequested && delivery.route == .direct:
            return done(.canceled, [Reason(.canceledByUser, printer)])
        default:
            var words: [String] = []
            for text in [seen.message, message].compactMap({ $0 }).map(Words.withoutEnd)
            where !text.isEmpty && !words.contains(text) {
                words.append(text)
            }
            return failed(.abortedByPrinter, words.joined(separator: "; "))
        }
    }

    private func held(_ scheduler: SchedulerJobFacts) -> JobOutlook {
        if scheduler.reasons.contains("cups-held-for-authentication")
            || scheduler.holdUntil == "auth-info-required"
        {
            return waiting([Reason(.authenticationNeeded, printer)])
        }
        if let end = endBeforeRetry(scheduler, in: [.aborted, .canceled]) { return end }
        return waiting([
            Reason(
                .heldInScheduler,
                printer.merging([
                    "job": "\(job.printer)-\(scheduler.id)", "label": job.label,
                ]) { $1 }
            )
        ])
    }

    private func pending(_ scheduler: SchedulerJobFacts) -> JobOutlook {
        // A paused queue cancels the job at the printer and prints it once resumed.
        if let end = endBeforeRetry(scheduler, in: [.aborted]) { return end }
        if seen.printerStopped { return waiting(blockingReasons(else: .printerStopped)) }
        if case .unreachable = device { return waiting([Reason(.printerUnreachable, printer)]) }
        // Where the job before it waits for paper, it waits for that, too. A printer may warn of another tray.
        let blocking = seen.printerReasons.filter { reason in
            reason.code.waitsForHands
                && !["warning", "report"].contains(reason.parameters["severity"])
        }
        if !blocking.isEmpty, !cancelRequested { return waiting(blocking) }
        // Sending to the scheduler counts as sending to the printer: the state never goes
        // backwards.
        return moving(job.state == .sending && !scheduler.hasBegun ? .sending : .queued)
    }

    /// The end of a job that the printer aborted and the scheduler would send again: a printer that
    /// rejects a document rejects it every time, and blocks the queue for all users.
    ///
    /// One that has got no document, as a scheduler that crashed has sent none, has rejected nothing.
    private func endBeforeRetry(
        _ scheduler: SchedulerJobFacts,
        in states: Set<IPPJobState>
    ) -> JobOutlook? {
        guard scheduler.hasBegun, case .job(let seen) = device, states.contains(seen.state),
            !seen.isEmpty,
            // A scheduler that breaks off a job holds none.
            scheduler.state == .pendingHeld || !delivery.mayBeBrokenOff
        else { return nil }
        return ended(at: seen, scheduler.message)
    }

    private func processing(_ scheduler: SchedulerJobFacts) -> JobOutlook {
        switch device {
        case .unreachable: return waiting([Reason(.printerUnreachable, printer)])
        case .job(let seen): return printing(seen)
        case .noJob, .neverHad, .forgotten, .idle:
            let blocking = seen.printerReasons.filter(\.code.waitsForHands)
            if !blocking.isEmpty { return waiting(blocking) }
            return moving(job.state == .printing && device != .forgotten ? .printing : .sending)
        case .notAsked:
            let blocking = scheduler.printerReasons.compactMap(handsNeeded)
            if !blocking.isEmpty { return waiting(blocking) }
            let connects = scheduler.printerReasons.contains("connecting-to-device")
            return moving(connects && job.state != .printing ? .sending : .printing)
        }
    }

    private func printing(_ job: DeviceJobFacts) -> JobOutlook {
        switch job.state {
        // The scheduler follows in a moment, and the result is certain.
        case .completed: return moving(.printing)
        // Only the scheduler knows whether the job has ended or its queue is paused.
        case .canceled where !cancelRequested:
            return seen.printerStopped
                ? waiting(blockingReasons(else: .printerStopped)) : moving(.printing)
        case .aborted where !cancelRequested && delivery.mayBeBrokenOff: return moving(.printing)
        case .canceled, .aborted: return ended(at: job)
        default: break
        }
        let stands = (job.impressions ?? 0) <= self.job.progress.impressions
        let blocking = seen.printerReasons.filter(\.code.waitsForHands)
        if stands, !blocking.isEmpty { return waiting(blocking) }
        if job.state == .processingStopped || seen.printerStopped {
            return waiting(blockingReasons(else: .printerStopped))
        }
        let hasBegun = job.state != .pending || self.job.state == .printing
        return moving(hasBegun ? .printing : .sending)
    }

    private func blockingReasons(else code: Reason.Code) -> [Reason] {
        let known = seen.printerReasons.filter { $0.code.waitsForHands || $0.code.stopsQueue }
        return known.isEmpty ? [Reason(code, printer)] : known
    }

    private func handsNeeded(_ keyword: String) -> Reason? {
        var keyword = keyword
        for suffix in ["-error", "-warning", "-report"] where keyword.hasSuffix(suffix) {
            keyword.removeLast(suffix.count)
        }
        let code = Reason.Code(rawValue: keyword)
        return code.waitsForHands ? Reason(code, printer) : nil
    }

    /// The progress that the printer reports, never backwards and never beyond the plan.
    private var progress: JobProgress {
        guard case .job(let seen) = device else { return job.progress }
        // Each sheet that came out has a printed side: some printers count only the sheets.
        let sides = max(seen.impressions ?? 0, seen.sheets ?? 0)
        let impressions = min(sides, job.plan?.impressions ?? .max)
        let sheets = min(seen.sheets ?? 0, job.plan?.sheets ?? .max)
        return JobProgress(
            impressions: max(impressions, job.progress.impressions),
            sheets: max(sheets, job.progress.sheets)
        )
    }

    private func moving(_ state: JobState) -> JobOutlook {
        cancelRequested
            ? JobOutlook(state: state, reasons: [Reason(.canceling, printer)], progress: progress)
            : JobOutlook(state: state, reasons: [], progress: progress)
    }

    private func waiting(_ reasons: [Reason]) -> JobOutlook {
        JobOutlook(state: .waiting, reasons: reasons.withoutRepetition, progress: progress)
    }

    private func done(_ state: JobState, _ reasons: [Reason]) -> JobOutlook {
        var progress = progress
        if state == .completed {
            // Of an older job that the scheduler laid out, only its count is known.
            let counted = seen.scheduler?.impressions ?? 0
            progress.impressions = job.plan?.impressions ?? max(progress.impressions, counted)
            progress.sheets = job.plan?.sheets ?? progress.sheets
        }
        return JobOutlook(state: state, reasons: reasons, progress: progress)
    }

    private func nothingPrinted() -> JobOutlook {
        failed(.nothingPrinted, nil, ["document": job.document?.name ?? job.name])
    }

    /// The end of a job whose result is unknown, except for the sides that the printer reported.
    private func uncertain() -> JobOutlook {
        let done = progress.impressions
        guard done > 0, let total = job.plan?.impressions, done < total else {
            return failed(.deliveryUncertain, nil, ["label": job.label])
        }
        var parameters = ["label": job.label, "printed": "\(done)", "total": "\(total)"]
        parameters.merge(rest(after: done, isSheets: false)) { $1 }
        if let count = job.plan?.numberUp, count > 1 { parameters["numberUp"] = "\(count)" }
        if device == .forgotten { parameters["restarted"] = "true" }
        return failed(.deliveryUncertain, nil, parameters)
    }

    private func failed(
        _ code: Reason.Code,
        _ detail: String?,
        _ more: [String: String] = [:]
    ) -> JobOutlook {
        var parameters = printer.merging(more) { $1 }
        parameters["detail"] = detail
        return JobOutlook(
            state: .failed,
            reasons: [Reason(code, parameters)],
            progress: progress
        )
    }
}
