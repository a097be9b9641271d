/// The options of `printq` that messages name, as the user types them.
package enum Flag {
    /// The printer.
    package static let printer = "-d"
    /// The list of pages.
    package static let pages = "--pages"
    /// Odd or even pages.
    package static let pageSet = "--page-set"
    /// The number of copies.
    package static let copies = "--copies"
    /// The sides.
    package static let sides = "--sides"
    /// The paper.
    package static let media = "--media"
    /// The color mode.
    package static let color = "--color"
    /// The scaling of pages.
    package static let scaling = "--scaling"
    /// A PIN.
    package static let pin = "--pin"
    /// The password of a document.
    package static let password = "--password"
    /// Any attribute of the printer.
    package static let attribute = "-o"

    /// The options by their names in a ticket's JSON.
    package static let ofTicket = [
        "pages": pages, "pageSet": pageSet, "reverse": "--reverse", "copies": copies,
        "collate": "--collate", "sides": sides, "media": media, "source": "--source",
        "color": color, "quality": "--quality", "orientation": "--orientation",
        "numberUp": "--number-up", "scaling": scaling, "finishings": "--finishing",
        "outputBin": "--output-bin", "priority": "--priority", "holdUntil": "--hold-until",
        "pin": pin, "numberUpLayout": "--number-up-layout", "percent": scaling, "ppi": "--ppi",
        "position": "--position", "mirror": "--mirror", "border": "--border",
    ]

    /// The option for a name in a ticket's JSON; `-o NAME` for any other attribute.
    package static func ofTicket(_ name: String) -> String {
        ofTicket[name] ?? "\(attribute) \(name)"
    }
}
