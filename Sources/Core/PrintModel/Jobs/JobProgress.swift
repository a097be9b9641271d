/// The progress of a job.
public struct JobProgress: Codable, Sendable, Equatable {
    /// The number of printed sides, over all copies.
    public var impressions: Int
    /// The number of delivered sheets.
    public var sheets: Int

    /// Creates a progress; zero by default.
    public init(impressions: Int = 0, sheets: Int = 0) {
        self.impressions = impressions
        self.sheets = sheets
    }
}
