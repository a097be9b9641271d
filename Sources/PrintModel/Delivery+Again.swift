/// How it is noticed that the scheduler prints a job again after its own crash.
///
/// The scheduler keeps a job's number and UUID, and makes another job of it on
/// the printer. That alone says little: somebody else may print a document of
/// the same name. So there must be a sign that the scheduler began twice, and
/// two jobs on the printer that got to paper and that no other job explains.
extension Delivery {
    /// Takes in what the scheduler says of the job; a second beginning is a sign.
    public mutating func notice(_ job: SchedulerJobFacts) {
        let last = beganLast
        beganAt = beganAt ?? job.beganAt
        beganLast = job.beganAt ?? beganLast
        guard let last else { return }
        if job.state == .pending || beganLast != last { mayRunAgain = true }
    }

    /// Takes in that nobody watched for a while: the scheduler may have begun anew meanwhile.
    public mutating func noticeGap() {
        if phase == .releasing || phase == .released { mayRunAgain = true }
    }

    /// Finds the further jobs that the scheduler has made of this one.
    ///
    /// - Parameters:
    ///   - jobs: What the printer has under this job's name and owner, without the jobs that are
    ///     known to be others'.
    ///   - others: How many other jobs of this name and owner the scheduler began since, whose jobs
    ///     on the printer nobody knows. It prints one after the other, so theirs are the last.
    ///   - expected: How many of them are meant to be on paper.
    /// - Returns: Whether more of them got to paper.
    public mutating func isPrintedAgain(
        by jobs: [DeviceJobFacts],
        others: Int,
        expected: Int = 1
    ) -> Bool {
        let first = allDeviceJobs.min() ?? (deviceJobBefore ?? 0) + 1
        let ours = jobs.filter { $0.id >= first }.sorted { $0.id < $1.id }
        let known = Set(allDeviceJobs)
        let found = ours.filter { !known.contains($0.id) }.dropLast(others)
        for job in found { add(deviceJob: job.id) }
        for job in ours.filter({ known.contains($0.id) }) + found { see(job) }
        return (onPaper ?? []).count > expected
    }

    /// Notes what is seen of one of its jobs on the printer, which may leave the printer's list soon.
    public mutating func see(_ job: DeviceJobFacts) {
        guard job.gotToPaper, onPaper?.contains(job.id) != true else { return }
        onPaper = (onPaper ?? []) + [job.id]
    }

    /// Notes one more job that the scheduler has made of this one on the printer.
    public mutating func add(deviceJob job: Int) {
        guard job != deviceJob else { return }
        moreDeviceJobs = Set((moreDeviceJobs ?? []) + [job]).sorted()
    }

    /// The printer's own ids of all jobs that are known to be this one.
    public var allDeviceJobs: [Int] { (deviceJob.map { [$0] } ?? []) + (moreDeviceJobs ?? []) }
}

extension DeviceJobFacts {
    /// Whether something of it is on paper; one that is given up before that harms nobody.
    public var gotToPaper: Bool { state == .completed || (impressions ?? 0) > 0 }
}
