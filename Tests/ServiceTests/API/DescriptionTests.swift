import PrintModel
import ProofKit
import Testing

@testable import PrintLab

extension `The contract` {
    @Test func `the checker finds what is wrong`() throws {
        try withDescription { service, description in
            let document = try service.upload(Papers.pdf(pages: 1)).json().object
            func faults(_ change: (inout [String: JSONValue]) -> Void) -> Int {
                var copy = document
                change(&copy)
                return description.faults(.object(copy), schemaNamed: "Document").count
            }
            #expect(faults { _ in } == 0)
            #expect(faults { $0["title"] = nil } == 1)
            #expect(faults { $0["more"] = .bool(true) } == 1)
            #expect(faults { $0["pages"] = .string("1") } == 1)
            #expect(faults { $0["size"] = .integer(-1) } == 1)
            #expect(faults { $0["problem"] = .string("odd") } == 1)
            #expect(faults { $0["sha256"] = .string("odd") } == 1)
        }
    }
}
