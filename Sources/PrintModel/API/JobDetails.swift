public import FoundationEssentials

/// One entry in the story of a job: what it became, and when.
public struct StoryEntry: Codable, Sendable, Equatable {
    /// When.
    public var at: Date
    /// What the job became.
    public var state: JobState
    /// Where it was to be printed then.
    public var printer: PrinterID
    /// Why.
    public var reasons: [Reason]
    /// How far it was.
    public var progress: JobProgress

    /// Makes an entry.
    public init(
        at date: Date,
        state: JobState,
        printer: PrinterID,
        reasons: [Reason],
        progress: JobProgress
    ) {
        self.at = date
        self.state = state
        self.printer = printer
        self.reasons = reasons
        self.progress = progress
    }
}

/// Everything about one job: in JSON the job's own keys, and `story` beside them.
public struct JobDetails: Codable, Sendable, Equatable {
    /// The job.
    public var job: PrintJob
    /// Its dated story, oldest first.
    public var story: [StoryEntry]

    private enum CodingKeys: String, CodingKey {
        case story
    }

    /// Joins a job and its story.
    public init(job: PrintJob, story: [StoryEntry]) {
        self.job = job
        self.story = story
    }

    /// Reads both from one object.
    public init(from decoder: any Decoder) throws {
        job = try PrintJob(from: decoder)
        story = try decoder.container(keyedBy: CodingKeys.self)
            .decode([StoryEntry].self, forKey: .story)
    }

    /// Writes both into one object.
    public func encode(to encoder: any Encoder) throws {
        try job.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(story, forKey: .story)
    }

    /// The same in the words of a language.
    public func inWords(of language: Language) -> JobDetails {
        var copy = self
        copy.job = job.inWords(of: language)
        for index in copy.story.indices {
            copy.story[index].reasons = copy.story[index].reasons.map { $0.inWords(of: language) }
        }
        return copy
    }
}
