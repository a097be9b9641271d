import FoundationEssentials
import ProofKit

extension HTTPReply {
    /// Sends a request on a connection of its own, and reads the whole reply.
    init(
        _ method: String,
        _ path: String,
        socket: String,
        headers: [String: String] = [:],
        body: [UInt8] = []
    ) throws {
        self = try HTTPClient(socket: socket).request(method, path, headers: headers, body: body)
    }

    func json() throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(body))
    }
}

/// Any JSON, as it stands: a missing key and `null` are not the same.
enum JSONValue: Decodable, Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    subscript(key: String) -> JSONValue? {
        guard case .object(let values) = self else { return nil }
        return values[key]
    }

    var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    var integer: Int? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    var array: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }

    var object: [String: JSONValue] {
        guard case .object(let values) = self else { return [:] }
        return values
    }
}
