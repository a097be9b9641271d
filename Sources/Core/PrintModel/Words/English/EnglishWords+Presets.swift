import CommandNames

/// The sentences of problems with presets in English.
extension EnglishWords {
    private var preset: String { "'\(value("preset"))'" }

    func presetProblem(_ cause: Problem.Cause) -> String {
        switch cause {
        case .presetNotFound where parameters["presets"]?.isEmpty == false:
            "There is no preset \(preset). There \(presetNames)."
        case .presetNotFound:
            "There is no preset \(preset). Save it with '\(Command.savePreset) NAME' and its options."
        case .presetName:
            "\(preset) cannot be the name of a preset: use 1 to \(PrintPreset.nameLimit) characters without slashes and control characters."
        case .presetEmpty: "The preset has no options. Name at least one, such as --sides."
        case .presetWithTime:
            "A preset keeps no time, which belongs to one job. Give the time when you print."
        case .presetWithSecret:
            "A preset keeps no PIN and no password, such as '\(value("option"))'. Enter it when you print."
        case .presetTooLarge: "The options are too long for a preset. Use at most 8 KiB."
        case .presetsFull:
            "There are \(value("limit")) presets, which is the most. Remove one with '\(Command.removePreset) NAME', or replace one."
        case .presetUnusable:
            "The preset \(preset) has options that this version does not know, or values that it cannot read: \(value("options")). Nothing was printed. Use a newer version, or save the preset again."
        default: "The presets could not be saved\(detail). Nothing was changed."
        }
    }

    /// What to do about an option that is not possible.
    func leaveOut(_ option: String) -> String {
        parameters["preset"] == nil
            ? "Leave \(option) out." : "Leave --preset out, or save the preset without \(option)."
    }

    private var presetNames: String {
        let names = Words.names(of: parameters["presets"])
        return (names.count == 1 ? "is " : "are ")
            + Words.list(of: names.map { $0 == "…" ? "others" : "'\($0)'" })
    }
}
