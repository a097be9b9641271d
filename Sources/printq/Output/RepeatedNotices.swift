import PrintModel

/// The notices of several documents, of which equal ones are said once, with their number.
struct RepeatedNotices {
    private struct Entry {
        let notice: Obstacle
        /// The name of the first job that has it.
        let name: String
        var count = 1
    }

    /// What differs between notices that say the same: which pages of which document.
    private static let places: Set<String> = ["document", "page", "pages"]

    private var entries: [Entry] = []

    /// Adds the notices of a job.
    mutating func add(_ notices: [Obstacle], of name: String) {
        for notice in notices {
            if let known = entries.firstIndex(where: { Self.saySame($0.notice, notice) }) {
                entries[known].count += 1
            } else {
                entries.append(Entry(notice: notice, name: name))
            }
        }
    }

    /// A line for each notice, in the order in which they came first, with the name of the job it is of.
    func lines(_ phrases: Phrases) -> [(name: String, text: String)] {
        entries.map { entry in
            let text = "\(entry.notice.message) \(entry.notice.remedy)"
            let more = entry.count > 1 ? " " + phrases.sameOfOthers(entry.count - 1) : ""
            return (entry.name, text + more)
        }
    }

    private static func saySame(_ one: Obstacle, _ other: Obstacle) -> Bool {
        func rest(_ notice: Obstacle) -> [String: String] {
            notice.parameters.filter { !places.contains($0.key) }
        }
        return one.code == other.code && one.option == other.option && rest(one) == rest(other)
    }
}

extension Terminal {
    /// Reports notices, each with the name of its job.
    static func say(_ notices: RepeatedNotices, _ phrases: Phrases) {
        for line in notices.lines(phrases) { say("printq: \(line.name): \(line.text)") }
    }

    /// Reports the notices of a queued job.
    static func say(noticesOf job: QueuedJob, _ phrases: Phrases) {
        var notices = RepeatedNotices()
        notices.add(job.notices ?? [], of: job.name)
        say(notices, phrases)
    }
}

extension Phrases {
    fileprivate func sameOfOthers(_ number: Int) -> String {
        say(
            "The same goes for \(count(number, "other file", "other files")).",
            "另有 \(number) 个文件也是如此。"
        )
    }
}
