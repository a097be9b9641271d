import FoundationEssentials
import PrintModel
import ProofKit

/// The description of the API, and whether an answer is as it says.
///
/// It knows the part of JSON Schema that the description uses. A key of an
/// answer that the description does not speak of is a fault as well.
struct Description: Sendable {
    private let root: JSONValue

    init(_ root: JSONValue) {
        self.root = root
    }

    /// What an answer's body has that the description does not allow, or the other way round.
    func faults(
        of exchange: HTTPReply,
        _ method: String,
        _ template: String
    ) throws -> [String] {
        let place = "\(method) \(template) \(exchange.status)"
        guard let operation = root["paths"]?[template]?[method.lowercased()] else {
            return ["\(place): the description has no such operation"]
        }
        guard var answer = operation["responses"]?["\(exchange.status)"] else {
            return ["\(place): the description has no such status: \(exchange.text)"]
        }
        if let reference = answer["$ref"]?.string { answer = resolve(reference) }
        let contents = answer["content"]?.object ?? [:]
        guard let type = exchange.headers["content-type"] else {
            let isEmpty = contents.isEmpty && exchange.body.isEmpty
            return isEmpty ? [] : ["\(place): a body without a type"]
        }
        guard let content = contents[type] else { return ["\(place): the type \(type)"] }
        guard type.hasSuffix("json"), let schema = content["schema"] else { return [] }
        return faults(try exchange.json(), schema, place)
    }

    /// The operations that the description has, as `GET /v1/status`.
    var operations: Set<String> {
        var found: Set<String> = []
        for (path, operations) in root["paths"]?.object ?? [:] {
            for method in operations.object.keys { found.insert("\(method.uppercased()) \(path)") }
        }
        return found
    }

    func faults(_ value: JSONValue, schemaNamed name: String) -> [String] {
        faults(value, resolve("#/components/schemas/\(name)"), name)
    }

    private func resolve(_ reference: String) -> JSONValue {
        reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? .null }
    }

    private func faults(
        _ value: JSONValue,
        _ schema: JSONValue,
        _ place: String,
        closed: Bool = true
    ) -> [String] {
        if let reference = schema["$ref"]?.string {
            let target = resolve(reference)
            if target == .null { return ["\(place): \(reference) leads nowhere"] }
            return faults(value, target, place, closed: closed)
        }
        if let choices = schema["anyOf"]?.array, !choices.isEmpty {
            let found = choices.map { faults(value, $0, place) }
            return found.contains([]) ? [] : found.min { $0.count < $1.count } ?? []
        }
        var found: [String] = []
        for part in schema["allOf"]?.array ?? [] {
            found += faults(value, part, place, closed: false)
        }
        if let values = schema["enum"]?.array, !values.contains(value) {
            found.append("\(place): \(value) is none of \(values)")
        }
        if let only = schema["const"], only != value {
            found.append("\(place): \(value) is not \(only)")
        }
        found += typeFaults(value, schema, place)
        found += rangeFaults(value, schema, place)
        if case .array(let items) = value, let schema = schema["items"] {
            for (index, item) in items.enumerated() {
                found += faults(item, schema, "\(place)[\(index)]")
            }
        }
        if case .object(let values) = value {
            found += keyFaults(values, schema, place, closed: closed)
        }
        return found
    }

    private func typeFaults(
        _ value: JSONValue,
        _ schema: JSONValue,
        _ place: String
    ) -> [String] {
        var types = (schema["type"]?.array ?? []).compactMap(\.string)
        if let type = schema["type"]?.string { types = [type] }
        guard !types.isEmpty else { return [] }
        let names =
            switch value {
            case .null: ["null"]
            case .bool: ["boolean"]
            case .integer: ["integer", "number"]
            case .number: ["number"]
            case .string: ["string"]
            case .array: ["array"]
            case .object: ["object"]
            }
        return names.contains(where: types.contains)
            ? [] : ["\(place): \(value) is no \(types.joined(separator: " or "))"]
    }

    private func rangeFaults(
        _ value: JSONValue,
        _ schema: JSONValue,
        _ place: String
    ) -> [String] {
        if let number = value.integer, let minimum = schema["minimum"]?.integer, number < minimum {
            return ["\(place): \(number) is less than \(minimum)"]
        }
        guard let text = value.string else { return [] }
        switch schema["format"]?.string {
        case "date-time" where !isDate(text): return ["\(place): '\(text)' is no date in UTC"]
        case "uuid" where UUID(uuidString: text) == nil || text != text.lowercased():
            return ["\(place): '\(text)' is no UUID in lower case"]
        default: break
        }
        // The one pattern of the description.
        if schema["pattern"] != nil, text.count != 64 || !text.allSatisfy(\.isHexDigit) {
            return ["\(place): '\(text)' is no SHA-256"]
        }
        return []
    }

    private func isDate(_ text: String) -> Bool {
        text.hasSuffix("Z") && (try? Date(text, strategy: .iso8601)) != nil
    }

    private func keyFaults(
        _ values: [String: JSONValue],
        _ schema: JSONValue,
        _ place: String,
        closed: Bool
    ) -> [String] {
        var found: [String] = []
        for key in schema["required"]?.array.compactMap(\.string) ?? [] where values[key] == nil {
            found.append("\(place): the key '\(key)' is missing")
        }
        let known = schema["properties"]?.object ?? [:]
        for (key, value) in values {
            if let schema = known[key] {
                found += faults(value, schema, "\(place).\(key)")
            } else if let schema = schema["additionalProperties"] {
                found += faults(value, schema, "\(place).\(key)")
            } else if closed, !propertyNames(schema).contains(key), !isOpen(schema) {
                found.append("\(place): the key '\(key)' is not described")
            }
        }
        return found
    }

    /// Whether a schema says nothing of keys at all.
    private func isOpen(_ schema: JSONValue) -> Bool {
        schema["properties"] == nil && schema["allOf"] == nil
    }

    private func propertyNames(_ schema: JSONValue) -> Set<String> {
        if let reference = schema["$ref"]?.string { return propertyNames(resolve(reference)) }
        return (schema["allOf"]?.array ?? []).reduce(
            Set((schema["properties"]?.object ?? [:]).keys)
        ) { $0.union(propertyNames($1)) }
    }
}
