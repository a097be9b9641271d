import Glibc
import PrintModel
import Testing

@testable import PrintCenterClient

/// A service may leave in the moment in which it is asked; whoever asks does not notice.
@Suite struct `A service that leaves` {
    @Test func `a question that was not answered is asked again`() async throws {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            if number < 2 { return }
            try connection.answer(200, [Sample.job(1)])
        }
        try await withService(answer) { service in
            let jobs = try await service.client.jobs()
            #expect(jobs == [Sample.job(1)])
            #expect(service.requests.count == 3)
        }
    }

    @Test func `an answer that breaks off is asked for again`() async throws {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            if number == 0 {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n[{\"id\":")
                return
            }
            try connection.answer(200, [Sample.job(1)])
        }
        try await withService(answer) { service in
            let jobs = try await service.client.jobs()
            #expect(jobs == [Sample.job(1)])
        }
    }

    @Test func `a submission is repeated under the same key`() async throws {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            if number > 0 { try connection.answer(201, Sample.job(1)) }
        }
        try await withService(answer) { service in
            let job = try await service.client.submit(SubmissionRequest(document: "d1"))
            #expect(job == Sample.job(1))
            let keys = service.requests.map { $0.headers["idempotency-key"] }
            #expect(keys.count == 2)
            #expect(keys[0] != nil && keys[0] == keys[1])
            #expect(service.requests[0].body == service.requests[1].body)
        }
    }

    @Test func `that cannot be started again leaves a doubt, which is told`() async throws {
        try await withFolder { folder in
            try makeFile(
                "\(folder)/printcenterd",
                Array("#!/bin/sh\nexit 1\n".utf8),
                mode: 0o700
            )
            for (method, isInDoubt) in [("POST", true), ("GET", false)] {
                let service = try FakeService(in: folder) { _, connection in
                    try connection.request()
                    _ = unsafe unlink("\(folder)/socket")
                }
                defer { service.stop() }
                let client = try PrintCenterClient(environment: [
                    "PRINTCENTER_SOCKET": "\(folder)/socket", "XDG_STATE_HOME": folder,
                    "PRINTCENTERD": "\(folder)/printcenterd", "PRINTCENTER_PATIENCE": "100",
                ])
                let error = await #expect(throws: ClientError.self) {
                    if method == "GET" {
                        _ = try await client.jobs()
                    } else {
                        _ = try await client.submit(SubmissionRequest(document: "d1"))
                    }
                }
                #expect(error?.code == .serviceUnavailable)
                #expect(error?.isInDoubt == isInDoubt)
                #expect(error?.description.contains("printq jobs --all") == isInDoubt)
                _ = unsafe unlink("\(folder)/socket")
            }
        }
    }

    @Test func `a long list is read element by element`() async throws {
        // With all that could be taken for the structure, across the borders of what is read at once.
        let name = String(repeating: "x\\\"],[{", count: 2000)
        let jobs = (1...20).map { Sample.job($0, name: name) }
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(200, jobs)
        }
        try await withService(answer) { service in
            let told = try await service.client.jobs()
            #expect(told == jobs)
        }
    }

    @Test(arguments: ["{}", "[", "[1,", "[{}", "[1]]", "[]x", "[,]", "x", "", "[{]}"])
    func `a list that is none is not understood`(_ text: String) async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
            )
        }
        try await withService(answer) { service in
            let client = try service.client
            let error = await #expect(throws: ClientError.self) { _ = try await client.jobs() }
            #expect(error?.code == .badAnswer)
        }
    }

    @Test func `a file is sent again from where it was read first`() async throws {
        let bytes = noise(600_000)
        let answer: FakeService.Answer = { number, connection in
            let head = try connection.head()
            if number == 0 {
                _ = try connection.take(300_000)
                return
            }
            #expect(try connection.body(head) == Array(bytes.dropFirst(7)))
            try connection.answer(201, Sample.facts)
        }
        try await withService(answer) { service in
            let path = try makeFile("\(service.folder)/f", bytes)
            try await withOpenFile(path) { file in
                lseek(file, 7, SEEK_SET)
                let facts = try await service.client.send(file, name: "f")
                #expect(facts == Sample.facts)
            }
        }
    }

    @Test func `a pipe is not sent twice, because it cannot be read twice`() async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
        }
        try await withService(answer) { service in
            var ends: [Int32] = [-1, -1]
            try #require(unsafe pipe(&ends) == 0)
            let reading = ends[0]
            try #require(unsafe write(ends[1], "text", 4) == 4)
            close(ends[1])
            defer { close(reading) }
            let client = try service.client
            let error = await #expect(throws: ClientError.self) {
                _ = try await client.send(reading, name: "pipe")
            }
            #expect(error?.code == .serviceUnavailable)
            #expect(service.requests.count == 1)
        }
    }

    @Test func `a problem is told in the service's words, and not asked again`() async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(404, Sample.problem(.jobNotFound))
        }
        try await withService(answer) { service in
            let client = try service.client
            let error = await #expect(throws: ClientError.self) { _ = try await client.job("9") }
            #expect(error?.problem?.code == .jobNotFound)
            #expect(error?.description == "It is so.")
            #expect(service.requests.map(\.target) == ["/v1/jobs/9"])
        }
    }

    @Test func `an answer of another version is said to be one`() async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(200, ["jobs": 1])
        }
        try await withService(answer) { service in
            let client = try service.client
            let error = await #expect(throws: ClientError.self) { _ = try await client.jobs() }
            #expect(error?.code == .badAnswer)
        }
    }

    @Test func `asking whether it runs does not connect where something else listens for it`()
        async throws
    {
        try await withFolder { folder in
            // As systemd does, which starts the service for a connection.
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(listener) }
            try #require(bindSocket(listener, "\(folder)/socket") && listen(listener, 4) == 0)
            let client = try PrintCenterClient(environment: [
                "PRINTCENTER_SOCKET": "\(folder)/socket", "XDG_STATE_HOME": folder,
            ])
            let status = try await client.runningService()
            #expect(status == nil)
            try await client.stopService()
            var connections = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            #expect(unsafe poll(&connections, 1, 0) == 0)
        }
    }

    @Test func `asking whether it runs starts nothing`() async throws {
        try await withFolder { folder in
            try makeFile(
                "\(folder)/service",
                Array("#!/bin/sh\ntouch \(folder)/started\n".utf8),
                mode: 0o700
            )
            let client = try PrintCenterClient(environment: [
                "PRINTCENTER_SOCKET": "\(folder)/socket", "XDG_STATE_HOME": folder,
                "PRINTCENTERD": "\(folder)/service",
            ])
            let status = try await client.runningService()
            #expect(status == nil)
            try await client.stopService()
            #expect(unsafe access("\(folder)/started", F_OK) != 0)
        }
    }
}
