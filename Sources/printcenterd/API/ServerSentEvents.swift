import FoundationEssentials
import Hummingbird
import NIOCore
import PrintModel

/// Server-sent events (HTML, 9.2) of states: they have no id, because who comes back is told how
/// things are then.
enum ServerSentEvents {
    /// A comment, which finds out whether somebody still listens.
    static let comment = ByteBuffer(string: ":\n\n")

    /// An event whose data is a value in JSON.
    static func event(_ name: String, _ value: some Encodable) throws -> ByteBuffer {
        let json = String(decoding: try WireFormat.encode(value), as: UTF8.self)
        return ByteBuffer(string: "event: \(name)\ndata: \(json)\n\n")
    }

    /// An answer of events; the service stays for as long as somebody reads it.
    ///
    /// - Parameters:
    ///   - activity: Notes that somebody reads.
    ///   - write: Writes the events, until the task is canceled.
    /// - Returns: The answer.
    static func response(
        _ activity: Activity,
        _ write: @Sendable @concurrent @escaping (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        let body = ResponseBody { writer in
            // Here, not before: a client that has gone already is written nothing.
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
