extension Admission {
    /// Finds every option of a ticket that the printer or the document does not allow.
    func optionObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        sheetObstacles(ticket, able) + mediaObstacles(ticket, document, able)
            + finishingObstacles(ticket, able) + placingObstacles(ticket, document, able)
            + imposingObstacles(ticket, able)
    }

    /// The obstacle of one option; `nil` if the printer supports it.
    func refusal(
        _ option: String,
        _ value: String,
        as code: Obstacle.Code = .optionUnsupported,
        supported: [String] = [],
        more: [String: String] = [:],
        unless able: (PrinterCapabilities) -> Bool
    ) -> [Obstacle] {
        guard printer.capabilities.map(able) != true else { return [] }
        var parameters = more
        parameters["value"] = value
        parameters["printer"] = printer.id.rawValue
        parameters["option"] = option
        if !supported.isEmpty { parameters["supported"] = list(supported) }
        parameters["alternatives"] = alternatives(able)
        if printer.capabilities?.droppedByQueue[option]?.takes(value) == true {
            parameters["direct"] = "true"
        }
        return [Obstacle(code, option: option, parameters)]
    }

    private func sheetObstacles(
        _ ticket: PrintTicket,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        var found: [Obstacle] = []
        if let copies = ticket.copies {
            let range = ["min": "\(able.copies.min)", "max": "\(able.copies.max)"]
            found += refusal("copies", "\(copies)", as: .copiesUnsupported, more: range) {
                $0.copies.min <= copies && copies <= $0.copies.max
            }
        }
        if let collate = ticket.collate, ticket.copies ?? 1 > 1 {
            found += refusal("collate", "\(collate)") { collate ? $0.collates : $0.uncollates }
        }
        if let sides = ticket.sides {
            found += refusal("sides", sides.rawValue, as: .sidesUnsupported) {
                $0.sides.contains(sides)
            }
        }
        if let color = ticket.color {
            found += refusal("color", color.rawValue, as: .colorUnsupported) { $0.prints(color) }
        }
        if let quality = ticket.quality {
            let known = able.qualities.map(\.rawValue)
            found += refusal("quality", quality.rawValue, supported: known) {
                $0.qualities.contains(quality)
            }
        }
        return found
    }

    private func mediaObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        var found: [Obstacle] = []
        if let media = ticket.media {
            let known = able.media.filter { !$0.isLimit }.map(\.rawValue)
            found += refusal(
                "media",
                media.rawValue,
                as: .mediaUnsupported,
                supported: known,
                more: able.customRange
            ) { $0.takes(media) }
        }
        if ticket.borderless == true {
            let media = mediaChoices(ticket, nil, document, able).last ?? nil
            found += refusal(
                "borderless",
                "true",
                supported: able.borderless.map(\.rawValue),
                more: media.map { ["media": $0.rawValue] } ?? [:]
            ) { other in media.map(other.printsToEdges) ?? false }
        }
        if let source = able.named(source: ticket.source) {
            found += refusal("source", source, supported: able.sources) {
                $0.sources.contains(source)
            }
        }
        return found
    }

    private func finishingObstacles(
        _ ticket: PrintTicket,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        var found: [Obstacle] = []
        for finishing in ticket.finishings ?? [] where finishing != Finishings.none {
            found += refusal("finishings", finishing, supported: able.finishings) {
                $0.finishings.contains(finishing)
            }
        }
        if let bin = able.named(outputBin: ticket.outputBin) {
            found += refusal("outputBin", bin, supported: able.outputBins) {
                $0.outputBins.contains(bin)
            }
        }
        for (name, value) in able.named(ticket.attributes).sorted(by: { $0.key < $1.key }) {
            let known =
                able.attributes[name]?.described ?? able.attributes.keys.sorted()
            found += refusal(name, value, supported: known, more: attributeFacts(name, able)) {
                $0.attributes[name]?.takes(value) == true
            }
        }
        return found
    }

    private func attributeFacts(_ name: String, _ able: PrinterCapabilities) -> [String: String] {
        able.attributes[name] == nil ? ["unknown": "true"] : [:]
    }

    /// The service itself arranges pages, for every printer; some options need a kind of document.
    private func placingObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        var found: [Obstacle] = []
        if let numberUp = ticket.numberUp, !PrintTicket.numbersUp.contains(numberUp) {
            found += refusal(
                "numberUp",
                "\(numberUp)",
                supported: PrintTicket.numbersUp.map { "\($0)" }
            ) { _ in false }
        }
        guard document.problem == nil else { return found }
        if let ppi = ticket.ppi, document.isImposable, !document.isPicture {
            found.append(inapplicable("ppi", "\(ppi)", to: document, because: "picturesOnly"))
        }
        for option in LayoutOption.all where !option.applies(to: document) {
            guard let value = option.value(ticket), value != option.usual else { continue }
            let reason =
                option.isOfWorkbooks
                ? "workbooksOnly"
                : option.layouts == [.lines]
                    ? "linesOnly" : option.layouts == [.parts] ? "partsOnly" : "laidOutOnly"
            found.append(inapplicable(option.name, value, to: document, because: reason))
        }
        return found + marginObstacles(ticket, document, able)
            + labelObstacles(ticket, document, able)
    }

    /// Whether the margins of the ticket leave no room on the paper.
    func leavesNoRoom(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> Bool {
        marginObstacles(ticket, document, able).contains { $0.parameters["noRoom"] != nil }
    }

    /// The obstacles of margins that the printer cannot print in, or that leave no room.
    private func marginObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        guard let margins = ticket.margins, document.layout != nil else { return [] }
        let setup = pageSetup(of: document, filled: ticket, able)
        let size = setup.sheet.size
        let least =
            setup.orientation == .landscape ? setup.sheet.margins.even : setup.sheet.margins
        let room = min(size.width, size.length) - PageSetup.leastRoom
        var parameters = [
            "option": "margins", "value": margins.typed, "printer": printer.id.rawValue,
        ]
        if margins.left.adding(clamping: margins.right) > room
            || margins.top.adding(clamping: margins.bottom) > room
        {
            parameters["noRoom"] = "true"
        } else if !margins.contains(least) {
            parameters["least"] = least.typed
        } else {
            return []
        }
        return [Obstacle(.optionUnsupported, option: "margins", parameters)]
    }

    /// The obstacle that an option does not apply to a document.
    private func inapplicable(
        _ option: String,
        _ value: String,
        to document: DocumentFacts,
        because reason: String
    ) -> Obstacle {
        Obstacle(
            .optionUnsupported,
            option: option,
            [
                "option": option, "value": value, "document": document.name, reason: "true",
            ].merging(document.kindParameters) { $1 }
        )
    }

    /// The obstacles of a plan that the printer rejects although its lists of supported values
    /// allow it.
    ///
    /// Only the options of the user can be obstacles; a printer may ignore the others.
    ///
    /// - Parameters:
    ///   - names: The IPP names of the attributes that the printer rejects.
    ///   - ticket: What the user asked for.
    /// - Returns: An obstacle for each.
    public func obstacles(refusing names: [String], of ticket: PrintTicket) -> [Obstacle] {
        var found: [Obstacle] = []
        for name in names {
            let asked: (option: String, value: String?, code: Obstacle.Code) =
                switch name {
                case "copies": ("copies", ticket.copies.map { "\($0)" }, .copiesUnsupported)
                case "sides": ("sides", ticket.sides?.rawValue, .sidesUnsupported)
                case "media": ("media", ticket.media?.rawValue, .mediaUnsupported)
                case "media-col":
                    columnOption(of: ticket)
                case "print-color-mode",
                    PrinterCapabilities.outputMode where ticket.color != nil:
                    ("color", ticket.color?.rawValue, .colorUnsupported)
                case "print-quality": ("quality", ticket.quality?.rawValue, .optionUnsupported)
                case "finishings", "finishings-col":
                    (
                        "finishings", ticket.finishings?.joined(separator: ", "),
                        .optionUnsupported
                    )
                case "output-bin": ("outputBin", ticket.outputBin, .optionUnsupported)
                case "multiple-document-handling":
                    ("collate", ticket.collate.map { "\($0)" }, .optionUnsupported)
                default: (name, ticket.attributes?[name], .optionUnsupported)
                }
            guard let value = asked.value else { continue }
            var parameters = [
                "printer": printer.id.rawValue, "option": asked.option, "value": value,
            ]
            if asked.code == .copiesUnsupported, let range = printer.capabilities?.copies {
                parameters["min"] = "\(range.min)"
                parameters["max"] =
                    "\(min(range.max, (ticket.copies ?? 1).subtracting(clamping: 1)))"
            }
            found.append(Obstacle(asked.code, option: asked.option, parameters))
        }
        return found
    }

    /// The option that a refused `media-col` is blamed on.
    private func columnOption(
        of ticket: PrintTicket
    ) -> (option: String, value: String?, code: Obstacle.Code) {
        if let source = ticket.source { return ("source", source, .optionUnsupported) }
        if let type = ticket.attributes?[PrinterCapabilities.mediaType] {
            return (PrinterCapabilities.mediaType, type, .optionUnsupported)
        }
        if ticket.borderless == true { return ("borderless", "true", .optionUnsupported) }
        return ("media", ticket.media?.rawValue, .mediaUnsupported)
    }
}

