internal import IPP

/// The actual state of a scripted device, regardless of the replies of its scripts.
struct DeviceTruth: Sendable {
    struct Job: Sendable {
        let id: Int
        let uuid: String?
        let name: String
        let user: String
        /// The copies that it makes of the document.
        var copies = 1
        var state: IPPJobState = .pending
        /// The part of the document that has arrived.
        var document: [UInt8] = []
        /// The number of the request that brings the document; `nil` before and after.
        var request: Int?
        /// The number of the Print-Job that created it.
        var origin: Int?
        /// Whether the whole document has arrived.
        var isWhole = false
        /// Whether a cancel request waits for the end of the document.
        var isCancelRequested = false
        /// The sides that came out.
        var sides = 0
        /// The up time of the printer at which it was created.
        var created: Int32 = 0
        /// When it was created, or last got a part of its document.
        var since = ContinuousClock.now
        /// When the paper comes out.
        var due: ContinuousClock.Instant?
        /// Whether it waits for a document, or for the rest of one.
        var isIncoming: Bool { !state.isFinal && !isWhole }
    }

    /// The number of ended jobs that are remembered; many printers remember only a few.
    private static let memory = 40

    var traits: ScriptedDevice.Traits
    var jobs: [Job] = []
    var lastJob = 0
    var papers: [ScriptedDevice.Paper] = []
    var jamsNext = false
    private var start = ContinuousClock.now

    init(traits: ScriptedDevice.Traits) {
        self.traits = traits
    }

    var upTime: Int32 { Int32(clamping: 1 + start.duration(to: .now).components.seconds) }

    static func sides(of document: [UInt8]) -> Int {
        let isRaster = document.starts(with: "RaS2".utf8)
        let mark = Array((isRaster ? "PwgRaster\0" : "/Type /Page ").utf8)
        var count = 0
        var rest = document[...]
        while let range = rest.firstRange(of: mark) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }

    // MARK: Documents that arrive

    /// Takes in a part of a document, or the end of its connection.
    mutating func arrive(_ part: ScriptedPrinter.Arrival) {
        guard let message = part.message,
            let index = index(ofDocument: message, number: part.number)
        else { return }
        guard jobs[index].isIncoming, jobs[index].request ?? part.number == part.number else {
            return
        }
        jobs[index].state = .processing
        jobs[index].request = part.number
        jobs[index].since = .now
        jobs[index].document = part.document
        if traits.streams { jobs[index].sides = Self.sides(of: part.document) }
        if let end = part.end { cut(index, by: end) }
    }

    /// The job of a request that brings a document; Print-Job creates it.
    mutating func index(ofDocument message: IPPMessage, number: Int) -> Int? {
        switch message.operation {
        case .sendDocument where !traits.hasSendDocument: return nil
        case .sendDocument:
            let id = message.attributes(in: .operation)?["job-id"]?.integer
            return jobs.firstIndex { $0.id == id }
        case .printJob:
            if let known = jobs.firstIndex(where: { $0.origin == number }) { return known }
            guard !isBusy else { return nil }
            add(message)
            jobs[jobs.count - 1].request = number
            jobs[jobs.count - 1].origin = number
            return jobs.count - 1
        default: return nil
        }
    }

    /// The connection of a document ends before its end.
    private mutating func cut(_ index: Int, by end: ScriptedPrinter.End) {
        jobs[index].request = nil
        if jobs[index].isCancelRequested {
            jobs[index].state = .canceled
            return finish(index)
        }
        if end == .finished || traits.printsCutJobs { return print(index) }
        guard !traits.keepsCutJobs else { return }
        jobs[index].state = .aborted
        finish(index)
    }

    mutating func endConnection(ofRequest number: Int) {
        guard let index = jobs.firstIndex(where: { $0.request == number }) else { return }
        cut(index, by: .reset)
    }

    /// Ends the jobs whose document does not come.
    private mutating func losePatience() {
        guard let patience = traits.patience else { return }
        let now = ContinuousClock.now
        for index in jobs.indices
        where jobs[index].isIncoming && jobs[index].request == nil
            && now - jobs[index].since > patience
        {
            jobs[index].state = .aborted
            finish(index)
        }
    }

    /// Takes in a whole document; returns whether there is such a job that waits for one.
    mutating func receive(_ document: [UInt8], for index: Int, number: Int) -> Bool {
        guard jobs[index].isIncoming, jobs[index].request ?? number == number else { return false }
        jobs[index].document = document
        jobs[index].isWhole = true
        jobs[index].request = nil
        jobs[index].state = .processing
        if traits.streams { jobs[index].sides = Self.sides(of: document) * jobs[index].copies }
        jobs[index].due = .now + traits.printingTime
        printDue()
        return true
    }

    // MARK: Printing

    /// Prints all paper that is due.
    private mutating func printDue() {
        let now = ContinuousClock.now
        for index in jobs.indices where jobs[index].due.map({ $0 <= now }) == true { print(index) }
    }

    /// Updates the state to the present.
    mutating func settle() {
        printDue()
        losePatience()
        guard jobs.count > 2 * Self.memory else { return }
        var surplus = jobs.count { $0.state.isFinal } - Self.memory
        jobs.removeAll { job in
            guard job.state.isFinal, surplus > 0 else { return false }
            surplus -= 1
            return true
        }
    }

    /// Prints what there is of a document.
    private mutating func print(_ index: Int) {
        jobs[index].sides = Self.sides(of: jobs[index].document) * jobs[index].copies
        if jamsNext {
            jamsNext = false
            jobs[index].sides /= 2
        }
        jobs[index].state = jobs[index].isCancelRequested ? .canceled : .completed
        finish(index)
    }

    /// Records what came out for a job that has ended.
    private mutating func finish(_ index: Int) {
        jobs[index].due = nil
        jobs[index].request = nil
        let job = jobs[index]
        jobs[index].document = []
        guard job.sides > 0 else { return }
        papers.append(
            ScriptedDevice.Paper(
                job: job.id,
                uuid: job.uuid,
                name: job.name,
                document: job.document,
                isWhole: job.isWhole && job.sides == Self.sides(of: job.document) * job.copies,
                sides: job.sides
            )
        )
    }

    /// Ends a job; returns false where it has already ended.
    mutating func cancel(_ index: Int) -> Bool {
        guard !jobs[index].state.isFinal else { return false }
        // As on real printers, a document that is arriving goes on arriving.
        if jobs[index].request != nil {
            jobs[index].isCancelRequested = true
        } else {
            jobs[index].state = .canceled
            finish(index)
        }
        return true
    }

    mutating func processIncompleteJobs() {
        for index in jobs.indices where jobs[index].isIncoming {
            guard !jobs[index].document.isEmpty else {
                jobs[index].state = .aborted
                jobs[index].request = nil
                continue
            }
            print(index)
        }
    }

    mutating func restart() {
        for index in jobs.indices where !jobs[index].state.isFinal {
            jobs[index].state = .aborted
            finish(index)
        }
        jobs = []
        lastJob = 0
        start = .now
    }

    mutating func forgetEndedJobs() { jobs.removeAll { $0.state.isFinal } }

    mutating func addForeignJob() {
        lastJob += 1
        var job = Job(id: lastJob, uuid: nil, name: "another", user: "another")
        job.state = .completed
        jobs.append(job)
    }
}
