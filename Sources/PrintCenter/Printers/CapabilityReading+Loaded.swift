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
}