extension PrinterCapabilities {
    /// The default value of `sides`.
    var usualSides: Sides {
        sidesDefault ?? (sides.contains(.oneSided) ? .oneSided : sides.first) ?? .oneSided
    }

    /// Whether the printer prints in this color mode.
    func prints(_ mode: ColorMode) -> Bool {
        switch mode {
        case .auto: true
        case .color: color
        case .monochrome: !color || isListed(mode) || raster?.hasGray == true
        default: isListed(mode)
        }
    }

    /// Whether the printer lists this color mode, by whichever attribute.
    private func isListed(_ mode: ColorMode) -> Bool {
        colorModes.contains(mode) || outputMode(for: mode) != nil
    }

    /// The value of `output-mode` for a color mode; `nil` where `print-color-mode` has it, or neither does.
    func outputMode(for mode: ColorMode?) -> String? {
        guard let mode, colorModes.isEmpty,
            attributes[Self.outputMode]?.takes(mode.rawValue) == true
        else { return nil }
        return mode.rawValue
    }

    /// The color modes that a user can choose: those that the printer lists, and monochrome where the service makes the
    /// pixels.
    var colorChoices: [ColorMode] {
        let listed =
            colorModes.isEmpty
            ? (attributes[Self.outputMode]?.values ?? []).map(ColorMode.init(rawValue:))
            : colorModes
        guard color, raster?.hasGray == true, !listed.contains(.monochrome) else { return listed }
        return (listed.isEmpty ? [.auto] : listed) + [.monochrome]
    }

