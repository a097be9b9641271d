internal import IPP
internal import PrintModel

/// Combines what is known of a printer into one value: its queue, its announcement, and the attributes
/// of the device.
///
/// Strings of a device are bounded and cleaned, and numbers are validated. No
/// attribute of a device can make this fail.
struct PrinterReading {
    /// The most values that are read of an attribute: 1000.
    private static let valueLimit = CapabilityReading.valueLimit
    /// The most reasons of a printer: 32.
    private static let reasonLimit = 32

    let row: Roster.Row
    /// The queue that jobs go through; `nil` if they go straight to the device.
    let queue: SchedulerQueue?
    /// The announcement; `nil` if there is none.
    let service: AnnouncedService?

    /// The URIs of the ways of the row.
    let ways: [String]
    private let memo: CapabilityMemo
    /// Whether the queue lets the user print.
    private let isAdmitted: Bool

    private var name: String { row.id.rawValue }

    /// Reads the printer of a row.
    ///
    /// - Parameters:
    ///   - listed: The row.
    ///   - memo: What was read of its capabilities before.
    ///   - user: Who prints; `nil` for anybody.
    init(_ listed: ListedRow, _ memo: CapabilityMemo, user: String?) {
        isAdmitted = user.flatMap { listed.queue?.restrictions.admits($0) } ?? true
        (row, queue, service, ways) = (listed.row, listed.queue, listed.service, listed.ways)
        self.memo = memo
    }

    // MARK: A device that speaks IPP

    /// Returns the printer, whose device speaks IPP.
    func printer(of answer: DeviceAnswer, uri: DeviceURI) -> Printer {
        switch answer {
        case .answered(let group):
            var printer = printer(with: group, at: uri)
            printer.uri = uri.description
            let device = IPPPrinterState(rawValue: group["printer-state"]?.integer ?? 0)
            printer.state = state(device: device)
            printer.accepting =
                isAccepting && group["printer-is-accepting-jobs"]?.boolean ?? true
            printer.reasons =
                (queueReasons + reasons(group["printer-state-reasons"]?.keywords ?? []))
                .withoutRepetition
            if device == .stopped, printer.reasons.isEmpty {
                printer.reasons = [Reason(.printerStopped, ["printer": name, "at": "device"])]
            }
            // One that tells no format at all is not known to take none.
            if queue == nil, let able = printer.capabilities, !able.formats.isEmpty,
                !able.takesPages
            {
                printer.state = .unusable
                printer.reasons.insert(reason(.printerUnusable, detail: "no-format"), at: 0)
            }
            return printer
        case .slow(let lastKnown?):
            var printer = printer(of: .answered(lastKnown), uri: uri)
            printer.reasons.append(reason(.printerSlow))
            return printer
        case .slow(nil):
            var printer = printer(with: nil, at: uri)
            printer.uri = uri.description
            printer.state = queue?.state == .stopped ? .stopped : .unreachable
            printer.reasons = queueReasons + [reason(.printerSlow)]
            return printer
        case .silent(let lastKnown):
            var printer = printer(with: lastKnown, at: uri)
            printer.uri = uri.description
            printer.state = queue?.state == .stopped ? .stopped : .unreachable
            printer.reasons = queueReasons + [reason(.printerUnreachable)]
            return printer
        case .unusable(let detail):
            var printer = printer(with: nil)
            printer.uri = uri.description
            printer.state = .unusable
            printer.reasons = queueReasons + [cause(ofFault: detail)]
            return printer
        }
    }

    // MARK: A device that only the scheduler can reach

    /// Returns the printer of a queue whose device does not speak IPP.
    func printer(ofSchedulerAttributes group: IPPAttributeGroup?) -> Printer {
        var printer = printer(with: group)
        printer.state = state(device: nil)
        printer.reasons = queueReasons
        // The reasons of a stopped queue are read with its state.
        if let queue, queue.state != .stopped {
            printer.reasons = (printer.reasons + reasons(queue.stateReasons)).withoutRepetition
        }
        return printer
    }

    /// Returns the printer of a queue while the scheduler cannot be reached, with the capabilities that it had.
    func printerWithoutScheduler() -> Printer {
        var printer = printer(with: nil)
        printer.capabilities = memo.last(of: row.id)
        printer.state = .unreachable
        printer.reasons = [reason(.schedulerUnreachable)]
        return printer
    }

    // MARK: Parts

