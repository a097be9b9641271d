/// What a job takes of a preset.
///
/// It marks the obstacles of options that come from there.
package struct PresetUse: Sendable, Equatable {
    /// The name of the preset.
    package let name: String
    /// The options that come from the preset, by their names in JSON.
    package let options: Set<String>
    /// The options of the job, with those of the preset where it has none itself.
    package let ticket: PrintTicket

    /// Fills a ticket from a preset.
    ///
    /// - Parameters:
    ///   - preset: The preset; one with unknown options is refused before.
    ///   - own: The options of the job itself.
    package init(_ preset: PrintPreset, under own: PrintTicket) {
        name = preset.name
        var saved = preset.ticket
        // Without the booklet, nothing is folded together.
        if own.booklet == false { (saved.signature, saved.creep) = (nil, nil) }
        ticket = own.completed(by: saved)
        options = ticket.options.subtracting(own.options)
    }

    /// The check, whose obstacles name the preset if their option comes from it.
    package func naming(_ check: PrintCheck) -> PrintCheck {
        var check = check
        check.obstacles = check.obstacles.map { obstacle in
            let parameters = obstacle.parameters
            let concerned = [obstacle.option, parameters["option"], parameters["other"]]
            guard concerned.contains(where: { $0.map(options.contains) == true }) else {
                return obstacle
            }
            var obstacle = obstacle
            obstacle.parameters["preset"] = name
            return obstacle.inWords(of: .english)
        }
        return check
    }
}

extension PrintTicket {
    /// The options that have a value, by their names in JSON; attributes by their own names.
    package var options: Set<String> {
        let named = presences.filter(\.value.isThere).map(\.key).filter { $0 != "attributes" }
        return Set(named).union((attributes ?? [:]).keys)
    }

    /// The names of all options in JSON.
    package static let names: Set<String> = Set(PrintTicket().presences.keys)

    /// Whether a key has a value.
    private struct Presence: Decodable {
        let isThere: Bool

        init(from decoder: any Decoder) throws {
            isThere = try !decoder.singleValueContainer().decodeNil()
        }
    }

    private var presences: [String: Presence] {
        // A ticket that JSON cannot express, because a number is infinite, is refused before.
        guard let json = try? WireFormat.encode(self) else { return [:] }
        return (try? WireFormat.decode([String: Presence].self, from: json)) ?? [:]
    }
}
