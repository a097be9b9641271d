/// What a ticket can say for a printer, and for a document on it.
///
/// What cannot be done is not listed, and an option with one value is not offered.
public struct PrinterOptions: Codable, Sendable, Equatable {
    /// One option of the ticket.
    public struct Option: Codable, Sendable, Equatable {
        /// Its name in a ticket's JSON.
        public var name: String
        /// How it is given on the command line.
        public var flag: String
        /// The values that it can have; for a number its range, as `1-999`.
        public var values: [String]
        /// The value where a ticket names none.
        public var defaultValue: String?
        /// The values that are there now, where that differs: the media that are loaded.
        public var ready: [String]?

        private enum CodingKeys: String, CodingKey {
            case name, flag, values, ready
            case defaultValue = "default"
        }
    }

    /// The printer.
    public var printer: PrinterID
    /// The document, if one was asked about.
    public var document: DocumentFacts?
    /// What can be chosen.
    public var options: [Option]

    /// Lists what can be chosen.
    public init(printer: Printer, document: DocumentFacts? = nil) {
        self.printer = printer.id
        self.document = document
        guard let able = printer.capabilities else {
            options = []
            return
        }
        var found: [Option] = []
        func offer(
            _ name: String,
            _ flag: String,
            _ values: [String],
            default value: String?,
            ready: [String]? = nil
        ) {
            guard values.count > 1 else { return }
            found.append(
                Option(name: name, flag: flag, values: values, defaultValue: value, ready: ready)
            )
        }
        if document == nil || document?.isImposable == true, document?.pages != 1 {
            let values = document?.pages.map { ["1-\($0)"] } ?? ["1-"]
            found.append(
                Option(
                    name: "pages",
                    flag: "--pages",
                    values: values,
                    defaultValue: values.first,
                    ready: nil
                )
            )
        }
        if able.copies.max > able.copies.min {
            found.append(
                Option(
                    name: "copies",
                    flag: "--copies",
                    values: ["\(able.copies.min)-\(able.copies.max)"],
                    defaultValue: "1",
                    ready: nil
                )
            )
            offer(
                "collate",
                "--collate",
                able.collates ? ["true", "false"] : [],
                default: "true"
            )
        }
        offer("sides", "--sides", able.sides.map(\.rawValue), default: able.sidesDefault?.rawValue)
        offer(
            "media",
            "--media",
            able.media.map(\.rawValue),
            default: able.mediaDefault?.rawValue,
            ready: able.mediaReady.map(\.rawValue)
        )
        offer(
            "color",
            "--color",
            able.colorModes.map(\.rawValue),
            default: able.colorModeDefault?.rawValue
        )
        offer(
            "quality",
            "--quality",
            able.qualities.map(\.rawValue),
            default: able.qualityDefault?.rawValue
        )
        options = found
    }
}
