import Dispatch
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// Printers without a queue that answer what no printer should, and a service without a scheduler.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A hostile printer without a queue` {
    private static let shared = Result {
        try RunningLab(printers: "office", parts: [], program: Programs.lab)
    }
    /// For how long a printer is hostile at most.
    private static let patience = Duration.seconds(4)  // Time: what follows does not depend on it

    @Test(
        arguments: HostileDevice.Target.allCases.flatMap { target in
            // Before the document is there, there is nothing to perform.
            (target == .early || target == .look || target == .check ? [false] : [false, true]).map
            {
                (target, $0)
            }
        }
    )
    func `prints nothing twice, and sends nothing elsewhere`(
        target: HostileDevice.Target,
        performs: Bool
    ) throws {
        let lab = try Self.shared.get()
        let elsewhere = try ScriptedPrinter()
        defer { elsewhere.close() }
        let replies = HostileReply.all + HostileReply.elsewhere(elsewhere.port)
        let devices = try replies.enumerated().map { number, reply in
            try HostileDevice(number, target, performs: performs, reply)
        }
        let honest = try ScriptedDevice(uuid: "5e7f0a1c-0000-4000-8000-399999999999")
        defer {
            honest.close()
            for device in devices { device.device.close() }
        }
        try withService(in: lab) { service in
            for (name, device) in [("honest", honest)] + devices.map({ ($0.name, $0.device) }) {
                let body = #"{"address":"\#(device.uri)","name":"\#(name)"}"#
                let added = try service.post("/v1/printers", body)
                try #require(added.status == 201, "\(added.text)")
            }
            let document = try service.document(Papers.pdf(pages: 2))
            // From now on, silence is to be noticed.
            service.end()
            try service.serve(more: ["PRINTCENTER_PATIENCE": "1"])
            for device in devices { device.begin() }
            let failures = inParallel(devices) { device in
                try Self.print(document, on: device, service)
            }
            #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
            #expect(elsewhere.connectionCount == 0, "\(elsewhere.requests)")
            // The others have not kept it from its work. On a busy machine, it may miss the short limits at first.
            let body = """
                {"document":"\(document.id ?? "")","printer":"honest","ticket":{},"whenPossible":true}
                """
            let last = try service.post("/v1/jobs", body)
            try #require(last.status == 201, "\(last.text)")
            let id = try #require(try last.value(PrintJob.self).id)
            try service.wait(for: id, toBe: .completed)
            #expect(!service.hasEnded && !service.log.isHarmful, "\(service.log)")
        }
    }

    /// Prints on a printer that is hostile for a while; throws what should not be.
    private static func print(
        _ document: DocumentFacts,
        on hostile: HostileDevice,
        _ service: TestService
    ) throws {
        func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
            if !isTrue { throw ProofError(what()) }
        }
        let answer = try service.submission(document, hostile.name, name: hostile.name)
        try expect(!answer.text.isHarmful, "harmful words: \(answer.text.debugDescription)")
        guard answer.status == 201, let id = try answer.value(PrintJob.self).id else {
            // It may have been refused because of what the printer says.
            hostile.end()
            try expect([409, 422].contains(answer.status), "\(answer.status) \(answer.text)")
            try expect(hostile.device.papers.isEmpty, "refused, and printed")
            return
        }
        func isFinal() throws -> Bool { try service.job(id).state.isFinal }
        let pause = Duration.milliseconds(100)  // Time: between two looks
        // A job that has not ended by then is a part of the test.
        try? waitBlocking(for: "the end of the job", limit: patience, every: pause, until: isFinal)
        hostile.end()
        // Where it does not end, the story below says more.
        try? waitBlocking(
            for: "the end of the job",
            limit: .patience * 3,
            every: pause,
            until: isFinal
        )
        let text = try service.get("/v1/jobs/\(id)").text
        try expect(!text.isHarmful, "harmful words: \(text.debugDescription)")
        let job = try service.job(id)
        let codes = job.reasons.map(\.code)
        let papers = hostile.device.papers
        let story = "\(job.state) \(codes), \(papers.map { "\($0.job) \($0.sides)" })"
        try expect(job.state.isFinal, "never final: \(story)")
        try expect(papers.count <= 1, "printed \(papers.count) times: \(story)")
        try expect(papers.allSatisfy(\.isWhole), "cut off: \(story)")
        if job.state == .completed {
            try expect(papers.count == 1, "completed without paper: \(story)")
        } else {
            try expect(job.state == .failed, story)
            try expect(
                !codes.isEmpty
                    && job.reasons.allSatisfy { !$0.message.isEmpty && !$0.remedy.isEmpty },
                "without a reason: \(story)"
            )
            try expect(
                papers.isEmpty || codes == [.deliveryUncertain],
                "printed, and called failed: \(story)"
            )
        }
    }

    /// Runs a closure for each printer, on threads of their own; returns what they threw.
    private func inParallel(
        _ devices: [HostileDevice],
        _ body: @escaping @Sendable (HostileDevice) throws -> Void
    ) -> [String] {
        let failures = FailureList()
        let group = DispatchGroup()
        for device in devices {
            DispatchQueue(label: device.name).async(group: group) {
                do { try body(device) } catch { failures.add("\(device.reply.name): \(error)") }
            }
        }
        group.wait()
        return failures.all
    }
}