    /// Whether the printer supports a medium: one that it lists, or a size within its custom range.
    func takes(_ name: MediaName) -> Bool { medium(name) != nil }

    /// The medium that a name means: one that the printer lists, or a size within its custom range.
    ///
    /// A size that misses either limit by less than the tolerance of cut paper counts as that
    /// limit.
    func medium(_ name: MediaName) -> MediaName? {
        if let found = name.found(in: media) { return found }
        guard name.isCustom, let size = name.size else { return nil }
        let cut = (rolls ?? []).map { (least: $0.least, most: $0.most) }
        return (cut + [customSizes].compactMap { $0 }).lazy.compactMap {
            Self.fitted(name, size, least: $0.least, most: $0.most)
        }.first
    }

    /// The size, where it is within two limits.
    private static func fitted(
        _ name: MediaName,
        _ size: MediaSize,
        least: MediaSize,
        most: MediaSize
    ) -> MediaName? {
        func fitted(_ length: Int, _ least: Int, _ most: Int) -> Int? {
            let nearest = min(max(length, least), max(least, most))
            return abs(nearest - length) <= MediaName.tolerance ? nearest : nil
        }
        guard let width = fitted(size.width, least.width, most.width),
            let length = fitted(size.length, least.length, most.length)
        else { return nil }
        let set = MediaSize(width: width, length: length)
        return set == size ? name : MediaName(custom: set)
    }

