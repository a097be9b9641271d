import IPP
import PrintLab
import ProofKit

/// What came out for a scenario.
struct StageResult {
    /// The whole documents that were printed.
    var wholes: [[UInt8]] = []
    /// How often a part of the document was printed.
    var cut = 0
    /// Whether the printer does not report what came out, so that the job may end in doubt.
    var mayBeInDoubt = false
    /// The jobs and papers of the printer, for a complaint.
    var story = ""
}

/// What the jobs of a crash test are printed on.
protocol CrashStage {
    /// Makes the printers known to a service, which may have ended before.
    func introduce(to client: HTTPClient) throws
    /// Lets things happen to the printers between two services.
    ///
    /// - Parameter random: Returns a number below another one.
    func pass(random: (Int) -> Int)
    /// Returns what came out for a scenario.
    func result(of scenario: Scenario) -> StageResult
    /// Switches all printers off.
    func close()
}

/// A scheduler with queues.
final class SchedulerStage: CrashStage {
    private let scheduler: ScriptedScheduler

    init(path: String) throws {
        let queues: [ScriptedScheduler.Queue] = [
            .init("office"), .init("plain", device: .other), .init("sheets", device: .other),
            .init("slow", printingTime: .milliseconds(60)),
        ]
        let odd = OddSizes()
        scheduler = try ScriptedScheduler(
            path: path,
            queues: queues,
            script: { request, scheduler in
                .reply(odd.changed(scheduler.reply(to: request), request.message.operation))
            }
        )
    }

    func introduce(to client: HTTPClient) {}
    func pass(random: (Int) -> Int) {}
    func close() { scheduler.close() }

    func result(of scenario: Scenario) -> StageResult {
        let papers = scheduler.papers.filter { $0.name == scenario.name }
        return StageResult(
            wholes: papers.flatMap(\.documents),
            story: "as the scheduler's \(papers.map(\.job))"
        )
    }
}
