import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import PrintModel

/// Watches the requests and responses of a connection.
///
/// It reports their beginning and end to ``ConnectionWatch``, adds the service's version to each
/// response, adds a body to errors from below the API that have none, and removes the body of a
/// response to HEAD: a client would parse it as the beginning of the next response (RFC 9110,
/// 9.3.2).
final class ExchangeWatch: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connection: ConnectionWatch
    /// The body of an error response in progress that has none of its own.
    private var missingBody: ByteBuffer?
    /// Whether each pending request is a HEAD, in order of arrival.
    private var heads: [Bool] = []
    /// Whether the response in progress belongs to a HEAD.
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
                // The next handler knows only this spelling.
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

    /// Whether the connection closes after the response: a list of words, in any case (RFC 9110,
    /// 7.6.1).
    private static func asksForEnd(_ head: HTTPRequest) -> Bool {
        head.headerFields[values: .connection].contains { value in
            value.split(separator: ",").contains { word in
                word.filter { $0 != " " && $0 != "\t" }.lowercased() == "close"
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // An error before a whole request counts as a malformed request.
        let isOfConnection = error is IOError || error is ChannelError
        context.fireErrorCaught(
            error is HTTPParserError || isOfConnection ? error : HTTPParserError.unknown
        )
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            connection.state.answerBegins()
            // A malformed request gets a response, too; its method is unknown.
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
        let problem = ProblemAnswer(
            Problem(status.code >= 500 ? .internalError : .malformed),
            status: status
        )
        // Encoding cannot fail: the values are strings and numbers.
        return ByteBuffer(bytes: (try? WireFormat.encode(problem)).map { Array($0) } ?? [])
    }
}
