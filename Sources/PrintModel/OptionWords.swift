/// How the options of a ticket are called on the command line.
enum OptionWords {
    private static let flags = [
        "pages": "--pages", "pageSet": "--page-set", "reverse": "--reverse",
        "copies": "--copies", "collate": "--collate", "sides": "--sides", "media": "--media",
        "source": "--source", "color": "--color", "quality": "--quality",
        "orientation": "--orientation", "numberUp": "--number-up", "scaling": "--scaling",
        "finishings": "--finishing", "outputBin": "--output-bin", "priority": "--priority",
        "holdUntil": "--hold-until", "pin": "--pin", "numberUpLayout": "--number-up-layout",
        "percent": "--scaling", "ppi": "--ppi", "position": "--position", "mirror": "--mirror",
        "border": "--border",
    ]

    /// The flag of an option by its name in a ticket's JSON; other attributes are given with `-o`.
    static func flag(_ option: String) -> String {
        flags[option] ?? "-o \(option)"
    }
}
