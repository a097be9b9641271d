import CommandNames

/// The options of a printer, for any document or for a given one.
///
/// It omits unsupported options and options with a single value.
public struct PrinterOptions: Codable, Sendable, Equatable {
    /// One option of the ticket.
    public struct Option: Codable, Sendable, Equatable {
        /// The name in a ticket's JSON.
        public var name: String
        /// The option on the command line.
        public var flag: String
        /// The supported values; for a number its range, as `1-999`.
        public var values: [String]
        /// The default value.
        public var defaultValue: String?
        /// The values that are available now, if different: the media that are loaded.
        public var ready: [String]?
        /// The smallest and the largest size of one's own, besides ``values``: `25x25mm-102x508mm`.
        public var sizes: String?

        private enum CodingKeys: String, CodingKey {
            case name, flag, values, ready, sizes
            case defaultValue = "default"
        }
    }

    /// The printer.
    public var printer: PrinterID
    /// The document, if one was given.
    public var document: DocumentFacts?
    /// The available options.
    public var options: [Option]

    /// Lists the available options.
    ///
    /// - Parameters:
    ///   - printer: The printer.
    ///   - document: The document to print; without it, the list has the options of any document.
    ///   - habits: The user's saved options for the printer, as far as it supports them.
    public init(
        printer: Printer,
        document: DocumentFacts? = nil,
        habits: PrintTicket = PrintTicket()
    ) {
        self.printer = printer.id
        self.document = document
        guard let able = printer.capabilities else {
            options = []
            return
        }
        let facts = document ?? DocumentFacts(name: "", type: "application/pdf", kind: "", size: 0)
        let usual = Admission(printer: printer, habits: habits).filled(PrintTicket(), facts, able)
        var list = OptionList()
        var placing = usual
        // Saved options have no pages, but a preset may.
        placing.pages = habits.pages
        list.placing(placing, document, reversed: able.stacksBackwards(usual))
        if document?.isPicture == true { list.resolution(usual) }
        let plan = Admission(printer: printer, habits: habits).plan(
            of: facts,
            ticket: PrintTicket()
        )
        list.sheets(usual, able, on: plan.media)
        list.finishing(usual, able)
        list.delivery(usual, able)
        options = list.options
    }
}

/// A collector of options.
private struct OptionList {
    var options: [PrinterOptions.Option] = []

    /// Adds an option, unless there is nothing to choose.
    private mutating func offer(_ name: String, _ values: [String], default value: String?) {
        guard values.count > 1 else { return }
        add(name, values, default: value)
    }

    private mutating func add(
        _ name: String,
        _ values: [String],
        default value: String?,
        ready: [String]? = nil,
        sizes: String? = nil
    ) {
        options.append(
            .init(
                name: name,
                flag: Flag.ofTicket(name),
                values: values,
                defaultValue: value,
                ready: ready,
                sizes: sizes
            )
        )
    }

    /// Adds the media, and of a printer that takes sizes of one's own their range.
    private mutating func offerMedia(_ able: PrinterCapabilities, on media: MediaName?) {
        let listed = able.media.filter { !$0.isLimit }
        let own = [media].compactMap { $0 }.filter { !$0.isLimit && !listed.contains($0) }
        let sizes = able.sizeRange
        let values = (listed + own).map(\.rawValue)
        guard values.count > 1 || sizes != nil else { return }
        // What is cut of a roll is loaded.
        let loaded = able.mediaReady.filter { !$0.isLimit } + own.filter(able.isCut)
        add(
            "media",
            values,
            default: media?.rawValue,
            ready: loaded.map(\.rawValue),
            sizes: sizes
        )
    }

