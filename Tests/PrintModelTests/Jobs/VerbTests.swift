import FoundationEssentials
import PrintModel
import Testing

@Suite struct `What cannot be done to a job` {
    static let problems: [Problem] = [
        .noSuchJob("7"), .jobEnded("7", .completed), .jobEnded("7", .failed),
        .jobEnded("office-7", .canceled), .jobCanceling("7"), .jobDelivered("7"),
        .jobDelivered("office-7"), .documentGone("7"), .jobForeign("office-7"),
        .notAllowed("office-7"), .schedulerRefused("office-7", "Busy."), .badPriority(101),
    ]

    @Test(arguments: problems)
    func `is said in both languages, and stays the same for programs`(_ problem: Problem) throws {
        #expect(problem.detail.utf8.allSatisfy { $0 < 128 })
        #expect(problem.detail.hasSuffix("."))
        #expect(!problem.detail.contains("?"))
        let chinese = problem.inWords(of: .simplifiedChinese)
        #expect(chinese.detail.hasSuffix("。"))
        #expect(!chinese.detail.contains("?"))
        #expect(chinese.code == problem.code && chinese.parameters == problem.parameters)
        #expect(chinese.inWords(of: .english) == problem)
        let json = try WireFormat.encode(problem)
        #expect(try WireFormat.decode(Problem.self, from: json) == problem)
        let values = problem.parameters?.filter { $0.key == "job" || $0.key == "priority" } ?? [:]
        #expect(!values.isEmpty)
        for value in values.values {
            #expect(problem.detail.contains(value) && chinese.detail.contains(value))
        }
    }

    @Test func `names a way that works`() {
        #expect(Problem.jobDelivered("7").detail.contains("printq reprint 7"))
        // The document of another program's job is not ours to print again.
        #expect(!Problem.jobDelivered("office-7").detail.contains("reprint"))
        #expect(!Problem.jobEnded("office-7", .failed).detail.contains("reprint"))
        #expect(Problem.jobEnded("7", .failed).detail.contains("printq reprint 7"))
    }

    @Test func `from an older service is told in its words`() throws {
        let old =
            #"{"check":null,"code":"job-ended","detail":"Over.","obstacles":null,"#
            + #""status":409,"title":"Conflict","type":"about:blank"}"#
        let problem = try WireFormat.decode(Problem.self, from: Data(old.utf8))
        #expect(problem.inWords(of: .simplifiedChinese).detail == "Over.")
    }
}

@Suite struct `A held job` {
    @Test func `names the command that lets it go, whoever holds it`() {
        func remedy(_ reason: Reason, _ language: Language, external: String? = nil) -> String? {
            var job = PrintJob(
                id: external == nil ? JobID(rawValue: 12) : nil,
                external: external,
                submission: nil,
                name: "a",
                user: "u",
                printer: PrinterID(rawValue: "office"),
                state: .held,
                document: nil,
                ticket: PrintTicket(),
                plan: nil,
                createdAt: Date(timeIntervalSince1970: 0),
                updatedAt: Date(timeIntervalSince1970: 0)
            )
            job.reasons = [reason]
            return job.inWords(of: language).reasons.first?.remedy
        }
        let reasons = [
            Reason(.heldByUser, ["printer": "office"]),
            Reason(.heldUntil, ["printer": "office", "time": "10:00"]),
            Reason(.heldInScheduler, ["printer": "office", "job": "office-3", "label": "12"]),
        ]
        for reason in reasons {
            for language in Language.allCases {
                #expect(remedy(reason, language)?.contains("printq release 12") == true)
            }
        }
        let foreign = Reason(.heldInScheduler, ["printer": "office", "job": "office-3"])
        #expect(
            remedy(foreign, .english, external: "office-3")
                == "To release it, run: printq release office-3"
        )
    }
}

@Suite struct `A request about a job` {
    @Test func `is read as it was written, and without what may be left out`() throws {
        func read<T: Codable & Equatable>(_ value: T) throws {
            #expect(try WireFormat.decode(T.self, from: try WireFormat.encode(value)) == value)
        }
        try read(MoveRequest(printer: "mono"))
        try read(ReprintRequest())
        try read(ReprintRequest(printer: "mono"))
        try read(PriorityRequest(priority: 1))
        try read(CancelRequest(printer: "mono"))
        try read(SubmissionRequest(document: "d", hold: true))
        let empty = Data("{}".utf8)
        #expect(try WireFormat.decode(ReprintRequest.self, from: empty) == ReprintRequest())
        #expect(try WireFormat.decode(CancelRequest.self, from: empty) == CancelRequest())
        #expect(throws: DecodingError.self) {
            try WireFormat.decode(MoveRequest.self, from: empty)
        }
        #expect(throws: DecodingError.self) {
            try WireFormat.decode(PriorityRequest.self, from: empty)
        }
    }
}