    private func printer(with group: IPPAttributeGroup?, at uri: DeviceURI? = nil) -> Printer {
        var capabilities = group.map { group in
            memo.capabilities(of: row.id, group, queue) { self.capabilities(group) }
        }
        let isEncrypted =
            uri?.isEncrypted == true || queue != nil && ways.contains { $0.hasPrefix("ipps:") }
        // The scheduler drops finishings and PINs that its driver has no word for.
        capabilities?.limitPIN(isQueued: queue != nil, isEncrypted: isEncrypted)
        return Printer(
            id: row.id,
            name: queue?.info ?? row.name,
            state: .idle,
            accepting: isAccepting,
            location: queue?.location ?? group?["printer-location"]?.nonEmptyCleaned
                ?? service?.location,
            makeAndModel: group?["printer-make-and-model"]?.nonEmptyCleaned ?? queue?.makeAndModel
                ?? service?.makeAndModel,
            uuid: group?["printer-uuid"]?.nonEmptyCleaned ?? queue?.uuid
                ?? row.uuid.map { "urn:uuid:\($0)" },
            isDefault: queue?.isDefault ?? false,
            capabilities: capabilities,
            route: queue == nil ? .direct : .queue,
            ways: ways,
            aliases: row.aliases
        )
    }

    private func state(device: IPPPrinterState?) -> Printer.State {
        switch (queue?.state, device) {
        case (.stopped, _), (_, .stopped?): .stopped
        case (.processing, _), (_, .processing?): .printing
        default: .idle
        }
    }

    /// Whether the scheduler takes jobs of the user.
    private var isAccepting: Bool { isAdmitted && queue?.isAccepting ?? true }

    /// The reason why the scheduler itself holds jobs back.
    private var queueReasons: [Reason] {
        guard let queue else { return [] }
        var reasons: [Reason] = isAdmitted ? [] : [reason(.userNotAllowed)]
        if queue.state == .stopped {
            let isPaused = queue.stateReasons.contains { $0.hasPrefix("paused") }
            reasons.append(ofQueue(isPaused ? .paused : .printerStopped))
        }
        if !queue.isAccepting { reasons.append(ofQueue(.printerNotAccepting)) }
        return reasons
    }

    /// The scheduler's message if the administrator gave no reason.
    private static let usualMessages: Set<String> = ["paused", "rejecting jobs"]

    /// A reason with the message of the administrator or of the backend.
    private func ofQueue(_ code: Reason.Code) -> Reason {
        let message = queue?.stateMessage.flatMap { text in
            Self.usualMessages.contains(text.lowercased()) ? nil : text
        }
        var parameters = ["printer": name]
        parameters["detail"] = message
        if !Administration.isAllowed { parameters["administrator"] = "false" }
        return Reason(code, parameters)
    }

    private func cause(ofFault detail: String) -> Reason {
        switch detail {
        case DeviceProbe.identityChanged: return reason(.printerIdentityChanged)
        case DeviceProbe.authenticationRequired:
            return Reason(.authenticationNeeded, ["printer": name, "route": "direct"])
        case DeviceProbe.credentialsRefused:
            return Reason(
                .authenticationNeeded,
                ["printer": name, "route": "direct", "refused": "true"]
            )
        default: return reason(.printerUnusable, detail: detail)
        }
    }

    private func reason(_ code: Reason.Code, detail: String? = nil) -> Reason {
        var parameters = ["printer": name]
        parameters["detail"] = detail
        return Reason(code, parameters)
    }

    private func reason(_ code: String, detail: String) -> Reason {
        reason(Reason.Code(rawValue: code), detail: detail)
    }

    /// The reasons in `printer-state-reasons`, each with its severity as a parameter.
    func reasons(_ keywords: [String]) -> [Reason] {
        var reasons: [Reason] = []
        var seen: Set<String> = []
        for keyword in keywords.prefix(Self.valueLimit) where reasons.count < Self.reasonLimit {
            guard let keyword = CapabilityReading.validKeyword(keyword) else { continue }
            var code = keyword[...]
            var parameters = ["printer": name]
            for severity in ["error", "warning", "report"] where code.hasSuffix("-" + severity) {
                code = code.dropLast(severity.count + 1)
                parameters["severity"] = severity
                break
            }
            // Reasons that the scheduler sets for itself do not describe the printer.
            guard code != "none", !code.isEmpty, !code.hasPrefix("cups-"), !code.hasPrefix("com."),
                seen.insert(String(code)).inserted
            else { continue }
            reasons.append(Reason(Reason.Code(rawValue: String(code)), parameters))
        }
        // Many printers report a supply in general and by its kind.
        return reasons.filter { !$0.code.isCovered(by: seen) }
    }

    // MARK: Capabilities

