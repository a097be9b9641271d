import FoundationEssentials
import Hummingbird
import NIOCore
import PrintCenter
import PrintModel

extension API {
    /// How long a stream says nothing before it finds out whether somebody still listens.
    private static let heartbeat = Duration.seconds(5)

    func availability(_ v1: RouterGroup<BasicRequestContext>) {
        v1.get("availability") { request, _ in
            let answer = await printing.availability(ofType: try Self.type(request))
            return try JSON.response(answer.inWords(of: request.language))
        }
        v1.post("availability") { request, _ in
            let query = request.uri.queryParameters
            let bytes = try await Self.beginning(request)
            let size = try request.number("size") ?? bytes.count
            let answer = try await printing.canPrint(
                bytes,
                name: Self.fileName(query["name"].map { String($0) }),
                size: size
            )
            return try JSON.response(answer.inWords(of: request.language))
        }
        v1.get("availability/events") { request, _ in
            let language = request.language
            let changes = printing.availabilityChanges(ofType: try Self.type(request))
            return ServerSentEvents.response(activity) { writer in
                var changes = changes.makeAsyncIterator()
                while !Task.isCancelled {
                    if let answer = await changes.next(within: Self.heartbeat) {
                        try await writer.write(
                            ServerSentEvents.event("availability", answer.inWords(of: language))
                        )
                    } else {
                        try await writer.write(ServerSentEvents.comment)
                    }
                }
            }
        }
        v1.get("printers/events") { request, _ in
            let language = request.language
            return ServerSentEvents.response(activity) { writer in
                var feed = printing.printerChanges().makeAsyncIterator()
                var isFirst = true
                // Says at once that the stream is open, even if there is nothing to tell yet.
                try await writer.write(ServerSentEvents.comment)
                while !Task.isCancelled {
                    guard let changes = await feed.next(within: Self.heartbeat) else {
                        try await writer.write(ServerSentEvents.comment)
                        continue
                    }
                    let told = changes.map { $0.inWords(of: language) }
                    if isFirst {
                        try await writer.write(
                            ServerSentEvents.event("printers", told.map(\.printer))
                        )
                    } else {
                        for change in told {
                            try await writer.write(ServerSentEvents.event("printer", change))
                        }
                    }
                    isFirst = false
                }
            }
        }
    }

    /// The MIME type that is asked about, if one is.
    private static func type(_ request: Request) throws -> String? {
        guard let type = request.uri.queryParameters["type"].map({ String($0) }) else { return nil }
        let isType = type.utf8.count <= 255 && type.split(separator: "/").count == 2
        guard isType, type.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            throw Problem(
                status: 400,
                title: "Bad Request",
                code: .invalidRequest,
                detail: "The type is no MIME type, such as application/pdf."
            )
        }
        return type
    }

    private static func beginning(_ request: Request) async throws -> [UInt8] {
        do {
            return Array(buffer: try await request.body.collect(upTo: PrintService.enoughToTell))
        } catch is NIOTooManyBytesError {
            throw Problem(
                status: 413,
                title: "Content Too Large",
                code: .invalidRequest,
                detail: "Send the first 64 KiB of the document, and its whole size as 'size'."
            )
        }
    }
}
