/// The description of the API, as far as the places of numbers need it.
indirect enum Description: Decodable {
    case object([String: Description])
    case array([Description])
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let members = try? value.decode([String: Description].self) {  // Else another.
            self = .object(members)
        } else if let elements = try? value.decode([Description].self) {  // Else another.
            self = .array(elements)
        } else if let text = try? value.decode(String.self) {  // Else another.
            self = .text(text)
        } else {
            self = .other
        }
    }

    var members: [String: Description] {
        if case .object(let members) = self { members } else { [:] }
    }

    var elements: [Description] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    subscript(name: String) -> Description { members[name] ?? .other }

    /// The part that this one refers to, or itself.
    func resolved(in whole: Description) -> Description {
        guard let reference = self["$ref"].text else { return self }
        return reference.split(separator: "/").dropFirst()
            .reduce(whole) { $0[String($1)] }.resolved(in: whole)
    }

    /// Whether a schema takes a number.
    var takesNumber: Bool {
        (self["type"].elements + [self["type"]]).contains {
            ["integer", "number"].contains($0.text)
        }
    }

    /// The keys that lead to each number in a value of this schema.
    func numbers(in whole: Description, depth: Int = 0) -> [[String]] {
        let schema = resolved(in: whole)
        guard depth < 10 else { return [] }
        if schema.takesNumber { return [[]] }
        let choices = ["allOf", "anyOf", "oneOf"].flatMap { schema[$0].elements }
        return choices.flatMap { $0.numbers(in: whole, depth: depth + 1) }
            + schema["properties"].members.sorted { $0.key < $1.key }.flatMap { name, member in
                member.numbers(in: whole, depth: depth + 1).map { [name] + $0 }
            }
    }
}