    /// Whether the printer prints to the edges of a medium.
    func printsToEdges(of media: MediaName) -> Bool { media.found(in: borderless) != nil }

    /// The smallest and the largest custom size (PWG 5101.1, 5.3).
    private var customSizes: (least: MediaSize, most: MediaSize)? {
        func size(_ prefix: String) -> MediaSize? {
            media.first { $0.rawValue.hasPrefix(prefix) }?.size
        }
        guard let least = size("custom_min_") ?? size("roll_min_"),
            let most = size("custom_max_") ?? size("roll_max_")
        else { return nil }
        return (least, most)
    }

    /// Whether a size can be cut of a loaded roll.
    func isCut(_ media: MediaName) -> Bool {
        rolls?.contains { roll in media.size.map(roll.cuts) == true } == true
    }

    /// The smallest and the largest size of one's own: `25x25mm-102x508mm`; `nil` where there are none.
    var sizeRange: String? {
        let cut = rolls?.first.map { (least: $0.least, most: $0.most) }
        guard let (least, most) = customSizes ?? cut else { return nil }
        return [least, most].map { MediaName(custom: $0).displayName }.joined(separator: "-")
    }

    /// The range of custom sizes for a message, in whole millimeters: `25x25` to `102x508`.
    fileprivate var customRange: [String: String] {
        guard let (least, most) = customSizes else { return [:] }
        func text(_ size: MediaSize) -> String {
            "\((size.width + 50) / 100)x\((size.length + 50) / 100)"
        }
        return ["least": text(least), "most": text(most)]
    }

    // MARK: The printer's own choice

    /// The keyword that leaves a choice to the printer and overrides a saved option.
    static let ownChoice = "default"

    /// The named tray; `nil` for `default` and, where the printer has no such tray, for `auto`.
    func named(source: String?) -> String? {
        guard let source, !sources.contains(source) else { return source }
        return [Self.ownChoice, "auto"].contains(source) ? nil : source
    }

    /// The named output bin; `nil` for `default`.
    func named(outputBin: String?) -> String? {
        guard let outputBin, !outputBins.contains(outputBin) else { return outputBin }
        return outputBin == Self.ownChoice ? nil : outputBin
    }

    /// The attributes without those that request nothing: `default`, and `job-sheets` of `none`.
    func named(_ attributes: [String: String]?) -> [String: String] {
        (attributes ?? [:]).filter { name, value in
            if self.attributes[name]?.takes(value) == true { return true }
            let isBannerless = name == "job-sheets" && ["none", "none,none"].contains(value)
            return value != Self.ownChoice && !isBannerless
        }
    }

    /// The size of a medium, and the margins that this printer leaves on it.
    func sheet(of name: MediaName) -> SheetSize? {
        guard let size = name.size else { return nil }
        return SheetSize(size: size, margins: mediaMargins[name.rawValue] ?? marginsDefault)
    }
}

extension AttributeValues {
    /// Whether any words are taken.
    var isOpen: Bool { (syntax == .text || syntax == .name) && values.isEmpty }

    /// The values in words.
    var described: [String] {
        guard let min, let max else { return values }
        return ["\(min)-\(max)"] + values
    }
}
