import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenterClient

/// The line with which a service says that it is ready, and what it inherits.
@Suite struct `Starting the service` {
    /// Writes a service that is a shell script, and the environment that names it.
    private func script(_ text: String, in folder: String) throws -> [String: String] {
        try makeFile("\(folder)/service", Array("#!/bin/sh\n\(text)\n".utf8), mode: 0o700)
        return [
            "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_STATE_HOME": "\(folder)/state",
            "PRINTCENTER_SOCKET": "\(folder)/socket", "PRINTCENTERD": "\(folder)/service",
            "PRINTCENTER_PATIENCE": "100",
        ]
    }

    /// A line of a script that ends once there is a socket.
    // Time: between two looks
    // Time: between two looks
    private static let waitForSocket = "while [ ! -S socket ]; do sleep 0.01; done"

    private func failure(_ text: String) async throws -> ClientError? {
        try await withFolder { folder in
            let client = try PrintCenterClient(environment: try script(text, in: folder))
            return await #expect(throws: ClientError.self) { _ = try await client.status() }
        }
    }

    private func text(_ path: String) -> String {
        // A file that is not there says nothing.
        String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
    }

    @Test func `a service that cannot start says why in its own words`() async throws {
        let error = try await failure("echo 'error: The disk is full. Make room.'; exit 69")
        #expect(error?.code == .serviceUnavailable)
        #expect(error?.description == "The disk is full. Make room.")
    }

    @Test func `a service that cannot start says why in each language`() async throws {
        let error = try await failure(
            "echo 'error: The disk is full.'; echo 'error zh-Hans: 磁盘已满。'; exit 69"
        )
        #expect(error?.message(in: .english) == "The disk is full.")
        #expect(error?.message(in: .simplifiedChinese) == "磁盘已满。")
    }

    // Time: it ends after it has closed its output
    // Time: it ends after its output
    @Test(arguments: ["exit 1", "echo nonsense", "exec >&-; exec sleep 0.2"])
    func `a service that ends at once is told from one that serves`(_ text: String) async throws {
        let error = try await failure(text)
        #expect(error?.code == .serviceUnavailable)
        #expect(error?.description.contains("exited before it was ready") == true)
        #expect(error?.description.contains("printcenterd.log") == true)
    }

    @Test func `a program that is not there is named`() async throws {
        try await withFolder { folder in
            var environment = try script("", in: folder)
            environment["PRINTCENTERD"] = "\(folder)/nobody"
            let client = try PrintCenterClient(environment: environment)
            let error = await #expect(throws: ClientError.self) { _ = try await client.status() }
            #expect(error?.code == .serviceUnavailable)
            #expect(error?.description.contains("\(folder)/nobody") == true)
        }
    }

    @Test func `a program that is being written is run when it is complete`() async throws {
        try await withFolder { folder in
            let environment = try script("echo 'error: It runs.'", in: folder)
            let writing = unsafe open("\(folder)/service", O_WRONLY | O_CLOEXEC)
            let client = try PrintCenterClient(environment: environment)
            // On a thread of its own, so that it happens in time on a busy machine too.
            Background.run {
                // The log is opened a moment before the program is run for the first time.
                try? waitBlocking(for: "the start") {
                    unsafe access("\(folder)/state/printcenter/printcenterd.log", F_OK) == 0
                }
                // Time: usually, the first attempt comes meanwhile
                usleep(100_000)
                close(writing)
            }
            let error = await #expect(throws: ClientError.self) { _ = try await client.status() }
            #expect(error?.description == "It runs.")
        }
    }

    @Test func `a service that says nothing is not waited for without end`() async throws {
        try await withFolder { folder in
            // Time: longer than it is waited for
            let environment = try script("exec sleep 3", in: folder)
            var launcher = ServiceLauncher(
                environment: environment,
                stateFolder: "\(folder)/state"
            )
            // Time: is never met
            launcher.patience = .milliseconds(200)
            let error = await #expect(throws: ClientError.self) { try await launcher.start() }
            #expect(error?.description.contains("not ready after 0.2 seconds") == true)
        }
    }

