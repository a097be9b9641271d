import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Shows the details of one job.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show all details of a job, with its history.",
            discussion: """
                Example:
                  printq show 12
                """
        )

        @Argument(
            help: "The number of the job, or the scheduler's name for it.",
            completion: .custom(Completion.jobs)
        )
        var job: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let details = try await client.job(job)
                guard !common.json else {
                    try Terminal.write(json: details)
                    return .success
                }
                for line in lines(details) { Terminal.write(line) }
                return .success
            }
        }

        private func lines(_ details: JobDetails) -> [String] {
            let phrases = common.phrases
            let job = details.job
            var table = Table()
            func row(_ heading: Phrases.Heading, _ value: String?) {
                guard let value, !value.isEmpty else { return }
                table.rows.append([phrases.heading(heading) + ":", value])
            }
            row(.job, job.label)
            row(.name, job.name)
            row(.printer, job.printer.rawValue)
            row(.way, job.route == .direct ? phrases.straight : nil)
            row(.user, job.user)
            row(.document, job.document.map { "\($0.name), \($0.kind)" })
            row(.plan, job.plan.map { phrases.plan($0) })
            row(.state, phrases.state(job.state))
            row(.progress, phrases.progress(job))
            for reason in job.reasons { row(.reason, "\(reason.message) \(reason.remedy)") }
            let steps = details.steps
            guard !steps.isEmpty else { return table.lines }
            var story = Table()
            for (index, step) in steps.enumerated() {
                story.rows.append([
                    "  " + LocalTime.words(step.at),
                    phrases.event(step, isLast: index == steps.count - 1),
                    phrases.details(step, of: details),
                ])
            }
            return table.lines + [phrases.heading(.story) + ":"] + story.lines
        }
    }
}
