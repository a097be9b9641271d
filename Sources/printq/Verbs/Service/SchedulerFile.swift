/// The configuration of a scheduler, `cupsd.conf`, as far as it matters to the truth about jobs.
struct SchedulerFile {
    /// Whether the scheduler keeps jobs that have ended: `PreserveJobHistory`, which is on by default.
    private(set) var keepsHistory = true

    /// Reads the text of the file.
    ///
    /// The last of several lines counts, as for the scheduler.
    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count > 1, words[0].lowercased() == "preservejobhistory" else { continue }
            // A number is the time in seconds.
            keepsHistory = !["no", "off", "false", "0"].contains(words[1].lowercased())
        }
    }
}
