import FoundationEssentials
import IPP
import PrintModel
import Testing

@Suite struct `The outlook of a job` {
    /// Three pages twice, on one side each: six impressions, six sheets.
    private func job(_ progress: JobProgress) -> PrintJob {
        Sample.job(
            PrintPlan(pages: [1, 2, 3], copies: 2, sides: .oneSided, media: nil),
            progress: progress
        )
    }

    @Test(arguments: [true, false])
    func `is the wish of the user, where a broken connection ended the job first`(_ wish: Bool) {
        var delivery = Delivery()
        delivery.route = .direct
        delivery.cancelRequested = wish
        let facts = DeviceJobFacts(id: 1, state: .aborted, impressions: 0)
        let outlook = JobOutlook.of(
            job(JobProgress()),
            delivery,
            seen: JobOutlook.Observations(scheduler: nil, device: .job(facts))
        )
        #expect(outlook.state == (wish ? .canceled : .failed))
        #expect(outlook.reasons.map(\.code) == [wish ? .canceledByUser : .abortedByPrinter])
    }

    @Test func `says what the printer waits for behind the job of another`() {
        let paper = Reason(.mediaEmpty, ["printer": "office"])
        let low = Reason(Reason.Code(rawValue: "toner-low"), ["printer": "office"])
        let other = Reason(.mediaEmpty, ["printer": "office", "severity": "warning"])
        for (reasons, isCanceled, waits) in [
            ([paper], false, true), ([low], false, false), ([other], false, false),
            ([paper], true, false),
        ] {
            var delivery = Delivery()
            delivery.cancelRequested = isCanceled
            let seen = JobOutlook.Observations(
                scheduler: ObservedJob.job(.pending),
                device: .noJob,
                printerReasons: reasons
            )
            let outlook = JobOutlook.of(job(JobProgress()), delivery, seen: seen)
            #expect((outlook.state == .waiting) == waits)
            #expect((outlook.reasons == reasons) == waits)
        }
    }

    /// A scheduler that crashed after its first request has sent no document; the printer gives such a job up.
    @Test(arguments: [true, false])
    func `is no end where the printer gave up a job without a document`(isEmpty: Bool) {
        var scheduler = ObservedJob.job(.pending)
        scheduler.hasBegun = true
        let facts = DeviceJobFacts(id: 1, state: .aborted, impressions: 0, isEmpty: isEmpty)
        let seen = JobOutlook.Observations(scheduler: scheduler, device: .job(facts))
        let outlook = JobOutlook.of(job(JobProgress()), Delivery(), seen: seen)
        #expect(outlook.state == (isEmpty ? .queued : .failed))
        #expect(outlook.schedulerMustDrop != isEmpty)
    }

    /// Three pages twice: the backend counts two by itself once it has sent the document, and the others as the printer tells.
    @Test(arguments: [
        (6, false, false, JobState.completed, "as many as there are"),
        (5, false, false, .failed, "one is missing"),
        (6, true, false, .failed, "the filters may have counted them"),
        (6, false, true, .failed, "three runs in a gap count as many by themselves"),
    ])
    func `is an end where the backend has counted all sides at a printer that has forgotten it`(
        _ counted: Int,
        _ queueCountsPages: Bool,
        _ hadGap: Bool,
        _ state: JobState,
        _ what: String
    ) {
        var delivery = Delivery()
        delivery.hadGap = hadGap
        let seen = JobOutlook.Observations(
            scheduler: ObservedJob.job(.completed, impressions: counted),
            device: .forgotten,
            queueCountsPages: queueCountsPages
        )
        let outlook = JobOutlook.of(job(JobProgress()), delivery, seen: seen)
        #expect(outlook.state == state, "\(what)")
    }

    /// The scheduler's backend takes a printer that restarts for one that has ended the job.
    @Test(arguments: [
        (true, nil, false, JobState.waiting), (false, nil, false, .completed),
        (true, true, false, .completed), (true, nil, true, .completed),
    ])
    func `waits for a printer that was there until just now`(
        _ mayReturn: Bool,
        _ completedAtDevice: Bool?,
        _ cancelRequested: Bool,
        _ state: JobState
    ) {
        var delivery = Delivery()
        delivery.completedAtDevice = completedAtDevice
        delivery.cancelRequested = cancelRequested
        let seen = JobOutlook.Observations(
            scheduler: ObservedJob.job(.completed, impressions: 1),
            device: .unreachable,
            printerMayReturn: mayReturn
        )
        let outlook = JobOutlook.of(job(JobProgress()), delivery, seen: seen)
        #expect(outlook.state == state)
        #expect(outlook.reasons.map(\.code) == (state == .waiting ? [.printerUnreachable] : []))
    }

    @Test(arguments: [true, false])
    func `is an end where a printer that had all of it is idle`(_ wish: Bool) {
        var delivery = Delivery()
        delivery.route = .direct
        delivery.cancelRequested = wish
        let outlook = JobOutlook.of(
            job(JobProgress(impressions: 1, sheets: 1)),
            delivery,
            seen: JobOutlook.Observations(scheduler: nil, device: .idle)
        )
        #expect(outlook.state == (wish ? .canceled : .completed))
        #expect(outlook.reasons.map(\.code) == [wish ? .canceledByUser : .notConfirmed])
    }