    func capabilities(_ group: IPPAttributeGroup) -> PrinterCapabilities {
        let reading = CapabilityReading(group)
        let sides = keywords(group["sides-supported"]).map(Sides.init(rawValue:))
        let modes = keywords(group["print-color-mode-supported"]).map(ColorMode.init(rawValue:))
        let formats = CapabilityReading.mimeTypes(group["document-format-supported"]?.strings ?? [])
        let convertible = CapabilityReading.mimeTypes(queue?.documentFormats ?? [])
            .filter { !formats.contains($0) && !$0.hasPrefix("application/vnd.cups-") }
        var capabilities = PrinterCapabilities(
            color: group["color-supported"]?.boolean ?? modes.contains(.color),
            duplex: sides.contains(where: \.isTwoSided),
            copies: copies(group["copies-supported"]?.range),
            sides: sides.isEmpty ? [.oneSided] : sides,
            sidesDefault: keywords(group["sides-default"]).first.map(Sides.init(rawValue:)),
            media: keywords(group["media-supported"]).map(MediaName.init(rawValue:)),
            mediaReady: keywords(group["media-ready"]).map(MediaName.init(rawValue:)),
            mediaDefault: keywords(group["media-default"]).first.map(MediaName.init(rawValue:)),
            formats: formats,
            convertibleFormats: convertible,
            colorModes: modes,
            colorModeDefault: keywords(group["print-color-mode-default"]).first
                .map(ColorMode.init(rawValue:)),
            qualities: qualities(group["print-quality-supported"]),
            qualityDefault: qualities(group["print-quality-default"]).first,
            collates: reading.handles("separate-documents-collated-copies"),
            uncollates: reading.handles("separate-documents-uncollated-copies")
        )
        reading.complete(&capabilities)
        narrow(&capabilities)
        if queue == nil { capabilities.add(reading.raster) }
        return capabilities
    }

    /// The attributes without an option of their own that a queue with a driver passes on.
    private static let passedOn: Set<String> = ["job-account-id", "job-accounting-user-id"]

    /// Removes what the device supports but the scheduler would drop.
    private func narrow(_ able: inout PrinterCapabilities) {
        guard let queue else { return }
        let whole = able
        able.borderless = []
        able.attributes[PrinterCapabilities.mediaType] = nil
        able.finishings = able.finishings.filter { Finishings.number(of: $0) != nil }
        defer { able.droppedByQueue = Self.dropped(whole, able) }
        guard !queue.isRaw else { return }
        // The scheduler's filters turn the stack around.
        able.reversedBins = nil
        let resolution = able.attributes[PrinterCapabilities.resolution]
        able.attributes = able.attributes.filter { Self.passedOn.contains($0.key) }
        if var resolution, let known = queue.resolutions {
            resolution.values = resolution.values.filter { known.contains($0) }
            if resolution.values.count > 1 {
                able.attributes[PrinterCapabilities.resolution] = resolution
            }
        }
        if let known = queue.finishings {
            let words = Set(known.compactMap { Finishings.keyword(of: $0) })
            able.finishings = able.finishings.filter { words.contains($0) }
        }
        if let known = queue.outputBins {
            able.outputBins = able.outputBins.filter { known.contains($0) }
        }
        if let known = queue.sources {
            able.sources = able.sources.filter { known.contains($0) }
        }
        if able.outputBinDefault.map(able.outputBins.contains) == false {
            able.outputBinDefault = nil
        }
        if able.sourceDefault.map(able.sources.contains) == false { able.sourceDefault = nil }
    }

    /// What is in the first capabilities and not in the second.
    private static func dropped(
        _ whole: PrinterCapabilities,
        _ narrow: PrinterCapabilities
    ) -> [String: AttributeValues] {
        var dropped = whole.attributes.filter { narrow.attributes[$0.key] == nil }
        func note(_ option: String, _ all: [String], _ left: [String]) {
            let lost = all.filter { !left.contains($0) }
            if !lost.isEmpty { dropped[option] = AttributeValues(syntax: .keyword, values: lost) }
        }
        note("finishings", whole.finishings, narrow.finishings)
        note("outputBin", whole.outputBins, narrow.outputBins)
        note("source", whole.sources, narrow.sources)
        if !whole.borderless.isEmpty {
            dropped["borderless"] = AttributeValues(syntax: .boolean, values: ["true"])
        }
        return dropped
    }

    private func copies(_ range: IPPRange?) -> PrinterCapabilities.CopyRange {
        let least = max(1, Int(range?.lower ?? 1))
        return PrinterCapabilities.CopyRange(min: least, max: max(least, Int(range?.upper ?? 1)))
    }

    private func qualities(_ attribute: IPPAttribute?) -> [PrintQuality] {
        let values = attribute?.integers.prefix(Self.valueLimit) ?? []
        return values.compactMap { Int32(exactly: $0) }.compactMap(PrintQuality.init(ippValue:))
            .withoutRepetition()
    }

    private func keywords(_ attribute: IPPAttribute?) -> [String] {
        CapabilityReading.keywords(attribute)
    }
}

extension PrinterCapabilities {
    /// Adds the raster files, of which some printers make fewer copies.
    fileprivate mutating func add(_ raster: RasterCapabilities?) {
        self.raster = raster
        guard let raster else { return }
        copies = CopyRange(min: 1, max: raster.copies)
        attributes[PrinterCapabilities.resolution] =
            raster.resolutions.count > 1
            ? AttributeValues(syntax: .resolution, values: raster.resolutions.map(\.text)) : nil
        guard sides.contains(where: \.isTwoSided) else { return }
        attributes[RasterCapabilities.sheetBackAttribute] = AttributeValues(
            syntax: .keyword,
            values: RasterCapabilities.sheetBacks,
            defaultValue: raster.sheetBack
        )
    }
}
