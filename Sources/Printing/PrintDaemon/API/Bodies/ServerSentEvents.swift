import FoundationEssentials
import Hummingbird
import NIOCore
import PrintModel

/// Server-sent events (HTML, 9.2) of states: they have no id, because a client that reconnects gets
/// the current state.
enum ServerSentEvents {
    /// A comment, which detects a client that is gone.
    static let comment = ByteBuffer(string: ":\n\n")

    /// An event whose data is a value in JSON.
    static func event(_ name: String, _ value: some Encodable) throws -> ByteBuffer {
        let json = String(decoding: try WireFormat.encode(value), as: UTF8.self)
        return ByteBuffer(string: "event: \(name)\ndata: \(json)\n\n")
    }

    /// A response of events; the service stays alive while a client reads it.
    ///
    /// - Parameters:
    ///   - activity: Records that a client reads.
    ///   - write: Writes the events, until the task is canceled.
    /// - Returns: The response.
    static func response(
        _ activity: Activity,
        _ write: @Sendable @concurrent @escaping (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        let body = ResponseBody { writer in
            // Start here, not before: a client that is already gone gets nothing.
            activity.begin()
            defer { activity.end() }
            try await write(&writer)
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: body
        )
    }
}
