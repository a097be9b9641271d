import HTTPTypes
import Hummingbird
import PrintModel

/// A path of the API, with the names that its query may have.
struct Route: Sendable {
    /// Carries out a request.
    typealias Handler =
        @Sendable @concurrent (Request, BasicRequestContext) async throws -> Response

    /// The method.
    let method: HTTPRequest.Method
    /// The path below `/v1/`, with `:` before the name of a parameter.
    let path: String
    /// The names that the query may have.
    let query: Set<String>
    private let handler: Handler

    init(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: Set<String>,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.handler = handler
    }

    /// Handles a request after checking that its query has no unknown names.
    ///
    /// An unknown name may be essential to a newer client's request.
    func respond(to request: Request, _ context: BasicRequestContext) async throws -> Response {
        if let name = firstUnknown(in: request.uri.query ?? "") {
            throw Problem(unknownField: name)
        }
        return try await handler(request, context)
    }

    /// The first name in a query that the route does not know; `nil` if it knows all of them.
    func firstUnknown(in text: String) -> String? {
        text.split(separator: "&").lazy
            .map { String($0.prefix { $0 != "=" }) }
            .first { !query.contains($0) }
    }
}

/// The routes of the API in the order in which they were declared.
struct Routes: Sendable {
    private(set) var all: [Route] = []

    mutating func get(_ path: String, query: Set<String> = [], _ handler: @escaping Route.Handler) {
        all.append(Route(.get, path, query: query, handler))
    }

    mutating func put(_ path: String, query: Set<String> = [], _ handler: @escaping Route.Handler) {
        all.append(Route(.put, path, query: query, handler))
    }

    mutating func post(
        _ path: String,
        query: Set<String> = [],
        _ handler: @escaping Route.Handler
    ) {
        all.append(Route(.post, path, query: query, handler))
    }

    mutating func delete(
        _ path: String,
        query: Set<String> = [],
        _ handler: @escaping Route.Handler
    ) {
        all.append(Route(.delete, path, query: query, handler))
    }
}
