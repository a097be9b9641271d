import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import PrintCenter
import PrintModel

/// Notes that somebody asks for something.
struct Bookkeeping: RouterMiddleware {
    let activity: Activity

    func handle(
        _ request: Request,
        context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        activity.begin()
        defer { activity.end() }
        return try await next(request, context)
    }
}

/// Turns what is thrown into `application/problem+json`.
struct Problems: RouterMiddleware {
    func handle(
        _ request: Request,
        context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let problem: Problem
        do {
            try refuseUnknownQuery(request, context)
            return try await next(request, context)
        } catch let thrown as Problem {
            problem = thrown.inWords(of: request.language)
        } catch let error as StoreError {
            context.logger.error("the store failed", metadata: ["error": "\(error)"])
            problem = Problem(error)
        } catch is HTTPParserError {
            // The body broke off, or is none; there is no next request on this connection.
            problem = Problem(
                status: 400,
                title: "Bad Request",
                code: .invalidRequest,
                detail: "The body is not what its head says."
            )
        } catch is ChannelError, is IOError, is CancellationError {
            // Nobody is there any more who could be answered.
            problem = Problem(
                status: 400,
                title: "Bad Request",
                code: .invalidRequest,
                detail: "The connection ended before the request did."
            )
        } catch let error as any HTTPResponseError {
            let status = error.status
            problem = Problem(
                status: status.code,
                title: status.reasonPhrase,
                code: status == .notFound ? .notFound : .invalidRequest,
                detail: status == .notFound
                    ? "There is no such path; /v1/openapi.json lists them."
                    : "The request is not understood."
            )
        } catch {
            // What an error says of itself may name documents and folders.
            let kind = ServiceFault.name(of: error)
            context.logger.error("a request failed", metadata: ["error": "\(kind)"])
            problem = Problem(
                status: 500,
                title: "Internal Server Error",
                code: .internalError,
                detail: "Something went wrong inside the service: \(kind)."
            )
        }
        return try JSON.response(
            problem,
            status: .init(code: problem.status),
            type: "application/problem+json"
        )
    }

    /// A name that the route does not know may be what a newer program's request is all about.
    private func refuseUnknownQuery(_ request: Request, _ context: BasicRequestContext) throws {
        guard let query = request.uri.query, !query.isEmpty, let path = context.endpointPath,
            let name = KnownQueries.firstUnknown(in: query, request.method.rawValue, path)
        else { return }
        throw Problem(unknownField: name)
    }
}