    /// Adds the page options that the service implements for every printer.
    mutating func placing(
        _ usual: PrintTicket,
        _ document: DocumentFacts?,
        reversed: Bool
    ) {
        let pages = document?.pages
        if pages != 1 {
            let values = [pages.map { "1-\($0)" } ?? "1-"]
            add("pages", values, default: usual.pages?.description ?? values[0])
        }
        for option in LayoutOption.all {
            // Of a single page there is nothing to choose or to turn around.
            if pages == 1,
                ["pageSet", "reverse", "booklet", "creep", "contactSheet"].contains(option.name)
            {
                continue
            }
            if let document, !option.applies(to: document) { continue }
            let own = option.name == "reverse" && reversed ? "true" : option.usual
            let percent = option.name == "scaling" ? usual.percent.map { "\($0)%" } : nil
            add(
                option.name,
                option.range.map { [$0] } ?? option.values,
                default: percent ?? option.value(usual) ?? own
            )
        }
        if pages != 1 {
            let usual = usual.signature.map { "\($0)" }
            add("signature", ["4", "8", "16", "32"], default: usual)
        }
    }

    /// Adds the options that apply to pictures only.
    mutating func resolution(_ usual: PrintTicket) {
        let range = PrintTicket.ppiRange
        let values = ["\(range.lowerBound)-\(range.upperBound)"]
        add("ppi", values, default: usual.ppi.map { "\($0)" })
    }

    mutating func sheets(
        _ usual: PrintTicket,
        _ able: PrinterCapabilities,
        on media: MediaName?
    ) {
        let copies = able.copyChoices
        add("copies", ["\(copies.min)-\(copies.max)"], default: "\(usual.copies ?? 1)")
        offer("collate", ["true", "false"], default: "\(usual.collate ?? true)")
        offer(
            "sides",
            able.sides.map(\.rawValue),
            default: (usual.sides ?? able.usualSides).rawValue
        )
        offerMedia(able, on: media)
        if able.borderless.contains(where: { able.sheet(of: $0)?.margins.areNone == false }) {
            offer("borderless", ["false", "true"], default: "\(usual.borderless ?? false)")
        }
        offer("source", able.sources, default: usual.source ?? able.sourceDefault)
        offer(
            "color",
            able.colorChoices.map(\.rawValue),
            default: (usual.color ?? able.colorModeDefault)?.rawValue
                ?? able.attributes[PrinterCapabilities.outputMode]?.defaultValue
        )
        offer(
            "quality",
            able.qualities.map(\.rawValue),
            default: (usual.quality ?? able.qualityDefault)?.rawValue
        )
    }

    mutating func finishing(_ usual: PrintTicket, _ able: PrinterCapabilities) {
        if !able.finishings.isEmpty {
            add(
                "finishings",
                [Finishings.none] + able.finishings,
                default: usual.finishings?.joined(separator: " ") ?? Finishings.none
            )
        }
        offer("outputBin", able.outputBins, default: usual.outputBin ?? able.outputBinDefault)
        for (name, attribute) in able.attributes.sorted(by: { $0.key < $1.key })
        where name != PrinterCapabilities.outputMode || !able.colorModes.isEmpty {
            let values = attribute.described
            let isOpen = attribute.min.map { $0 != attribute.max } ?? attribute.isOpen
            guard values.count > 1 || isOpen else { continue }
            add(name, values, default: usual.attributes?[name] ?? attribute.defaultValue)
        }
    }

    /// The values of `--hold-until`: the keywords of `job-hold-until` (RFC 8011, 5.2.2), and
    /// examples of times.
    private static let times = [
        "no-hold", "indefinite", "day-time", "evening", "night", "second-shift", "third-shift",
        "weekend", "22:00", "tomorrow", "+2h",
    ]

    /// Adds the options that the service and the printer implement in transit.
    mutating func delivery(_ usual: PrintTicket, _ able: PrinterCapabilities) {
        add("priority", ["1-100"], default: "\(usual.priority ?? 50)")
        add("holdUntil", Self.times, default: "no-hold")
        if let lengths = able.pinLengths {
            let (least, most) = (lengths.lowerBound, lengths.upperBound)
            add("pin", [least == most ? "\(least)" : "\(least)-\(most)"], default: nil)
        }
    }
}
