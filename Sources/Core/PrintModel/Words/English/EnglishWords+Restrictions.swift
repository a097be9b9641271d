/// What the administrator of a queue does not allow.
extension EnglishWords {
    var userNotAllowed: Words.Sentences {
        let limits = [
            parameters["sheets"].map { $0 == "1" ? "1 sheet" : "\($0) sheets" },
            parameters["kilobytes"].map { "\($0) KiB" },
        ].compactMap(\.self)
        guard !limits.isEmpty else {
            return (
                "You are not allowed to print on \(printer)\(detail).",
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
        let units = [
            (604_800, "a week", "weeks"), (86_400, "a day", "days"), (3600, "an hour", "hours"),
            (60, "a minute", "minutes"),
        ]
        for (unit, one, several) in units where seconds >= unit && seconds % unit == 0 {
            return seconds == unit ? one : "\(seconds / unit) \(several)"
        }
        return "\(seconds) s"
    }
}
