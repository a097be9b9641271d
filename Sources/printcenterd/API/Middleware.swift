import Hummingbird
import Logging
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
            return try await next(request, context)
        } catch let thrown as Problem {
            problem = thrown.inWords(of: request.language)
        } catch let error as StoreError {
            context.logger.error("the store failed", metadata: ["error": "\(error)"])
            problem = Problem(error)
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
            context.logger.error("a request failed", metadata: ["error": "\(error)"])
            problem = Problem(
                status: 500,
                title: "Internal Server Error",
                code: .internalError,
                detail: "Something went wrong inside the service: \(error)"
            )
        }
        return try JSON.response(
            problem,
            status: .init(code: problem.status),
            type: "application/problem+json"
        )
    }
}
