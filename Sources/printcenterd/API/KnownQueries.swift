import FoundationEssentials
import PrintModel

/// What each route knows to ask for in its query, by the description of the API.
enum KnownQueries {
    /// By method and path, such as `GET /v1/jobs/{id}`.
    private static let names = read()

    /// The first name in a query that its route does not know.
    ///
    /// - Parameters:
    ///   - query: The query as it came.
    ///   - method: The method of the request.
    ///   - path: The path of the route, with its parameters in braces.
    /// - Returns: The name; `nil` where all are known.
    static func firstUnknown(in query: String, _ method: String, _ path: String) -> String? {
        guard let known = names["\(method) \(path)"] else { return nil }
        return query.split(separator: "&").lazy
            .map { String($0.prefix { $0 != "=" }) }
            .first { !known.contains($0) }
    }

    private struct Document: Decodable {
        let paths: [String: [String: Operation]]
        let components: Components

        struct Components: Decodable {
            let parameters: [String: Parameter]?
        }
    }

    private struct Operation: Decodable {
        let parameters: [Parameter]?
        /// Those that all operations of a path share stand beside them, as a list.
        let shared: [Parameter]?

        private enum CodingKeys: String, CodingKey {
            case parameters
        }

        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: CodingKeys.self) {
                parameters = try object.decodeIfPresent([Parameter].self, forKey: .parameters)
                shared = nil
            } else {
                // A summary of the path is a text.
                shared = try? decoder.singleValueContainer().decode([Parameter].self)
                parameters = nil
            }
        }
    }

    private struct Parameter: Decodable {
        let name: String?
        let place: String?
        let reference: String?

        private enum CodingKeys: String, CodingKey {
            case name
            case place = "in"
            case reference = "$ref"
        }
    }

    private static func read() -> [String: Set<String>] {
        let data = Data(OpenAPI.document.utf8)
        guard let document = try? JSONDecoder().decode(Document.self, from: data) else {
            return [:]
        }
        var found: [String: Set<String>] = [:]
        for (path, operations) in document.paths {
            let shared = operations.values.compactMap(\.shared).flatMap { $0 }
            for (method, operation) in operations where operation.shared == nil {
                let all = (operation.parameters ?? []) + shared
                let queries = all.compactMap { parameter -> String? in
                    let reference = parameter.reference?.split(separator: "/").last
                    let real = reference.flatMap { document.components.parameters?[String($0)] }
                    let one = real ?? parameter
                    return one.place == "query" ? one.name : nil
                }
                found["\(method.uppercased()) \(path)"] = Set(queries)
            }
        }
        return found
    }
}
