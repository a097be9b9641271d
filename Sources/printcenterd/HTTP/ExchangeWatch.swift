import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import PrintModel

/// Watches the requests and answers of a connection.
///
/// It tells ``ConnectionWatch`` where they begin and end, puts the service's version on each answer,
/// gives a body to those errors that come from below the API and have none, and takes it from what
/// answers a HEAD: a client would take it for the beginning of the next answer (RFC 9110, 9.3.2).
final class ExchangeWatch: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connection: ConnectionWatch
    /// The body of an error that is being written and has none of its own.
    private var missingBody: ByteBuffer?
    /// Whether each request that waits for its answer is a HEAD; as many as were read ahead.
    private var heads: [Bool] = []
    /// Whether the answer that is being written belongs to a HEAD.
    private var isToHead = false

    init(_ connection: ConnectionWatch) {
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            let isPipe = head.headerFields[.contentLength] == nil
            connection.state.receivedHead(isPipe: isPipe, now: .now())
            heads.append(head.method == .head)
            connection.note(context)
            if Self.asksForEnd(head) {
                // Whoever reads this knows one way only to say it.
                head.headerFields[.connection] = "close"
                context.fireChannelRead(wrapInboundOut(.head(head)))
                return
            }
        case .body: break
        case .end:
            connection.state.receivedEnd(now: .now())
            connection.note(context)
        }
        context.fireChannelRead(data)
    }

    /// Whether the connection is to end after the answer: one of several words, in any case (RFC 9110, 7.6.1).
    private static func asksForEnd(_ head: HTTPRequest) -> Bool {
        head.headerFields[values: .connection].contains { value in
            value.split(separator: ",").contains { word in
                word.filter { $0 != " " && $0 != "\t" }.lowercased() == "close"
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What goes wrong before a request is one has to be answered as a request that is none.
        let isOfConnection = error is IOError || error is ChannelError
        context.fireErrorCaught(
            error is HTTPParserError || isOfConnection ? error : HTTPParserError.unknown
        )
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            connection.state.answerBegins()
            // What is no request at all is answered too; nobody knows then what it was.
            isToHead = heads.isEmpty ? false : heads.removeFirst()
            if let name = HTTPField.Name(ServiceVersion.header) {
                head.headerFields[name] = projectVersion
            }
            if head.status.code >= 400, head.headerFields[.contentType] == nil {
                let body = Self.body(head.status)
                head.headerFields[.contentType] = "application/problem+json"
                head.headerFields[.contentLength] = "\(body.readableBytes)"
                missingBody = body
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            if isToHead {
                promise?.succeed()
            } else {
                context.write(data, promise: promise)
            }
        case .end:
            if let body = missingBody.take(), !isToHead {
                context.write(wrapOutboundOut(.body(body)), promise: nil)
            }
            connection.state.answerEnds(now: .now())
            connection.note(context)
            context.write(data, promise: promise)
        }
    }

    private static func body(_ status: HTTPResponse.Status) -> ByteBuffer {
        let problem = Problem(
            status: status.code,
            title: status.reasonPhrase,
            code: status.code >= 500 ? .internalError : .invalidRequest,
            detail: status.code >= 500
                ? "Something went wrong inside the service." : "The request is not understood."
        )
        // It has nothing in it that cannot be written.
        return ByteBuffer(bytes: (try? WireFormat.encode(problem)).map { Array($0) } ?? [])
    }
}
