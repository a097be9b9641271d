import FoundationEssentials
import Hummingbird
import NIOCore
import PrintCenter
import PrintModel

extension API {
    /// The interval of the comments that detect a client that is gone.
    private static let heartbeat = Duration.seconds(5)

    func availability(_ v1: inout Routes) {
        v1.get("availability", query: ["type"]) { request, _ in
            let answer = await printing.availability(ofType: try Self.type(request))
            return try JSON.response(answer.inWords(of: request.language))
        }
        v1.post("availability", query: ["name", "size"]) { request, _ in
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
        v1.get("availability/events", query: ["type"]) { request, _ in
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
                // Confirms at once that the stream is open, even without an event.
                try await writer.write(ServerSentEvents.comment)
                while !Task.isCancelled {
                    guard let changes = await feed.next(within: Self.heartbeat) else {
                        try await writer.write(ServerSentEvents.comment)
                        continue
                    }
                    let translated = changes.map { $0.inWords(of: language) }
                    if isFirst {
                        try await writer.write(
                            ServerSentEvents.event("printers", translated.map(\.printer))
                        )
                    } else {
                        for change in translated {
                            try await writer.write(ServerSentEvents.event("printer", change))
                        }
                    }
                    isFirst = false
                }
            }
        }
    }

    /// The MIME type in the query, if any.
    private static func type(_ request: Request) throws -> String? {
        guard let type = request.uri.queryParameters["type"].map({ String($0) }) else { return nil }
        let isType = type.utf8.count <= 255 && type.split(separator: "/").count == 2
        guard isType, type.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            throw Problem(.malformedType, field: "type")
        }
        return type
    }

    private static func beginning(_ request: Request) async throws -> [UInt8] {
        do {
            return Array(buffer: try await request.body.collect(upTo: PrintService.beginningLimit))
        } catch is NIOTooManyBytesError {
            throw Problem(.beginningTooLarge)
        }
    }
}