    @Test func `the service gets a session, streams and a log of its own`() async throws {
        try await withFolder { folder in
            let environment = try script(
                """
                cd \(folder)
                ls -l /proc/$$/fd > fds
                readlink /proc/$$/fd/0 > input
                cut -d' ' -f6 /proc/$$/stat > session
                echo $$ > process
                echo complaint >&2
                echo "error: enough"
                """,
                in: folder
            )
            // A descriptor that nobody has marked as private, with a number that no shell takes.
            let stray = fcntl(STDERR_FILENO, F_DUPFD, 500)
            try #require(stray >= 500)
            defer { close(stray) }
            let client = try PrintCenterClient(environment: environment)
            await #expect(throws: ClientError.self) { _ = try await client.status() }
            #expect(text("\(folder)/input") == "/dev/null\n")
            #expect(text("\(folder)/session") == text("\(folder)/process"))
            #expect(!text("\(folder)/session").isEmpty)
            #expect(!text("\(folder)/fds").contains(" \(stray) -> "))
            let log = "\(folder)/state/printcenter/printcenterd.log"
            #expect(text(log) == "complaint\n")
            var facts = stat()
            #expect(unsafe lstat(log, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        }
    }

    @Test func `the one of two that finds another one serving is as good`() async throws {
        try await withFolder { folder in
            let environment = try script(
                """
                cd \(folder)
                if mkdir first; then word=ready; else word=running; fi
                touch started.$$
                \(Self.waitForSocket)
                echo $word
                """,
                in: folder
            )
            let status = ServiceStatus(pid: 1, socket: "s", version: "1", activeJobs: 0)
            let clients = try (0..<2).map { _ in try PrintCenterClient(environment: environment) }
            let answers = try await withThrowingTaskGroup(of: ServiceStatus.self) { group in
                for client in clients { group.addTask { try await client.status() } }
                try await wait(for: "both clients to start a service") {
                    try FileManager.default.contentsOfDirectory(atPath: folder)
                        .filter { $0.hasPrefix("started.") }.count == 2
                }
                let service = try FakeService(in: folder) { _, connection in
                    try connection.request()
                    try connection.answer(200, status)
                }
                defer { service.stop() }
                var answers: [ServiceStatus] = []
                for try await answer in group { answers.append(answer) }
                return answers
            }
            #expect(answers == [status, status])
        }
    }

    @Test func `a service that was killed is started again, and its old socket is no hindrance`()
        async throws
    {
        try await withFolder { folder in
            // What a killed service leaves behind: a socket on which nobody listens.
            let dead = try FakeService(in: folder) { _, _ in }
            dead.stop()
            let old = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(old) }
            try #require(bindSocket(old, "\(folder)/socket"))
            let environment = try script(
                "cd \(folder); rm socket; touch started; \(Self.waitForSocket); echo ready",
                in: folder
            )
            let client = try PrintCenterClient(environment: environment)
            let status = ServiceStatus(pid: 1, socket: "s", version: "1", activeJobs: 0)
            async let answer = client.status()
            try await wait(for: "the start of a service") {
                unsafe access("\(folder)/started", F_OK) == 0
            }
            let service = try FakeService(in: folder) { _, connection in
                try connection.request()
                try connection.answer(200, status)
            }
            defer { service.stop() }
            let told = try await answer
            #expect(told == status)
        }
    }
}

/// A program that only shows what the service does.
@Suite struct `Following a service` {
    private let status = ServiceStatus(pid: 1, socket: "s", version: "1", activeJobs: 0)

