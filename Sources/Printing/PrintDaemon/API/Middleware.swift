import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import PrintCenter
import PrintModel

/// Records the requests in progress.
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

/// Converts errors into `application/problem+json`.
struct Problems: RouterMiddleware {
    func handle(
        _ request: Request,
        context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let (problem, status) = Self.problem(error, of: request, context.logger)
            return try ProblemAnswer(problem.inWords(of: request.language), status: status).response
        }
    }

    /// The problem for an error, and its HTTP status if it differs from that of the cause.
    private static func problem(
        _ error: any Error,
        of request: Request,
        _ log: Logger
    ) -> (Problem, HTTPResponse.Status?) {
        switch error {
        case let problem as Problem:
            return (problem, nil)
        case let error as StoreError where error.code == .unreachable:
            // The log has a line when the database goes, and one when it is back.
            var problem = Problem(error)
            if request.onlyReads { problem.parameters?["reads"] = "true" }
            return (problem, nil)
        case let error as StoreError:
            log.error("the store failed", metadata: ["error": "\(error)"])
            return (Problem(error), nil)
        case is HTTPParserError:
            // The connection has no next request.
            return (Problem(.bodyBroken), nil)
        case is ChannelError, is IOError, is CancellationError:
            // The client is gone and reads no response.
            return (Problem(.connectionClosed), nil)
        case let error as any HTTPResponseError:
            return (Problem(error.status == .notFound ? .notFound : .malformed), error.status)
        default:
            // The description of an error may name documents and folders.
            let kind = ServiceFault.name(of: error)
            log.error("a request failed", metadata: ["error": "\(kind)"])
            return (Problem(.internalError, ["detail": "\(kind)"]), nil)
        }
    }
}

extension Request {
    /// What is asked without a change, although the question is in a body.
    ///
    /// A document that is sent for a question or a job is no change either: the service forgets it.
    private static let questions: Set = ["/v1/check", "/v1/options", "/v1/documents"]

    /// Whether the request changes nothing.
    fileprivate var onlyReads: Bool { method == .get || Self.questions.contains(uri.path) }
}
