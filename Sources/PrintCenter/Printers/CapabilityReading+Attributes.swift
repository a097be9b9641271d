internal import IPP
internal import PrintModel

extension CapabilityReading {
    /// Attributes that have an option of their own, or that the service sets.
    private static let ownOptions: Set<String> = [
        "copies", "sides", "media", "media-col", "media-source", "print-color-mode",
        "print-quality", "finishings", "finishings-col", "output-bin", "print-scaling",
        "number-up", "orientation-requested", "page-ranges", "multiple-document-handling",
        "job-priority", "job-hold-until", "job-name", "job-password",
        "job-password-encryption", "job-password-length", "job-password-repertoire",
        "document-format", "ipp-attribute-fidelity",
        "job-constraints", "job-resolvers", "overrides",
    ]
    /// Defaults that are not defaults of job attributes.
    private static let notOfJobs: Set<String> = [
        "charset", "compression", "natural-language", "notify-events", "notify-lease-duration",
    ]

    /// Attributes whose `-supported` is a boolean (PWG 5100.3, 5100.11), while their values are names.
    private static let names: Set<String> = ["job-account-id", "job-accounting-user-id"]

    /// The supported values of every other attribute, by name.
    var attributes: [String: AttributeValues] {
        let listed = Set(Self.keywords(byName["job-creation-attributes-supported"]))
        var result: [String: AttributeValues] = [:]
        for attribute in group.attributes where result.count < Self.attributeLimit {
            guard attribute.name.hasSuffix("-supported") else { continue }
            let name = String(attribute.name.dropLast("-supported".count))
            guard let name = Self.validKeyword(name), result[name] == nil, !Self.isCovered(name)
            else { continue }
            // Printer description attributes have the same suffix. Where the printer does not list the
            // job attributes, a default identifies one.
            let isOfJobs =
                listed.isEmpty
                ? byName[name + "-default"] != nil && !Self.notOfJobs.contains(name)
                : listed.contains(name)
            // `output-mode` stands for `print-color-mode` at older printers, which may not list it.
            let isColorMode =
                name == PrinterCapabilities.outputMode
                && byName["print-color-mode-supported"] == nil
            guard isOfJobs || isColorMode, var values = values(of: attribute, of: name) else {
                continue
            }
            values.defaultValue = byName[name + "-default"]?.values.first
                .flatMap { Self.text($0, of: name) }
            result[name] = values
        }
        let types = keywords("media-type-supported")
        if !types.isEmpty {
            let usual = byName["media-col-default"]?.collection?
                .first { $0.name == PrinterCapabilities.mediaType }
            result[PrinterCapabilities.mediaType] = AttributeValues(
                syntax: .keyword,
                values: types,
                defaultValue: Self.keywords(usual).first
            )
        }
        for name in listed.sorted() where result.count < Self.attributeLimit {
            // Listed without values: any text, if its default is one.
            guard result[name] == nil, !Self.isCovered(name),
                byName[name + "-supported"] == nil,
                let usual = byName[name + "-default"]?.values.first, usual.isText
            else { continue }
            result[name] = AttributeValues(
                syntax: .text,
                defaultValue: usual.cleaned().flatMap { $0.isEmpty ? nil : $0 }
            )
        }
        return result
    }

    /// Whether an option already covers the attribute; `media-` begins a member of `media-col`.
    private static func isCovered(_ name: String) -> Bool {
        ownOptions.contains(name) || name.hasPrefix("media-")
    }

    private func values(of attribute: IPPAttribute, of name: String) -> AttributeValues? {
        let values = attribute.values.prefix(Self.valueLimit)
        switch values.first {
        case .keyword?, .name?, .nameWithLanguage?:
            let keywords = Self.keywords(attribute)
            return keywords.isEmpty ? nil : AttributeValues(syntax: .keyword, values: keywords)
        case .enumeration?:
            let numbers = values.compactMap { value -> String? in
                guard case .enumeration(let number) = value else { return nil }
                return String(number)
            }
            return AttributeValues(syntax: .enumeration, values: numbers.withoutRepetition())
        case .range(let range)?:
            guard range.lower <= range.upper else { return nil }
            return AttributeValues(syntax: .integer, min: Int(range.lower), max: Int(range.upper))
        case .integer?:
            // The length of a text, where the default is one.
            if let usual = byName[name + "-default"]?.values.first, usual.isText {
                return AttributeValues(syntax: .text)
            }
            let numbers = values.compactMap { value -> String? in
                guard case .integer(let number) = value else { return nil }
                return String(number)
            }
            return AttributeValues(syntax: .integer, values: numbers.withoutRepetition())
        case .boolean(let isSupported)? where Self.names.contains(name):
            return isSupported ? AttributeValues(syntax: .name) : nil
        case .boolean(let isSupported)?:
            // `true` says that the attribute is known, or which of two values is.
            let both = isSupported || values.count > 1
            return AttributeValues(syntax: .boolean, values: both ? ["false", "true"] : ["false"])
        case .resolution?:
            let found = values.compactMap(RasterResolution.init).map(\.text).withoutRepetition()
            return found.isEmpty ? nil : AttributeValues(syntax: .resolution, values: found)
        case .text?, .textWithLanguage?:
            let texts = values.compactMap { $0.cleaned() }.filter { !$0.isEmpty }
            return texts.isEmpty
                ? nil : AttributeValues(syntax: .text, values: texts.withoutRepetition())
        default: return nil
        }
    }
}

extension IPPValue {
    fileprivate var isText: Bool {
        switch self {
        case .text, .textWithLanguage, .name, .nameWithLanguage: true
        default: false
        }
    }
}
