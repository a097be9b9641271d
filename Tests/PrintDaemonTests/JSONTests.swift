import HTTPTypes
import PrintModel
import Testing

@testable import PrintDaemon

@Suite struct `JSON in a body` {
    /// The problem with a text that is to be a submission.
    private func problem(_ text: [UInt8]) -> Problem? {
        do {
            _ = try JSON.decode(SubmissionRequest.self, from: text)
            return nil
        } catch {
            return error as? Problem
        }
    }

    @Test(
        arguments: [
            ("", Problem.Cause.bodyNotJSON, nil), ("nonsense", .bodyNotJSON, nil),
            (#"{"ticket":{}"#, .bodyNotJSON, nil), (#"{"ticket":{}} {}"#, .bodyNotJSON, nil),
            (#"{"document":"d"}"#, .missingKey, "ticket"),
            (#"{"ticket":{"copies":1,"copies":9}}"#, .duplicateKey, "ticket.copies"),
            (#"{"ticket":{"copies":"many"}}"#, .invalidValue, "ticket.copies"),
            (#"{"ticket":{"copies":1e300}}"#, .invalidValue, "ticket.copies"),
            (#"{"ticket":{"copies":-99999999999999999999}}"#, .invalidValue, "ticket.copies"),
            (#"{"ticket":{"fontSize":1e999}}"#, .invalidValue, "ticket.fontSize"),
            (#"{"ticket":{"holdUntil":"tonight"}}"#, .invalidValue, "ticket.holdUntil"),
            (#"{"ticket":{"holdUntil":7}}"#, .invalidValue, "ticket.holdUntil"),
            (#"{"ticket":{"pages":"9-x"}}"#, .invalidValue, "ticket.pages"),
            (#"{"ticket":{"media":{}}}"#, .invalidValue, "ticket.media"),
            (#"{"ticket":{"margins":7}}"#, .invalidValue, "ticket.margins"),
            (#"{"ticket":{"sides":7}}"#, .invalidValue, "ticket.sides"),
            (#"{"ticket":{"poster":1}}"#, .invalidValue, "ticket.poster"),
            (#"{"ticket":{"foil":true}}"#, .unknownField, "ticket.foil"),
            (#"{"ticket":{},"priority":1}"#, .unknownField, "priority"),
            (String(repeating: "[", count: 40), .bodyTooDeep, nil),
        ] as [(String, Problem.Cause, String?)]
    )
    func `that is invalid is refused with its cause and its field`(
        _ text: String,
        _ cause: Problem.Cause,
        _ field: String?
    ) {
        let found = problem(Array(text.utf8))
        #expect(found?.cause == cause, "\(found?.detail ?? "")")
        #expect(found?.field == field)
    }

    @Test func `in another encoding than UTF-8 is refused`() {
        let text = #"{"ticket":{}}"#
        let wide: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] as [UInt8] }
        #expect(problem(wide)?.cause == .bodyNotJSON)
        #expect(problem([0xFF] + Array(text.utf8))?.cause == .bodyNotJSON)
    }

    @Test func `with the keyword of IPP for a hold is read as one`() throws {
        let text = #"{"ticket":{"holdUntil":"indefinite"}}"#
        let request = try JSON.decode(SubmissionRequest.self, from: Array(text.utf8))
        #expect(request.ticket.holdUntil == PrintTicket.indefinitely)
        let again = try JSON.decode(
            SubmissionRequest.self,
            from: Array(try WireFormat.encode(request))
        )
        #expect(again == request)
    }

    @Test func `with any attribute of a printer is read`() throws {
        let text = #"{"ticket":{"attributes":{"print-scaling":"none"}},"hold":true}"#
        let request = try JSON.decode(SubmissionRequest.self, from: Array(text.utf8))
        #expect(request.ticket.attributes?["print-scaling"] == "none")
        #expect(request.hold == true && request.document == nil)
    }
}

@Suite struct `A problem on the wire` {
    @Test func `has each key of the contract`() throws {
        let json = String(
            decoding: try WireFormat.encode(ProblemAnswer(Problem(unknownField: "ticket.foil"))),
            as: UTF8.self
        )
        #expect(
            json
                == #"{"check":null,"code":"unknown-field","detail":"This service does not know 'ticket.foil'. It did nothing.","field":"ticket.foil","obstacles":null,"parameters":{"field":"ticket.foil"},"status":400,"title":"Bad Request","type":"about:blank"}"#
        )
    }

    @Test func `of another cause than its status says has the status that is given`() {
        #expect(ProblemAnswer(Problem(.malformed), status: .methodNotAllowed).status.code == 405)
        #expect(ProblemAnswer(Problem(.malformed)).status.code == 400)
    }

    @Test(arguments: Problem.Cause.allCases)
    func `has a status of a failure, with its words`(_ cause: Problem.Cause) {
        #expect((400..<600).contains(cause.status.code))
        #expect(!cause.status.reasonPhrase.isEmpty)
    }
}
