internal import IPP
internal import PrintModel

/// What is loaded in a printer: `media-col-ready` (PWG 5100.7).
extension CapabilityReading {
    /// The media in each tray; `nil` where none is named.
    var sourceMedia: [String: [MediaName]]? {
        let names = (Self.keywords(group["media-ready"]) + Self.keywords(group["media-supported"]))
            .withoutRepetition().map { MediaName(rawValue: $0) }
        var result: [String: [MediaName]] = [:]
        for value in group["media-col-ready"]?.values.prefix(Self.valueLimit) ?? [] {
            guard let members = value.collection,
                let source = Self.keywords(members.first { $0.name == "media-source" }).first,
                let media = Self.medium(members, of: names),
                result[source]?.contains(media) != true
            else { continue }
            result[source, default: []].append(media)
        }
        return result.isEmpty ? nil : result
    }

    /// The medium of a collection: by its own name, else by that of the nearest size, else as a size of its own.
    private static func medium(_ members: [IPPAttribute], of names: [MediaName]) -> MediaName? {
        let own = keywords(members.first { $0.name == "media-size-name" }).first
        if let own, let found = names.first(where: { $0.rawValue == own }) { return found }
        guard let size = size(members) else { return nil }
        guard let nearest = nearest(size, in: names.compactMap(\.size)) else {
            return MediaName(custom: size)
        }
        return names.first { $0.size == nearest }
    }

    // MARK: Rolls

    /// The loaded rolls: sizes with a range of lengths, or with none.
    var rolls: [LoadedRoll]? {
        var found: [LoadedRoll] = []
        for value in group["media-col-ready"]?.values.prefix(Self.valueLimit) ?? [] {
            guard let members = value.collection,
                let size = members.first(where: { $0.name == "media-size" })?.collection,
                let width = Self.dimension(size, "x-dimension"),
                let length = Self.dimension(size, "y-dimension"),
                // What has a length is a sheet.
                length.least != length.most || length.most == 0
            else { continue }
            let source = Self.keywords(members.first { $0.name == "media-source" }).first
            found += [roll(width, length, source)].compactMap { $0 }
        }
        if found.isEmpty { found += [namedRoll].compactMap { $0 } }
        return found.isEmpty ? nil : found.withoutRepetition()
    }

    /// The roll that `media-ready` has by its names (PWG 5101.1, 5.3).
    private var namedRoll: LoadedRoll? {
        let ready = Self.keywords(group["media-ready"])
        func size(_ prefix: String) -> (width: Int, length: Int)? {
            guard let name = ready.first(where: { $0.hasPrefix(prefix) }) else { return nil }
            return Self.dimensions(in: name)
        }
        guard let most = size("roll_max_") ?? size("roll_current_") else { return nil }
        let least = size("roll_min_")
        return roll(
            (least?.width ?? most.width, most.width),
            (least?.length ?? 0, most.length),
            nil
        )
    }

    /// The roll, with lengths that the printer leaves out from the range that it supports.
    private func roll(
        _ width: (least: Int, most: Int),
        _ length: (least: Int, most: Int),
        _ source: String?
    ) -> LoadedRoll? {
        let names = Self.keywords(group["media-supported"])
        func limit(_ prefixes: [String]) -> Int? {
            prefixes.lazy.compactMap { prefix in
                names.first { $0.hasPrefix(prefix) }.flatMap(Self.dimensions)?.length
            }.first
        }
        let longest = length.most > 0 ? length.most : limit(["roll_max_", "custom_max_"])
        let shortest = length.least > 0 ? length.least : limit(["roll_min_", "custom_min_"])
        guard let longest, longest > 0, width.most > 0 else { return nil }
        return LoadedRoll(
            source: source,
            least: MediaSize(
                width: max(1, min(width.least, width.most)),
                length: max(1, min(shortest ?? 1, longest))
            ),
            most: MediaSize(width: width.most, length: longest)
        )
    }

    private static func dimension(
        _ size: [IPPAttribute],
        _ name: String
    ) -> (least: Int, most: Int)? {
        guard let attribute = size.first(where: { $0.name == name }) else { return nil }
        if let range = attribute.range, range.lower <= range.upper {
            return (Int(range.lower), Int(range.upper))
        }
        return attribute.integer.map { ($0, $0) }
    }

    /// The size in a name, whose length may be 0, as in `roll_current_62x0mm`.
    private static func dimensions(in name: String) -> (width: Int, length: Int)? {
        guard let last = name.split(separator: "_").last,
            last.hasSuffix("mm") || last.hasSuffix("in")
        else { return nil }
        let unit = last.hasSuffix("mm") ? 100.0 : 2540
        let numbers = last.dropLast(2).split(separator: "x").compactMap { Double($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (0..<100_000).contains($0) }) else {
            return nil
        }
        return (
            Int(clamping: (numbers[0] * unit).rounded()),
            Int(clamping: (numbers[1] * unit).rounded())
        )
    }
}
