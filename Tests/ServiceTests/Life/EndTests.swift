import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `The end of the service` {
    private static let shared = Result {
        try RunningLab(printers: "slow,empty", program: Programs.lab)
    }

    enum Way: String, CaseIterable {
        case hangup, interrupt, terminate, stop

        func end(_ service: TestService) throws {
            switch self {
            case .hangup: kill(service.process, SIGHUP)
            case .interrupt: kill(service.process, SIGINT)
            case .terminate: kill(service.process, SIGTERM)
            case .stop: _ = try? service.post("/v1/stop")
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `comes in each way, whoever reads and sends, and the next service goes on`(
        _ way: Way
    ) throws {
        let service = try TestService(in: Self.shared.get())
        try service.serve()
        let name = "end-\(way.rawValue)"
        let printed = try service.print(Papers.pdf(pages: 2), on: "slow", name: name)
        let waiting = try service.print(Papers.pdf(pages: 1), on: "empty", name: name + "-waits")
        try service.wait(for: printed, toBe: .printing, .completed)
        // Readers who stay, and never say anything.
        let jobs = try EventStream(service.socket)
        try jobs.open()
        let printers = try Self.ask(service, "GET /v1/printers/events HTTP/1.1\r\n\r\n")
        _ = try printers.read()
        // A document of which the rest never comes, and one that is laid out.
        let upload = try Self.ask(
            service,
            "POST /v1/documents?name=a.txt HTTP/1.1\r\nContent-Length: 1000000\r\n\r\nbegin"
        )
        let text = try service.document(
            Array(String(repeating: "a\n", count: 300_000).utf8),
            name: "long.txt"
        )
        let body = #"{"document":"\#(text.id ?? "")","printer":"slow","ticket":{}}"#
        let layout = try Self.ask(
            service,
            "POST /v1/previews HTTP/1.1\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        // It comes after all of these.
        _ = try service.get("/v1/status")
        try way.end(service)
        // Nothing of ours closes a connection: it ends by itself.
        try Self.expectEnd(of: service)
        withExtendedLifetime((jobs, printers, upload, layout)) {}

        try service.serve()
        #expect(try service.wait(for: printed, toBe: .completed).state == .completed)
        #expect(try service.received(name, by: "slow").count == 1)
        #expect(try !service.job(waiting).state.isFinal)
        _ = try service.cancel(waiting)
        try service.wait(for: waiting, toBe: .canceled)
        service.end()
    }

    @Test func `comes when nobody needs it, whatever connections are left`() throws {
        let service = try TestService(in: Self.shared.get(), more: ["PRINTCENTER_IDLE": "1"])
        try service.serve()
        let silent = try UnixSocket(service.socket)
        let kept = try Self.ask(service, "GET /v1/status HTTP/1.1\r\n\r\n")
        _ = try kept.read()
        let half = try Self.ask(service, "GET /v1/status HTTP/1.1\r\n")
        try Self.expectEnd(of: service)
        withExtendedLifetime((silent, kept, half)) {}
    }

    /// Expects that a service ends by itself, and leaves no socket.
    private static func expectEnd(of service: TestService) throws {
        try ServiceTests.wait(for: "the service to end") { service.hasEnded }
        #expect(service.waitForEnd() == 0)
        #expect(unsafe access(service.socket, F_OK) != 0)
    }

    private static func ask(_ service: TestService, _ request: String) throws -> UnixSocket {
        let connection = try UnixSocket(service.socket)
        let words = request.replacing(" HTTP/1.1\r\n", with: " HTTP/1.1\r\nHost: localhost\r\n")
        try connection.write(Array(words.utf8))
        return connection
    }

    @Test func `of one that hangs is brought about by the next, and of nobody else`() throws {
        // As patient as for its user: in this time, it has to miss the other one.
        let patience = ["PRINTCENTER_PATIENCE": "1"]
        let service = try TestService(in: Self.shared.get(), more: patience)
        try service.serve()
        let job = try service.print(Papers.pdf(pages: 1), on: "empty", name: "taken-over")
        try service.wait(for: job, toBe: .waiting)
        // As if it were in the middle of an end that never comes: nobody can connect, and it has its locks.
        kill(service.process, SIGSTOP)
        #expect(unsafe unlink(service.socket) == 0)
        // As one that opens a large queue: it has the lock, and has not served.
        let other = try TestService(in: Self.shared.get(), more: patience)
        try other.lab.folder.makeFolder(other.folder + "/run", mode: 0o700)
        let lock = unsafe open(other.socket + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let starting = try Self.start(other)
        // Both wait for the lock; the one that does not get it must not end the one that does.
        let nexts = try (0..<2).map { _ in try Self.start(service) }
        var winner: ServiceProcess?
        for next in nexts where try next.line() == "ready" {
            #expect(winner == nil)
            winner = next
        }
        #expect(service.waitForEnd() == 128 + SIGKILL)
        #expect(try service.ownJobs().map(\.id) == [job])
        _ = try service.cancel(job)
        try service.wait(for: job, toBe: .canceled)
        #expect(try starting.line()?.hasPrefix("error: ") == true)
        #expect(starting.wait() == .exited(69))
        #expect(try #require(winner).end(SIGTERM) == .exited(0))
        for next in nexts { next.wait() }
    }

    private static func start(_ service: TestService) throws -> ServiceProcess {
        try ServiceProcess(environment: service.environment, log: service.folder + "/log")
    }
}
