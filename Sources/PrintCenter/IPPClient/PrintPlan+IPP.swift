import IPP
import PrintModel

extension PrintPlan {
    /// The job attributes of the plan.
    ///
    /// `sides` is always among them, because the default of a queue would apply
    /// otherwise. `page-ranges` is not: the prepared document has the selected pages.
    var ippAttributes: [IPPAttribute] {
        let copies = copiesToMake
        var found = [
            IPPAttribute("copies", .integer(Int32(clamping: copies))),
            IPPAttribute("sides", .keyword(sides.rawValue)),
        ]
        if copies > 1 {
            let handling =
                collate
                ? "separate-documents-collated-copies" : "separate-documents-uncollated-copies"
            found.append(IPPAttribute("multiple-document-handling", .keyword(handling)))
        }
        found += mediaAttributes
        if let color { found.append(IPPAttribute("print-color-mode", .keyword(color.rawValue))) }
        if let quality {
            found.append(IPPAttribute("print-quality", .enumeration(quality.ippValue)))
        }
        found += finishingAttributes
        if let outputBin { found.append(IPPAttribute("output-bin", .keyword(outputBin))) }
        if let printScaling {
            found.append(IPPAttribute("print-scaling", .keyword(printScaling.rawValue)))
        }
        var written: Set = [RasterCapabilities.sheetBackAttribute, PrinterCapabilities.mediaType]
        // Each page of a raster file says its own resolution.
        if raster != nil { written.insert(PrinterCapabilities.resolution) }
        for (name, value) in attributes.sorted(by: { $0.key < $1.key })
        where !written.contains(name) {
            found.append(IPPAttribute(name, Self.value(value, syntaxes[name] ?? .keyword)))
        }
        return found
    }

    /// `finishings`, or `finishings-col` if one of them is known to the printer by its name alone (PWG
    /// 5100.1); a request has either of the two.
    private var finishingAttributes: [IPPAttribute] {
        guard !finishings.isEmpty else { return [] }
        let numbers = finishings.compactMap { Finishings.number(of: $0) }
        if numbers.count == finishings.count {
            return [IPPAttribute("finishings", numbers.map { .enumeration($0) })]
        }
        let templates = finishings.map { name in
            IPPValue.collection([IPPAttribute("finishing-template", .keyword(name))])
        }
        return [IPPAttribute("finishings-col", templates)]
    }

    /// `media`, or `media-col` where that is not all there is to say of the sheets (PWG 5100.7).
    private var mediaAttributes: [IPPAttribute] {
        var more = source.map { [IPPAttribute("media-source", .keyword($0))] } ?? []
        if let type = attributes[PrinterCapabilities.mediaType] {
            more.append(IPPAttribute("media-type", .keyword(type)))
        }
        if borderless {
            more += ["bottom", "left", "right", "top"].map {
                IPPAttribute("media-\($0)-margin", .integer(0))
            }
        }
        guard let media else {
            return more.isEmpty ? [] : [IPPAttribute("media-col", .collection(more))]
        }
        guard !more.isEmpty || (media.size != nil && media.rawValue.hasPrefix("custom_")) else {
            return [IPPAttribute("media", .keyword(media.rawValue))]
        }
        // Strict printers take no other size than the one that they list, which names in inches do not have exactly.
        guard let size = mediaSize ?? media.size else {
            let name = IPPAttribute("media-size-name", .keyword(media.rawValue))
            return [IPPAttribute("media-col", .collection([name] + more))]
        }
        let dimensions = [
            IPPAttribute("x-dimension", .integer(Int32(clamping: size.width))),
            IPPAttribute("y-dimension", .integer(Int32(clamping: size.length))),
        ]
        let members = [IPPAttribute("media-size", .collection(dimensions))] + more
        return [IPPAttribute("media-col", .collection(members))]
    }

    private static func resolution(_ text: String) -> IPPValue {
        guard let dots = RasterResolution(text: text) else { return .keyword(text) }
        let (x, y) = (Int32(clamping: dots.x), Int32(clamping: dots.y))
        return .resolution(IPPResolution(crossFeed: x, feed: y))
    }

    private static func value(_ text: String, _ syntax: AttributeValues.Syntax) -> IPPValue {
        switch syntax {
        case .integer: .integer(Int32(text) ?? 0)
        case .enumeration: .enumeration(Int32(text) ?? 0)
        case .boolean: .boolean(text == "true")
        case .name: .name(text)
        case .text: .text(text)
        case .keyword: .keyword(text)
        case .resolution: resolution(text)
        }
    }
}
