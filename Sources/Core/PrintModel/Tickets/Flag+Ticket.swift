package import CommandNames

extension Flag {
    /// The options by their names in a ticket's JSON.
    package static let ofTicket = [
        "pages": pages, "copies": copies, "collate": "--collate", "sides": sides, "media": media,
        "borderless": "--borderless", "source": "--source", "color": color, "quality": "--quality",
        "percent": scaling,
        "ppi": "--ppi", "printer-resolution": "--resolution",
        "signature": "--signature", "finishings": "--finishing",
        "outputBin": "--output-bin",
        "priority": "--priority", "holdUntil": "--hold-until", "pin": pin,
    ].merging(LayoutOption.all.map { ($0.name, hyphenated($0.name)) }) { $1 }

    /// The option for a name in a ticket's JSON; `-o NAME` for any other attribute.
    package static func ofTicket(_ name: String) -> String {
        ofTicket[name] ?? "\(attribute) \(name)"
    }

    /// `--number-up` for `numberUp`.
    private static func hyphenated(_ name: String) -> String {
        name.reduce(into: "--") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
    }
}

extension PrintTicket {
    /// The yes-or-no options on the command line, such as `--mirror`.
    package static let flags =
        [Flag.ofTicket("collate"), Flag.ofTicket("borderless")]
        + LayoutOption.all.filter(\.isFlag).map { Flag.ofTicket($0.name) }
}
