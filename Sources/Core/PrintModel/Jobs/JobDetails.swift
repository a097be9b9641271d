/// The details of one job; in JSON the job's own keys, with `story` beside them.
public struct JobDetails: Codable, Sendable, Equatable {
    /// The job.
    public var job: PrintJob
    /// The history of the job, oldest entry first.
    public var story: [StoryEntry]

    private enum CodingKeys: String, CodingKey {
        case story
    }

    /// Combines a job and its history.
    public init(job: PrintJob, story: [StoryEntry]) {
        self.job = job
        self.story = story
    }

    /// Decodes both from one object.
    public init(from decoder: any Decoder) throws {
        job = try PrintJob(from: decoder)
        story = try decoder.container(keyedBy: CodingKeys.self)
            .decode([StoryEntry].self, forKey: .story)
    }

    /// Encodes both into one object.
    public func encode(to encoder: any Encoder) throws {
        try job.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(story, forKey: .story)
    }

    /// The same details in another language.
    public func inWords(of language: Language) -> JobDetails {
        var copy = self
        copy.job = job.inWords(of: language)
        for index in copy.story.indices {
            copy.story[index].reasons = copy.story[index].reasons.map { $0.inWords(of: language) }
        }
        return copy
    }
}
