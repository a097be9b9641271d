import IPP

/// Detection of duplicate prints after a crash of the scheduler.
///
/// The scheduler keeps the job's number and UUID, and creates another job for it on the printer. A
/// second job alone proves little: another user may print a document of the same name. Detection
/// therefore requires a sign that the scheduler began twice, and two jobs on the printer that
/// reached paper and that no other job explains.
extension Delivery {
    /// Records the scheduler's facts of the job; a second start of processing is a sign.
    ///
    /// So are, after a gap, more sides than the job has: the scheduler counts those of all its runs.
    ///
    /// - Parameters:
    ///   - job: The facts.
    ///   - planned: The number of sides of the job; `nil` if it is not known.
    public mutating func record(_ job: SchedulerJobFacts, planned: Int? = nil) {
        let last = beganLast
        beganAt = beganAt ?? job.beganAt
        beganLast = job.beganAt ?? beganLast
        if hadGap == true, let planned, planned > 0, job.impressions ?? 0 > planned {
            mayRunAgain = true
            beganAgain = true
        }
        guard let last else { return }
        if job.state == .pending || beganLast != last { mayRunAgain = true }
        // A scheduler that did not restart begins again only after it has seen a run fail.
        if beganLast != last, hadGap == true { beganAgain = true }
    }

    /// Records a gap in the observations, in which the scheduler may have restarted.
    public mutating func recordGap() {
        guard phase == .releasing || phase == .released else { return }
        mayRunAgain = true
        hadGap = true
    }

    /// Whether a scheduler that crashed has lost the job after its release, or has forgotten that it began it.
    ///
    /// - Parameter job: What the scheduler reports; `nil` if it has no such job.
    /// - Returns: Whether only the printer can tell what became of it.
    public func isLost(by job: SchedulerJobFacts?) -> Bool {
        guard mayHavePrinted, phase != .ended else { return false }
        guard let job else { return true }
        return job.state == .pendingHeld && beganAt != nil && !job.hasBegun
    }

    /// Starts again with a job of which nothing was printed; what the scheduler may still hold of it is discarded first.
    public mutating func deliverAgain() {
        phase = .discarding
        deviceJobBefore = nil
        beganAt = nil
        beganLast = nil
        hadGap = nil
        beganAgain = nil
        wasReleased = nil
        releasesAgain = nil
        schedulerSubscription = nil
        absence = nil
        completedAtDevice = nil
        // Should the printer get both, its list shows it.
        mayRunAgain = true
    }

    /// Turns from a run that the printer did not complete to a later one.
    ///
    /// A scheduler that is stopped in order cancels at the printer what it prints, and prints it again after its start.
    ///
    /// - Parameters:
    ///   - observation: What the printer reports of the run that is known.
    ///   - isOver: Whether no run is under way, so that only one that got to paper counts.
    /// - Returns: Whether ``deviceJob`` is another one now.
    public mutating func turnToLaterRun(
        after observation: DeviceObservation,
        isOver: Bool
    ) -> Bool {
        guard case .job(let seen) = observation, !cancelRequested,
            seen.state == .canceled || seen.state == .aborted,
            let later = moreDeviceJobs?.filter({ number in
                number > seen.id && (!isOver || onPaper?.contains(number) == true)
            }).max()
        else { return false }
        let first = deviceJob
        deviceJob = later
        moreDeviceJobs?.removeAll { $0 == later }
        if let first { add(deviceJob: first) }
        return true
    }

    /// Finds further jobs on the printer that the scheduler created for this job.
    ///
    /// - Parameters:
    ///   - jobs: The printer's jobs with this job's name and owner, except those known to belong to
    ///     other jobs.
    ///   - others: The number of other jobs of this name and owner that the scheduler has begun
    ///     since, whose jobs on the printer are unknown. The scheduler prints one after the other, so
    ///     theirs are the last.
    ///   - expected: The number of jobs that should reach paper.
    ///   - hasRestarted: Whether the printer has restarted since its numbers here were read, so that they bound
    ///     nothing.
    /// - Returns: Whether more than `expected` jobs reached paper.
    public mutating func isPrintedAgain(
        by jobs: [DeviceJobFacts],
        others: Int,
        expected: Int = 1,
        hasRestarted: Bool = false
    ) -> Bool {
        let before = hasRestarted ? 0 : deviceJobBefore ?? 0
        let first = allDeviceJobs.min() ?? before.adding(clamping: 1)
        let ours = jobs.filter { $0.id >= first }.sorted { $0.id < $1.id }
        let known = Set(allDeviceJobs)
        let found = ours.filter { !known.contains($0.id) }.dropLast(others)
        for job in found { add(deviceJob: job.id) }
        for job in ours.filter({ known.contains($0.id) }) + found { record(job) }
        return timesOnPaper > expected
    }

    /// Makes the first run that was found the job on the printer, where none was known.
    ///
    /// - Parameter numbers: The numbers of runs that are certainly of this job.
    public mutating func takeFirstRun(among numbers: Set<Int>) {
        guard deviceJob == nil, earlierDeviceJobs == nil,
            let first = moreDeviceJobs?.filter(numbers.contains).min()
        else { return }
        deviceJob = first
        moreDeviceJobs?.removeAll { $0 == first }
        if moreDeviceJobs == [] { moreDeviceJobs = nil }
    }

    /// Whether the end of the run that is known may be the work of the scheduler, which has ended since the release: it prints the
    /// job again then.
    public var mayBeBrokenOff: Bool {
        hadGap == true && moreDeviceJobs == nil && earlierDeviceJobs == nil
    }

    /// Whether a job on the printer is a run of this one that was broken off before another run, and may have left paper.
    public func isBrokenOff(_ job: DeviceJobFacts) -> Bool {
        (job.state == .canceled || job.state == .aborted) && !job.isEmpty
            && allDeviceJobs.count > 1 && allDeviceJobs.contains(job.id)
    }

    /// Records an observation of one of its jobs on the printer, which may soon leave the printer's
    /// list.
    public mutating func record(_ job: DeviceJobFacts) {
        guard job.reachedPaper, onPaper?.contains(job.id) != true else { return }
        onPaper = (onPaper ?? []) + [job.id]
    }

    /// Records one more job on the printer that the scheduler created for this job.
    public mutating func add(deviceJob job: Int) {
        guard job != deviceJob else { return }
        moreDeviceJobs = Set((moreDeviceJobs ?? []) + [job]).sorted()
    }

    /// The printer's ids of all jobs known to belong to this one.
    public var allDeviceJobs: [Int] { (deviceJob.map { [$0] } ?? []) + (moreDeviceJobs ?? []) }
}

extension DeviceJobFacts {
    /// Whether part of the job was printed; an earlier abort is harmless.
    public var reachedPaper: Bool { state == .completed || (impressions ?? 0) > 0 }
}
