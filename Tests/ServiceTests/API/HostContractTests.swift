import PrintModel
import ProofKit
import Testing

@testable import PrintLab

extension `The contract` {
    /// The operations that this file holds against the description.
    static let hosts: Set<String> = [
        "GET /v1/hosts", "POST /v1/hosts/{name}/drain", "POST /v1/hosts/{name}/return",
        "DELETE /v1/hosts/{name}",
    ]

    @Test func `a queue in a file has one host, which answers as described`() throws {
        try withDescription { service, description in
            let answer = try service.get("/v1/hosts")
            #expect(try description.faults(of: answer, "GET", "/v1/hosts") == [])
            let hosts = try answer.value([PrintHost].self)
            let only = try #require(hosts.first)
            #expect(hosts.count == 1 && only.state == .alive && only.answered)
            for (method, verb) in [("POST", "/drain"), ("POST", "/return"), ("DELETE", "")] {
                let path = "/v1/hosts/\(only.name)\(verb)"
                let refusal = try HTTPReply(method, path, socket: service.socket)
                #expect(refusal.status == 409, "\(refusal.text)")
                #expect(try refusal.value(Problem.self).code == .queueNotShared)
                let template = "/v1/hosts/{name}\(verb)"
                #expect(try description.faults(of: refusal, method, template) == [])
            }
        }
    }
}
