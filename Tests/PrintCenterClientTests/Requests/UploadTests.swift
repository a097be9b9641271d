import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenterClient

@Suite struct `Sending documents` {
    @Test func `a file arrives whole, with its length, its name and a key`() async throws {
        let bytes = noise(3_000_017)
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(201, Sample.facts)
        }
        try await withService(answer) { service in
            let path = try makeFile("\(service.folder)/f", bytes)
            let facts = try await withOpenFile(path) {
                try await service.client.send($0, name: "Ärger & Co.pdf", type: "application/pdf")
            }
            #expect(facts == Sample.facts)
            let request = try #require(service.requests.first)
            #expect(request.body == bytes)
            #expect(request.method == "POST")
            #expect(
                request.target
                    == "/v1/documents?name=%C3%84rger%20%26%20Co.pdf&type=application%2Fpdf"
            )
            #expect(request.headers["content-length"] == "3000017")
            #expect(request.headers["accept-language"] == "en")
            #expect(SubmissionID(rawValue: request.headers["idempotency-key"] ?? "") != nil)
        }
    }

    @Test func `a file is sent from its position on`() async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(201, Sample.facts)
        }
        try await withService(answer) { service in
            let path = try makeFile("\(service.folder)/f", Array("0123456789".utf8))
            try await withOpenFile(path) { file in
                lseek(file, 4, SEEK_SET)
                _ = try await service.client.send(file, name: "f")
            }
            #expect(service.requests.map(\.body) == [Array("456789".utf8)])
        }
    }

    @Test func `a pipe arrives whole, in chunks`() async throws {
        let bytes = noise(700_001)
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(201, Sample.facts)
        }
        try await withService(answer) { service in
            var ends: [Int32] = [-1, -1]
            try #require(unsafe pipe(&ends) == 0)
            let (reading, writing) = (ends[0], ends[1])
            Background.run {
                var rest = bytes[...]
                while !rest.isEmpty {
                    let piece = Array(rest.prefix(10_000))
                    _ = unsafe write(writing, piece, piece.count)
                    rest = rest.dropFirst(10_000)
                }
                close(writing)
            }
            defer { close(reading) }
            _ = try await service.client.send(reading, name: "standard input")
            let request = try #require(service.requests.first)
            #expect(request.headers["transfer-encoding"] == "chunked")
            #expect(request.headers["content-length"] == nil)
            #expect(request.body == bytes)
        }
    }

    @Test func `an empty file, and one that hides its size, are sent`() async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(201, Sample.facts)
        }
        try await withService(answer) { service in
            let path = try makeFile("\(service.folder)/f", [])
            try await withOpenFile(path) { _ = try await service.client.send($0, name: "f") }
            try await withOpenFile("/proc/self/status") {
                _ = try await service.client.send($0, name: "status")
            }
            #expect(service.requests.first?.body.isEmpty == true)
            let status = String(decoding: service.requests.last?.body ?? [], as: UTF8.self)
            #expect(status.contains("VmRSS"))
        }
    }

    @Test func `a file that becomes shorter ends with a reason`() async throws {
        try await withFolder { folder in
            let path = try makeFile("\(folder)/f", noise(16 << 20))
            let service = try FakeService(in: folder) { _, connection in
                _ = try connection.head()
                _ = unsafe truncate(path, 1000)
                connection.waitForEnd()
            }
            defer { service.stop() }
            let client = try service.client
            let error = try await within("the upload") {
                await #expect(throws: ClientError.self) {
                    try await withOpenFile(path) { _ = try await client.send($0, name: "f") }
                }
            }
            #expect(error?.code == .fileUnreadable)
            #expect(error?.description.contains("became shorter") == true)
        }
    }

    @Test func `a file that grows is sent up to its announced length`() async throws {
        let bytes = noise(1 << 20)
        // What follows the document; `nil` until the client has closed the connection.
        let rest = Mutex<[UInt8]?>(nil)
        try await withFolder { folder in
            let path = try makeFile("\(folder)/f", bytes)
            let service = try FakeService(in: folder) { _, connection in
                let head = try connection.head()
                let file = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
                _ = unsafe write(file, "more", 4)
                close(file)
                #expect(try connection.body(head) == bytes)
                try connection.answer(201, Sample.facts)
                var more: [UInt8] = []
                while let byte = try? connection.take(1) { more += byte }
                rest.withLock { $0 = more }
            }
            defer { service.stop() }
            let client = try service.client
            let facts = try await within("the upload") {
                try await withOpenFile(path) { try await client.send($0, name: "f") }
            }
            #expect(facts == Sample.facts)
            // Whatever followed would be taken for another request.
            try await wait(for: "the end of the connection") { rest.withLock { $0 != nil } }
            #expect(rest.withLock { $0?.isEmpty } == true)
        }
    }

    @Test(arguments: [true, false])
    func `an early refusal ends the sending of a large file`(hangsUp: Bool) async throws {
        let answer: FakeService.Answer = { _, connection in
            _ = try connection.head()
            _ = try connection.take(1)
            try connection.answer(413, Sample.problem(.tooLarge))
            if !hangsUp { connection.waitForEnd() }
        }
        try await withService(answer) { service in
            let path = try makeFile("\(service.folder)/f", [])
            try #require(unsafe truncate(path, 4 << 30) == 0)
            let client = try service.client
            let error = try await within("the refusal") {
                await #expect(throws: ClientError.self) {
                    try await withOpenFile(path) { _ = try await client.send($0, name: "f") }
                }
            }
            #expect(error?.problem?.code == .tooLarge)
        }
    }

    @Test func `an early refusal is told although the pipe says nothing more`() async throws {
        let answer: FakeService.Answer = { _, connection in
            _ = try connection.head()
            _ = try connection.take(1)
            try connection.answer(413, Sample.problem(.tooLarge))
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            var ends: [Int32] = [-1, -1]
            try #require(unsafe pipe(&ends) == 0)
            let (reading, writing) = (ends[0], ends[1])
            defer {
                close(reading)
                close(writing)
            }
            try #require(unsafe write(writing, "begin", 5) == 5)
            let client = try service.client
            let error = try await within("the refusal") {
                await #expect(throws: ClientError.self) {
                    _ = try await client.send(reading, name: "pipe")
                }
            }
            #expect(error?.problem?.code == .tooLarge)
        }
    }

    @Test func `a large file takes little memory`() async throws {
        let size = 300 << 20
        let process = Mutex<Int32?>(nil)
        let peak = Mutex<Int?>(nil)
        let answer: FakeService.Answer = { _, connection in
            let head = try connection.head()
            var left = Int(head.headers["content-length"] ?? "") ?? 0
            #expect(left == size)
            while left > 0 { left -= try connection.take(min(left, 1 << 20)).count }
            try waitBlocking(for: "the program") { process.withLock { $0 != nil } }
            peak.withLock { $0 = process.withLock(\.self).flatMap(Memory.peak) }
            try connection.answer(413, Sample.problem(.tooLarge))
        }
        try await withService(answer) { service in
            let path = try makeFile("\(service.folder)/f", [])
            try #require(unsafe truncate(path, size) == 0)
            // A program of its own, since the tests beside this one take memory, too.
            let program = try Program(["check", path], in: service.folder, service.environment)
            process.withLock { $0 = program.process }
            let end = try await program.end()
            let taken = try #require(peak.withLock { $0 }, "\(end)")
            #expect(taken < 150 << 20, "took \(taken >> 20) MiB")
        }
    }
}

/// What a process takes.
private enum Memory {
    /// The most that was resident at once, in bytes; `nil` for a process that has ended.
    static func peak(of process: Int32) -> Int? {
        // A process that has ended has no such file.
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 }
    }
}
