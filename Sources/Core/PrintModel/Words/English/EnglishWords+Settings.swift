/// The sentences about errors in `settings.json`, and about what the service lacks.
extension EnglishWords {
    static let withoutAvahi = """
        Printers that announce themselves are not found: avahi-daemon is not running. \
        Install or start avahi-daemon, or add printers by address with printq printers add.
        """

    static func settings(_ problem: SettingsProblem) -> String {
        let words =
            switch problem.cause {
            case .unreadable(_, let why): "cannot be read: \(why)"
            case .notAFile: "cannot be read: it is not a file"
            case .tooLarge: "is larger than 1 MiB"
            case .malformed: "is not valid JSON"
            case .notAnObject: "is not a JSON object"
            case .value(let key, .text): "sets '\(key)' to something other than a string"
            case .value(let key, .texts):
                "sets '\(key)' to something other than an array of strings"
            case .value(let key, .count):
                "sets '\(key)' to something other than a whole number of 0 or more"
            case .value(let key, .flag): "sets '\(key)' to something other than true or false"
            case .unknown(let key, let meant):
                "sets '\(key)', which is no setting"
                    + (meant.map { " (the nearest one is '\($0)')" } ?? "")
            case .value(let key, .preset): "sets '\(key)' to something other than a preset"
            case .value(let key, .notifications):
                "sets '\(key)' to something other than \"all\", \"failures\", or \"off\""
            }
        return "The settings file \(problem.path) \(words)."
    }
}
