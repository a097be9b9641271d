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
        let printed = try service.print(Papers.pdf(pages: 3), on: "slow", name: name)
        let waiting = try service.print(Papers.pdf(pages: 1), on: "empty", name: name + "-waits")
        try service.wait(for: printed, toBe: .printing, .completed)
        // Readers who stay, and never say anything.
        let jobs = try EventStream(service.socket)
        try jobs.open()
        let printers = try Self.ask(service, "GET /v1/printers/events HTTP/1.1\r\n\r\n")
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
        try way.end(service)
        // Nothing of ours closes a connection: it ends by itself.
        #expect(service.waitForEnd() == 0)
        #expect(unsafe access(service.socket, F_OK) != 0)
        withExtendedLifetime((jobs, printers, upload, layout)) {}

        try service.serve()
        #expect(try service.wait(for: printed, toBe: .completed).state == .completed)
        #expect(try service.received(name, by: "slow").count == 1)
        #expect(try !service.job(waiting).state.isFinal)
        _ = try service.cancel(waiting)
        try service.wait(for: waiting, toBe: .canceled)
        service.end()
    }

    private static func ask(_ service: TestService, _ request: String) throws -> UnixSocket {
        let connection = try UnixSocket(service.socket)
        let words = request.replacing(" HTTP/1.1\r\n", with: " HTTP/1.1\r\nHost: localhost\r\n")
        try connection.write(Array(words.utf8))
        return connection
    }

    @Test func `of one that has served, and hangs, is brought about by the next`() throws {
        // As patient as for its user: in this time, it has to miss the other one.
        let service = try TestService(in: Self.shared.get(), more: ["PRINTCENTER_PATIENCE": "1"])
        try service.serve()
        let job = try service.print(Papers.pdf(pages: 1), on: "empty", name: "taken-over")
        try service.wait(for: job, toBe: .waiting)
        // As if it were in the middle of an end that never comes: nobody can connect, and it has its locks.
        let hanging = service.process
        kill(hanging, SIGSTOP)
        #expect(unsafe unlink(service.socket) == 0)
        let next = try ServiceProcess(
            environment: service.environment,
            log: service.folder + "/log"
        )
        #expect(try next.line() == "ready")
        #expect(service.waitForEnd() == 128 + SIGKILL)
        #expect(try service.ownJobs().map(\.id) == [job])
        _ = try service.cancel(job)
        try service.wait(for: job, toBe: .canceled)
        #expect(next.end(SIGTERM) == .exited(0))
    }

    @Test func `is not brought about of who has not served yet`() throws {
        let service = try TestService(in: Self.shared.get(), more: ["PRINTCENTER_PATIENCE": "1"])
        try service.lab.folder.makeFolder(service.folder + "/run", mode: 0o700)
        // It has the lock, as one that opens a large queue, and claims nothing.
        let lock = unsafe open(service.socket + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        #expect(try service.start().hasPrefix("error: "))
        #expect(service.waitForEnd() == 69)
    }
}
