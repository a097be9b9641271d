import FileAccess
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A socket that the service is handed` {
    private static let shared = Result {
        try RunningLab(printers: "office", program: Programs.lab)
    }

    @Test func `is served, and stays for the next service`() throws {
        let service = try TestService(in: Self.shared.get(), more: ["PRINTCENTER_IDLE": "1"])
        let listening = try listen(at: service.socket)
        defer { close(listening) }
        for _ in 1...2 {
            // The request is there first, as when systemd starts the service for it.
            let client = try UnixSocket(service.socket)
            let request = "GET /v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            try client.write(Array(request.utf8))
            let running = try start(service, handing: listening)
            var reply: [UInt8] = []
            while let bytes = try client.read() { reply += bytes }
            let status = try #require(HTTPReply.take(from: &reply)?.first)
                .value(ServiceStatus.self)
            #expect(status.pid == running.process)
            try waitBlocking(for: "the service to leave") { running.endingIfEnded() != nil }
            #expect(running.endingIfEnded()?.code == 0)
            #expect(running.outputSoFar == "ready\n")
            #expect(unsafe access(service.socket, F_OK) == 0)
        }
    }

    @Test func `ends in order with a signal, and with a request to stop`() throws {
        let service = try TestService(in: Self.shared.get())
        let listening = try listen(at: service.socket)
        defer { close(listening) }
        for stop in [true, false] {
            let running = try start(service, handing: listening)
            let reply = try service.get("/v1/status")
            #expect(reply.headers["date"]?.hasSuffix(" GMT") == true)
            if stop {
                _ = try service.post("/v1/stop")
            } else {
                kill(running.process, SIGTERM)
            }
            try waitBlocking(for: "the service to leave") { running.endingIfEnded() != nil }
            #expect(running.endingIfEnded()?.code == 0)
            #expect(unsafe access(service.socket, F_OK) == 0)
        }
    }

    @Test func `is refused if clients look elsewhere, or if there are two`() throws {
        let service = try TestService(in: Self.shared.get())
        let listening = try listen(at: service.socket + ".other")
        defer { close(listening) }
        let other = try start(service, handing: listening)
        try waitBlocking(for: "the service to leave") { other.endingIfEnded() != nil }
        #expect(other.endingIfEnded()?.code == 69)
        #expect(other.outputSoFar.contains("\(service.socket)"))

        let right = try listen(at: service.socket)
        defer { close(right) }
        let two = try start(service, handing: right, count: "2")
        try waitBlocking(for: "the service to leave") { two.endingIfEnded() != nil }
        #expect(two.endingIfEnded()?.code == 69)
    }

    @Test func `is left alone if it is meant for another process`() throws {
        let more = ["LISTEN_PID": "1", "LISTEN_FDS": "1"]
        try withService(in: Self.shared.get(), more: more) { service in
            let reply = try service.get("/v1/status")
            #expect(reply.status == 200)
            #expect(service.end() == 0)
            #expect(unsafe access(service.socket, F_OK) != 0)
        }
    }

    /// A socket that listens, as the one of a socket unit does.
    private func listen(at path: String) throws -> Int32 {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        _ = unsafe mkdir(String(folder), 0o700)
        let descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
                | Int32(SOCK_NONBLOCK.rawValue),
            0
        )
        let address = try #require(UnixSocketAddress(path: path))
        let bound = unsafe address.withSocketAddress { unsafe bind(descriptor, $0, $1) }
        try #require(bound == 0 && Glibc.listen(descriptor, 16) == 0)
        return descriptor
    }

    /// Starts the service with a socket as its descriptor 3.
    private func start(
        _ service: TestService,
        handing listening: Int32,
        count: String = "1"
    ) throws -> RunningProgram {
        let script = "exec 3<&0 0</dev/null; LISTEN_PID=$$ exec \"$0\""
        return try RunningProgram(
            ["/bin/sh", "-c", script, BuiltPrograms.service],
            environment: service.environment.merging(["LISTEN_FDS": count]) { $1 },
            input: listening,
            files: service.folder + "/handed"
        )
    }
}
