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
        // The service takes the colors away itself.
        case .monochrome: true
        default: isListed(mode)
        }
    }

    /// Whether the printer lists this color mode, by whichever attribute.
    func isListed(_ mode: ColorMode) -> Bool {
        colorModes.contains(mode) || outputMode(for: mode) != nil
    }

    /// The value of `output-mode` for a color mode; `nil` where `print-color-mode` has it, or neither does.
    func outputMode(for mode: ColorMode?) -> String? {
        guard let mode, colorModes.isEmpty,
            attributes[Self.outputMode]?.takes(mode.rawValue) == true
        else { return nil }
        return mode.rawValue
    }

    /// The color modes that a user can choose: those that the printer lists, and monochrome, which the service makes where it
    /// does not.
    var colorChoices: [ColorMode] {
        let listed =
            colorModes.isEmpty
            ? (attributes[Self.outputMode]?.values ?? []).map(ColorMode.init(rawValue:))
            : colorModes
        guard color, !listed.contains(.monochrome) else { return listed }
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
    var customRange: [String: String] {
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

    /// Whether sheets in their usual order come out as a stack with the last page on top.
    ///
    /// A `page-delivery` (PWG 5100.3) is an order in which the printer itself stacks them.
    func stacksBackwards(_ ticket: PrintTicket) -> Bool {
        guard let reversedBins, named(ticket.attributes)["page-delivery"] == nil else {
            return false
        }
        let bin = named(outputBin: ticket.outputBin) ?? outputBinDefault ?? outputBins.first
        return bin.map(reversedBins.contains) ?? false
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
