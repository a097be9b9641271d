/// What the administrator of a queue does not allow.
extension EnglishWords {
    var userNotAllowed: Words.Sentences {
        let limits = [
            parameters["sheets"].map { $0 == "1" ? "1 sheet" : "\($0) sheets" },
            parameters["kilobytes"].map { "\($0) KiB" },
        ].compactMap(\.self)
        guard !limits.isEmpty else {
            return (
                "You are not allowed to print on \(printer).",
                "Use another printer, or ask the administrator."
            )
        }
        return (
            "You have printed on \(printer) what the administrator allows: \(limits.joined(separator: " or ")) in \(time).",
            "Print later, use another printer, or ask the administrator."
        )
    }

    /// A period in the largest unit that it has whole.
    private var time: String {
        let seconds = parameters["seconds"].flatMap { Int($0) } ?? 0
        for (unit, name) in [(604_800, "week"), (86_400, "day"), (3600, "hour"), (60, "minute")]
        where seconds >= unit && seconds % unit == 0 {
            return seconds == unit
                ? "a \(name)".replacing("a hour", with: "an hour") : "\(seconds / unit) \(name)s"
        }
        return "\(seconds) s"
    }
}
