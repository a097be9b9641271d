import FoundationEssentials
import PrintModel
import Testing

@testable import PrintCenterClient

@Suite struct `A verb of the client` {
    /// What reached the service when `body` asked it once.
    private func request(
        _ body: @Sendable (PrintCenterClient) async throws -> Void
    ) async throws -> FakeConnection.Request {
        let answer: FakeService.Answer = { _, connection in
            let request = try connection.request()
            if request.target == "/v1/jobs/cancel" {
                try connection.answer(200, [Sample.job(1)])
            } else {
                try connection.answer(200, Sample.job(1))
            }
        }
        return try await withService(answer) { service in
            try await body(try service.client)
            #expect(service.requests.count == 1)
            return try #require(service.requests.first)
        }
    }

    @Test func `asks for what it is named after`() async throws {
        func expect(
            _ request: FakeConnection.Request,
            _ target: String,
            _ body: String = "",
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(request.method == "POST", sourceLocation: sourceLocation)
            #expect(request.target == target, sourceLocation: sourceLocation)
            let text = String(decoding: request.body, as: UTF8.self)
            #expect(text == body, sourceLocation: sourceLocation)
        }
        expect(try await request { try await $0.hold("7") }, "/v1/jobs/7/hold")
        expect(
            try await request { try await $0.release("office-7") },
            "/v1/jobs/office-7/release"
        )
        expect(
            try await request { try await $0.move("../7", to: "mono") },
            "/v1/jobs/..%2F7/move",
            #"{"printer":"mono"}"#
        )
        expect(
            try await request { try await $0.setPriority("7", 80) },
            "/v1/jobs/7/priority",
            #"{"priority":80}"#
        )
        expect(
            try await request { try await $0.reprint("7", on: "mono") },
            "/v1/jobs/7/reprint",
            #"{"hold":null,"name":null,"pin":null,"preset":null,"printer":"mono","ticket":null}"#
        )
        expect(
            try await request { _ = try await $0.cancelAll() },
            "/v1/jobs/cancel",
            #"{"force":null,"printer":null}"#
        )
        expect(
            try await request { _ = try await $0.cancelAll(on: "mono") },
            "/v1/jobs/cancel",
            #"{"force":null,"printer":"mono"}"#
        )
        expect(
            try await request { _ = try await $0.cancelAll(on: "mono", force: true) },
            "/v1/jobs/cancel",
            #"{"force":true,"printer":"mono"}"#
        )
        expect(
            try await request { _ = try await $0.cancel("7", force: true) },
            "/v1/jobs/7/cancel",
            #"{"force":true}"#
        )
    }

    @Test func `that prints again carries one key, however often it is sent`() async throws {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            if number > 0 { try connection.answer(201, Sample.job(2)) }
        }
        try await withService(answer) { service in
            let client = try service.client
            #expect(try await client.reprint("1") == Sample.job(2))
            let key = SubmissionID.random()
            try await client.reprint("1", key: key)
            let keys = service.requests.map { $0.headers["idempotency-key"] }
            #expect(keys.count == 3)
            #expect(keys[0] != nil && keys[0] == keys[1] && keys[0] != keys[2])
            #expect(keys[2] == key.rawValue)
        }
    }
}
