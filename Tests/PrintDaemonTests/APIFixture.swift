import FoundationEssentials
import Glibc
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import PrintCenter
import PrintFakes
import PrintModel
import ProofKit
import QuickPreview
import Synchronization

@testable import PrintDaemon

/// The API of a service in this process: its store and its spool are real, and lie in a temporary
/// folder; a fake reads its documents.
struct TestAPI: Sendable {
    let api: API
    private let responder: RouterResponder<BasicRequestContext>
    private let stopCount: StopCount
    private let settings: URL

    /// How often a client asked for the end of the service.
    var stops: Int { stopCount.value }

    init(folder: String) async throws {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let count = StopCount()
        stopCount = count
        var configuration = PrintService.Configuration(stateFolder: folder, user: "ann")
        configuration.settingsFolder = folder
        settings = URL(filePath: folder + "/settings.json")
        let printing = try await PrintService(
            configuration: configuration,
            preparer: FakePreparer(),
            log: log
        )
        api = API(
            printing: printing,
            previewer: Previewer(configuration: PreviewerConfiguration(timeLimit: .patience * 10)),
            activity: Activity(),
            readers: EventReaders(),
            strangers: Strangers(),
            socket: "/test/socket",
            patience: .patience,
            stop: { count.add() },
            openPage: { _ in PageAddress(url: "http://127.0.0.1:1/#0") },
            pageVisit: { _ in PageVisit(state: .missed) }
        )
        responder = api.responder
    }

    /// Writes the `settings.json` of the user.
    func writeSettings(_ text: String) throws {
        try Data(text.utf8).write(to: settings)
    }

    /// The answer to a request.
    struct Answer {
        let status: Int
        let type: String?
        let data: Data

        var text: String { String(decoding: data, as: UTF8.self) }
        var problem: Problem {
            get throws { try WireFormat.decode(Problem.self, from: data) }
        }
    }

    /// Sends a request past the network.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = "",
        _ headers: HTTPFields = [:]
    ) async throws -> Answer {
        let request = Request(
            head: HTTPRequest(
                method: method,
                scheme: "http",
                authority: "localhost",
                path: path,
                headerFields: headers
            ),
            body: RequestBody(buffer: ByteBuffer(string: body))
        )
        let source = ApplicationRequestContextSource(
            channel: EmbeddedChannel(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let response = try await responder.respond(
            to: request,
            context: BasicRequestContext(source: source)
        )
        let collected = Mutex(ByteBuffer())
        let writer = Collector { bytes in
            collected.withLock { collected in
                var bytes = bytes
                collected.writeBuffer(&bytes)
            }
        }
        try await response.body.write(writer)
        return Answer(
            status: response.status.code,
            type: response.headers[.contentType],
            data: collected.withLock { Data($0.readableBytesView) }
        )
    }
}

/// Runs a test with an API, and removes its folder.
func withAPI(_ body: (TestAPI) async throws -> Void) async throws {
    let folder = try TemporaryFolder("printdaemon-tests")
    defer { withExtendedLifetime(folder) {} }
    try await body(try await TestAPI(folder: folder.path))
}

/// Counts across threads.
private final class StopCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}

/// Takes in the body of a response.
private struct Collector: ResponseBodyWriter {
    let take: @Sendable (ByteBuffer) -> Void

    mutating func write(_ buffer: ByteBuffer) async throws { take(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// A value of any JSON.
enum JSONValue: Decodable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let object = try? container.decode([String: JSONValue].self) {
            self = .object(object)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else {
            self = .other
        }
    }

    subscript(_ key: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    var elements: [JSONValue] {
        guard case .array(let array) = self else { return [] }
        return array
    }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