    @Test func `is completed where the printer had counted all of it before it restarted`() {
        let seen = JobOutlook.Observations(
            scheduler: ObservedJob.job(.completed),
            device: .forgotten
        )
        let all = job(JobProgress(impressions: 6, sheets: 6))
        #expect(JobOutlook.of(all, Delivery(), seen: seen).state == .completed)
        let most = job(JobProgress(impressions: 5, sheets: 5))
        #expect(JobOutlook.of(most, Delivery(), seen: seen).state == .failed)
    }

    @Test(arguments: ObservedJob.inProgress + ObservedJob.atTheEnd)
    func `is what the printer says, where it can be asked`(_ seen: ObservedJob) {
        var job = job(seen.before)
        job.state = seen.stateBefore
        if !seen.pagesAreKnown {
            job.plan?.impressions = nil
            job.plan?.sheets = nil
        }
        var delivery = Delivery()
        delivery.cancelRequested = seen.cancelRequested
        delivery.deviceJob = seen.deviceJob
        let outlook = JobOutlook.of(
            job,
            delivery,
            seen: JobOutlook.Observations(
                scheduler: seen.scheduler,
                device: seen.device,
                printerReasons: seen.printerReasons,
                printerStopped: seen.printerStopped,
                queueCountsPages: seen.queueCountsPages
            )
        )
        #expect(outlook.state == seen.state)
        #expect(outlook.reasons.map(\.code) == seen.codes)
        #expect(outlook.progress == seen.progress)
        #expect(outlook.schedulerMustDrop == seen.mustDrop)
        if outlook.state == .waiting || outlook.state == .failed {
            #expect(!outlook.reasons.isEmpty, "there is always a reason")
        }
    }

    @Test(arguments: [DeviceObservation.notAsked, .noJob, .forgotten])
    func `is a doubt where the scheduler holds again what it had begun`(_ device: DeviceObservation)
    {
        func outlook(_ facts: SchedulerJobFacts, _ device: DeviceObservation) -> JobOutlook {
            var delivery = Delivery()
            delivery.phase = .released
            delivery.beganAt = 1
            let seen = JobOutlook.Observations(scheduler: facts, device: device)
            return JobOutlook.of(job(JobProgress()), delivery, seen: seen)
        }
        var facts = ObservedJob.job(.pendingHeld)
        let crashed = outlook(facts, device)
        #expect(crashed.state == .failed && crashed.schedulerMustDrop)
        #expect(crashed.reasons.map(\.code) == [.deliveryUncertain])
        // The printer knows better, and goes on without the scheduler.
        let atPrinter = outlook(facts, ObservedJob.at(.processing))
        #expect(atPrinter.state == .printing && !atPrinter.schedulerMustDrop)
        #expect(outlook(facts, ObservedJob.at(.completed)).state == .completed)
        // Somebody holds it who knows that it has begun.
        facts.hasBegun = true
        #expect(outlook(facts, device).reasons.map(\.code) == [.heldInScheduler])
    }

    @Test func `says what the backend said of a job that the printer gave up`() {
        let scheduler = ObservedJob.job(
            .pending,
            message: "Unable to add document.",
            hasBegun: true
        )
        let seen = JobOutlook.Observations(
            scheduler: scheduler,
            device: ObservedJob.at(.aborted, message: "Job aborted.")
        )
        let outlook = JobOutlook.of(job(JobProgress()), Delivery(), seen: seen)
        #expect(
            outlook.reasons.first?.message
                == "'office' aborted the job: Job aborted; Unable to add document."
        )
    }

    @Test(arguments: [
        (PrintPlan(pages: [1, 2, 3], copies: 1, sides: .oneSided, media: nil), "2-"),
        (PrintPlan(pages: [3, 1, 2], copies: 1, sides: .oneSided, media: nil), "1-2"),
        (PrintPlan(pages: [1, 2, 3], copies: 1, sides: .oneSided, media: nil, numberUp: 2), "3"),
        (PrintPlan(pages: [1, 2, 3], copies: 2, sides: .oneSided, media: nil), "2-"),
        (PrintPlan(pages: [1, 2], copies: 1, sides: .oneSided, media: nil, reverse: true), nil),
    ])
    func `names the pages that may be missing`(_ plan: PrintPlan, _ rest: String?) {
        var job = job(JobProgress(impressions: 1, sheets: 1))
        job.plan = plan
        job.document?.pages = 3
        let seen = JobOutlook.Observations(
            scheduler: ObservedJob.job(.completed),
            device: .forgotten
        )
        let reason = JobOutlook.of(job, Delivery(), seen: seen).reasons.first
        #expect(reason?.code == .deliveryUncertain)
        #expect(reason?.parameters["rest"] == rest)
        #expect(reason?.message.contains("restarted after 1 of") == true)
    }
}
