import FoundationEssentials
import IPP
import PrintModel
import Testing

@Suite struct `The outlook of a job` {
    /// Three pages twice, on one side each: six impressions, six sheets.
    private func job(_ progress: JobProgress) -> PrintJob {
        PrintJob(
            id: JobID(rawValue: 1),
            submission: .random(),
            name: "report.pdf",
            user: "ann",
            printer: PrinterID(rawValue: "office"),
            state: .sending,
            document: Sample.document(),
            ticket: PrintTicket(),
            plan: PrintPlan(pages: [1, 2, 3], copies: 2, sides: .oneSided, media: nil),
            progress: progress,
            createdAt: Date(timeIntervalSince1970: 0),
            updatedAt: Date(timeIntervalSince1970: 0)
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
