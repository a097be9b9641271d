internal import IPP
internal import PrintModel

/// Reads the capabilities of a device, beyond its basic options.
///
/// It bounds and cleans the values, and no value can make it fail.
struct CapabilityReading {
    /// The most values that are read of an attribute: 1000.
    static let valueLimit = 1000
    /// The most attributes without an option of their own: 200.
    static let attributeLimit = 200
    /// The most constraints: 200.
    private static let constraintLimit = 200
    /// The most members of a constraint: 32.
    private static let memberLimit = 32
    /// The widest plausible margin, in hundredths of a millimeter: half a meter.
    private static let marginLimit = 50_000

    private static let validateJob = Int(IPPOperation.validateJob.rawValue)

    let group: IPPAttributeGroup
    /// The first attribute of each name: a device may list thousands.
    let byName: [String: IPPAttribute]

    init(_ group: IPPAttributeGroup) {
        self.group = group
        byName = Dictionary(group.attributes.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Adds the values to capabilities.
    func complete(_ capabilities: inout PrinterCapabilities) {
        capabilities.mediaMargins = mediaMargins
        capabilities.mediaSizes = mediaSizes
        capabilities.borderless = borderless
        capabilities.marginsDefault = marginsDefault
        capabilities.sources = keywords("media-source-supported")
        capabilities.sourceMedia = sourceMedia
        capabilities.rolls = rolls
        capabilities.sourceDefault = sourceDefault
        capabilities.finishings = finishings + finishingTemplates
        capabilities.outputBins = keywords("output-bin-supported")
        capabilities.outputBinDefault = keywords("output-bin-default").first
        capabilities.reversedBins = reversedBins
        capabilities.scalings = keywords("print-scaling-supported")
        capabilities.pinLength = pinLength
        let shortest = byName["job-password-length-supported"]?.range?.lower
        capabilities.pinLengthMin = shortest.flatMap { (1...255).contains($0) ? Int($0) : nil }
        capabilities.pinCharacters = keywords("job-password-repertoire-configured").first
        capabilities.pinEncryptions = keywords("job-password-encryption-supported")
        capabilities.constraints = constraints
        capabilities.attributes = attributes
        capabilities.validates =
            byName["operations-supported"]?.integers.contains(Self.validateJob) ?? false
    }

    /// Whether the printer makes copies this way; one that does not report it makes them as it likes.
    func handles(_ keyword: String) -> Bool {
        guard let known = group["multiple-document-handling-supported"] else { return true }
        return known.keywords.contains(keyword)
    }

    /// The MIME types without their parameters, and without the generic one.
    static func mimeTypes(_ values: [String]) -> [String] {
        values.prefix(valueLimit).compactMap { value -> String? in
            let type = value.prefix { $0 != ";" && $0 != " " }.lowercased()
            guard type.utf8.count <= 127, type.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
                type.split(separator: "/", omittingEmptySubsequences: false).count == 2,
                type != "application/octet-stream"
            else { return nil }
            return type
        }.withoutRepetition()
    }

    // MARK: Media

    /// All margins that the printer reports of each size.
    private var marginsBySize: [MediaSize: [MediaMargins]] {
        var bySize: [MediaSize: [MediaMargins]] = [:]
        for name in ["media-col-database", "media-col-ready", "media-col-default"] {
            for value in byName[name]?.values.prefix(Self.valueLimit) ?? [] {
                guard let members = value.collection, let size = Self.size(members),
                    let margins = Self.margins(members)
                else { continue }
                bySize[size, default: []].append(margins)
            }
        }
        return bySize
    }

    /// The media that can be printed to their edges.
    private var borderless: [MediaName] {
        let bySize = marginsBySize
        return (keywords("media-supported") + keywords("media-ready")).withoutRepetition()
            .map { MediaName(rawValue: $0) }
            .filter { name in
                name.size.flatMap { Self.near($0, in: bySize) }?.contains(where: \.areNone) == true
            }
    }

    /// The margins of each medium; those with a border where the printer has both.
    private var mediaMargins: [String: MediaMargins] {
        let bySize = marginsBySize
        guard !bySize.isEmpty else { return [:] }
        var result: [String: MediaMargins] = [:]
        for name in keywords("media-supported") + keywords("media-ready") {
            guard let size = MediaName(rawValue: name).size,
                let all = Self.near(size, in: bySize)
            else { continue }
            result[name] = all.first { !$0.areNone } ?? MediaMargins()
        }
        return result
    }

    /// The sizes of media that the printer lists, where they are not those of the names.
    private var mediaSizes: [String: MediaSize]? {
        let listed = Set(listedSizes)
        guard !listed.isEmpty else { return nil }
        var result: [String: MediaSize] = [:]
        for name in keywords("media-supported") + keywords("media-ready") {
            guard let size = MediaName(rawValue: name).size, !listed.contains(size),
                let own = Self.nearest(size, in: listed)
            else { continue }
            result[name] = own
        }
        return result.isEmpty ? nil : result
    }

    /// The sizes for `media-size` that the printer lists.
    private var listedSizes: [MediaSize] {
        ["media-col-database", "media-col-ready", "media-col-default", "media-size-supported"]
            .flatMap { name in
                (byName[name]?.values.prefix(Self.valueLimit) ?? []).compactMap { value in
                    guard let members = value.collection else { return MediaSize?.none }
                    guard name == "media-size-supported" else { return Self.size(members) }
                    return Self.size([IPPAttribute("media-size", .collection(members))])
                }
            }
    }

    /// Returns the margins of a size within 0.1 mm, because names in inches are rounded.
    private static func near(
        _ size: MediaSize,
        in sizes: [MediaSize: [MediaMargins]]
    ) -> [MediaMargins]? {
        nearest(size, in: sizes.keys).flatMap { sizes[$0] }
    }

    /// Returns the size itself, or else the nearest within 0.1 mm.
    static func nearest(
        _ size: MediaSize,
        in sizes: some Collection<MediaSize>
    ) -> MediaSize? {
        func distance(_ other: MediaSize) -> Int {
            max(abs(other.width - size.width), abs(other.length - size.length))
        }
        return sizes.filter {
            abs($0.width - size.width) <= 10 && abs($0.length - size.length) <= 10
        }.min { (distance($0), $0.width, $0.length) < (distance($1), $1.width, $1.length) }
    }

    static func size(_ members: [IPPAttribute]) -> MediaSize? {
        guard let size = members.first(where: { $0.name == "media-size" })?.collection,
            let width = size.first(where: { $0.name == "x-dimension" })?.integer,
            let length = size.first(where: { $0.name == "y-dimension" })?.integer,
            width > 0, length > 0
        else { return nil }
        return MediaSize(width: width, length: length)
    }

    private static func margins(_ members: [IPPAttribute]) -> MediaMargins? {
        func margin(_ edge: String) -> Int? {
            members.first { $0.name == "media-\(edge)-margin" }?.integer
                .flatMap { (0...marginLimit).contains($0) ? $0 : nil }
        }
        guard let top = margin("top"), let right = margin("right"),
            let bottom = margin("bottom"), let left = margin("left")
        else { return nil }
        return MediaMargins(top: top, right: right, bottom: bottom, left: left)
    }

    /// The smallest margins that leave a border, or none where all are zero.
    private var marginsDefault: MediaMargins {
        func margin(_ edge: String) -> Int {
            let values = byName["media-\(edge)-margin-supported"]?.integers
                .prefix(Self.valueLimit).filter { (1...Self.marginLimit).contains($0) }
            return values?.min() ?? 0
        }
        return MediaMargins(
            top: margin("top"),
            right: margin("right"),
            bottom: margin("bottom"),
            left: margin("left")
        )
    }

    /// The output bins whose stack is backwards, by `printer-output-tray` (PWG 5100.13), which has a value for each bin, and
    /// otherwise by their names.
    ///
    /// The order of stacking precedes the side that is up, as for cups-filters: `lastToFirst` is the back of a page on the front
    /// of the one before (RFC 3805, prtOutputStackingOrder).
    private var reversedBins: [String]? {
        let trays = (byName["printer-output-tray"]?.values.prefix(Self.valueLimit) ?? []).map {
            value in
            guard case .octets(let bytes) = value else { return value.string?.lowercased() ?? "" }
            return String(decoding: bytes, as: UTF8.self).lowercased()
        }
        let words = [
            ("stackingorder=firsttolast", false), ("stackingorder=lasttofirst", true),
            ("pagedelivery=facedown", false), ("pagedelivery=faceup", true),
        ]
        let bins = keywords("output-bin-supported").enumerated().filter { index, bin in
            let tray = trays.indices.contains(index) ? trays[index] : ""
            return words.first { tray.contains($0.0) }?.1
                ?? (bin.contains("face-up") && !bin.contains("face-down"))
        }.map(\.element)
        return bins.isEmpty ? nil : bins
    }

    private var sourceDefault: String? {
        let member = byName["media-col-default"]?.collection?
            .first { $0.name == "media-source" }
        return Self.keywords(member).first
    }

    // MARK: Finishing and PIN

    private var finishings: [String] {
        (byName["finishings-supported"]?.integers.prefix(Self.valueLimit) ?? [])
            .compactMap(Finishings.keyword(of:)).filter { $0 != Finishings.none }
            .withoutRepetition()
    }

    /// The finishings that have a name and no number: templates of `finishings-col`.
    private var finishingTemplates: [String] {
        guard keywords("finishings-col-supported").contains("finishing-template") else { return [] }
        let listed = byName["finishings-col-database"]?.values.prefix(Self.valueLimit) ?? []
        let templates = listed.flatMap { value in
            Self.keywords(value.collection?.first { $0.name == "finishing-template" })
        }
        return (keywords("finishing-template-supported") + templates).withoutRepetition()
            .filter { Finishings.number(of: $0) == nil }
    }

    private var pinLength: Int? {
        guard let length = byName["job-password-supported"]?.integer, length > 0 else { return nil }
        let longest = byName["job-password-length-supported"]?.range?.upper
        return min(length, longest.flatMap { $0 > 0 ? Int($0) : nil } ?? 255, 255)
    }

    // MARK: Constraints

    private var constraints: [OptionConstraint] {
        let values = byName["job-constraints-supported"]?.values.prefix(Self.constraintLimit)
        return (values ?? []).compactMap { value in
            guard let members = value.collection else { return nil }
            var found: [String: [String]] = [:]
            for member in members.prefix(Self.memberLimit) {
                guard Self.read(member, into: &found) else { return nil }
            }
            // A constraint needs two attributes.
            return found.count > 1 ? OptionConstraint(values: found) : nil
        }
    }

    /// Adds a member; returns `false` if it cannot be read: without it the constraint would refuse more
    /// than the printer does.
    private static func read(
        _ member: IPPAttribute,
        into found: inout [String: [String]]
    ) -> Bool {
        guard member.name != "resolver-name" else { return true }
        if member.name == "media-col" {
            for inner in member.collection ?? [] {
                if inner.name == "media-size" {
                    guard let size = size([inner]) else { return false }
                    found["media-size", default: []].append("\(size.width)x\(size.length)")
                } else {
                    guard read(inner, into: &found) else { return false }
                }
            }
            return member.collection?.isEmpty == false
        }
        guard validKeyword(member.name) != nil else { return false }
        let texts = member.values.prefix(valueLimit).compactMap { text($0, of: member.name) }
        guard !texts.isEmpty else { return false }
        found[member.name, default: []] += texts.withoutRepetition()
        return true
    }

    /// Returns a value in the form of a ticket; `nil` if it has no text form.
    static func text(_ value: IPPValue, of name: String) -> String? {
        switch value {
        case .enumeration(let number):
            switch name {
            case "finishings": Finishings.keyword(of: Int(number))
            case "print-quality": PrintQuality(ippValue: number)?.rawValue
            default: String(number)
            }
        case .integer(let number): String(number)
        case .boolean(let value): value ? "true" : "false"
        case .range(let range): "\(range.lower)-\(range.upper)"
        case .resolution(let resolution):
            "\(resolution.crossFeed)x\(resolution.feed)\(resolution.units == 4 ? "dpcm" : "dpi")"
        default: value.cleaned().flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    // MARK: Keywords

    func keywords(_ name: String) -> [String] {
        Self.keywords(byName[name])
    }

    static func keywords(_ attribute: IPPAttribute?) -> [String] {
        (attribute?.keywords.prefix(valueLimit) ?? []).compactMap(validKeyword)
            .withoutRepetition()
    }

    /// Returns a keyword or the name of a medium where it is 1 to 255 printable ASCII characters.
    static func validKeyword(_ text: String) -> String? {
        let isValid =
            (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        return isValid ? text : nil
    }
}

// MARK: - Other attributes

extension Sequence where Element: Hashable {
    /// Returns the elements in their order, without duplicates.
    func withoutRepetition() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
