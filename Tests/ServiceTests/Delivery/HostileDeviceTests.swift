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
    private static let patience = Duration.seconds(4)

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
            for device in devices { device.begin() }
            let failures = inParallel(devices) { device in
                try Self.print(document, on: device, service)
            }
            #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
            #expect(elsewhere.connectionCount == 0, "\(elsewhere.requests)")
            // The others have not kept it from its work.
            let id = try service.print(Papers.pdf(pages: 1), on: "honest", name: "undisturbed")
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
        let start = ContinuousClock.now
        let answer = try service.submission(document, hostile.name, name: hostile.name)
        try expect(!answer.text.isHarmful, "harmful words: \(answer.text.debugDescription)")
        try expect(start.duration(to: .now) < .seconds(20), "accepting took too long")
        guard answer.status == 201, let id = try answer.value(PrintJob.self).id else {
            // It may have been refused because of what the printer says.
            hostile.end()
            try expect([409, 422].contains(answer.status), "\(answer.status) \(answer.text)")
            try expect(hostile.device.papers.isEmpty, "refused, and printed")
            return
        }
        let honesty = ContinuousClock.now + patience
        while try !service.job(id).state.isFinal, ContinuousClock.now < honesty { usleep(100_000) }
        hostile.end()
        let end = ContinuousClock.now + .seconds(90)
        while try !service.job(id).state.isFinal, ContinuousClock.now < end { usleep(100_000) }
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