    /// Has a client that starts no stopped service work in a folder, with a service that says that it runs, and ends.
    private func with(
        _ body: (PrintCenterClient, _ folder: String) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try makeFile(
                "\(folder)/service",
                Array("#!/bin/sh\necho 'error: It runs.'\n".utf8),
                mode: 0o700
            )
            var client = try PrintCenterClient(environment: [
                "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_STATE_HOME": "\(folder)/state",
                "PRINTCENTER_SOCKET": "\(folder)/socket", "PRINTCENTERD": "\(folder)/service",
                "PRINTCENTER_PATIENCE": "100",
            ])
            client.startsStopped = false
            try await body(client, folder)
        }
    }

    @Test func `leaves a stopped one as it is`() async throws {
        try await with { client, _ in
            let error = await #expect(throws: ClientError.self) { _ = try await client.status() }
            #expect(error?.code == .serviceUnavailable)
            #expect(error?.description == "The service was stopped.")
        }
    }

    @Test func `does not have systemd start a stopped one`() async throws {
        try await with { client, folder in
            // It listens, and no service has the lock.
            let systemd = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(systemd) }
            try #require(bindSocket(systemd, "\(folder)/socket") && listen(systemd, 8) == 0)
            let error = await #expect(throws: ClientError.self) { _ = try await client.status() }
            #expect(error?.description == "The service was stopped.")
            var waiting = pollfd(fd: systemd, events: Int16(POLLIN), revents: 0)
            #expect(unsafe poll(&waiting, 1, 0) == 0)
        }
    }

    @Test func `starts one that has crashed`() async throws {
        try await with { client, folder in
            let old = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            try #require(bindSocket(old, "\(folder)/socket"))
            close(old)
            let error = await #expect(throws: ClientError.self) { _ = try await client.status() }
            #expect(error?.description == "It runs.")
        }
    }

    @Test func `does not connect to one whose events have ended before it has exited`() async throws
    {
        try await with { client, folder in
            let service = try FakeService(in: folder) { _, connection in
                try connection.request()
                try connection.beginEvents()
            }
            let following = Task { [client] in
                for try await _ in client.follow([]) {}
            }
            try await wait(for: "the first request") { service.requests.count == 1 }
            // Time: usually, it would connect again meanwhile
            try await Task.sleep(for: .milliseconds(200))
            #expect(service.requests.count == 1)
            service.stop()
            let error = await #expect(throws: ClientError.self) {
                try await following.value
            }
            #expect(error?.description == "The service was stopped.")
        }
    }

    @Test func `waits for one that is about to serve`() async throws {
        try await with { client, folder in
            let lock = FakeService.lock(folder)
            async let answer = client.status()
            // Time: usually, it looks meanwhile
            try await Task.sleep(for: .milliseconds(50))
            let service = try FakeService(in: folder, holding: lock) { _, connection in
                try connection.request()
                try connection.answer(200, status)
            }
            defer { service.stop() }
            let told = try await answer
            #expect(told == status)
        }
    }
}

@Suite struct `The service's socket` {
    @Test func `a path that no socket can have is named`() {
        let error = #expect(throws: ClientError.self) {
            try PrintCenterClient(environment: [
                "PRINTCENTER_SOCKET": "/tmp/" + String(repeating: "x", count: 103)
            ])
        }
        #expect(error?.code == .serviceUnavailable)
        #expect(error?.description.contains("107 bytes") == true)
    }

    @Test func `a path of 107 bytes is none too long`() throws {
        _ = try PrintCenterClient(environment: [
            "PRINTCENTER_SOCKET": "/tmp/" + String(repeating: "x", count: 102)
        ])
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give a file away"),
        arguments: ["", "/socket"]
    )
    func `a socket or folder of somebody else is not used`(_ part: String) async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(200, [Sample.job(1)])
        }
        try await withService(answer) { service in
            try #require(unsafe chown(service.folder + part, 65_534, 65_534) == 0)
            let client = try service.client
            let error = await #expect(throws: ClientError.self) { _ = try await client.jobs() }
            #expect(error?.code == .foreignSocket)
            #expect(error?.description.contains("uid 65534") == true)
            #expect(service.requests.isEmpty)
        }
    }
}
