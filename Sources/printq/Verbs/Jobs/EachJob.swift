import ArgumentParser
import PrintCenterClient
import PrintModel

/// The jobs that a command changes.
struct JobsArgument: ParsableArguments {
    @Argument(
        help: "Numbers of jobs, or the scheduler's names for them.",
        completion: .custom(Completion.jobs)
    )
    var jobs: [String]
}

extension CommonOptions {
    /// Performs an operation on each of several jobs; a failure does not affect the others.
    ///
    /// - Parameters:
    ///   - labels: Numbers of jobs, or the scheduler's names for them.
    ///   - words: The message for a job that was changed.
    ///   - isReported: Whether to report each job; otherwise, `verb` reports it.
    ///   - verb: Performs the operation, and returns the changed job.
    /// - Returns: The exit code of the first failure.
    /// - Throws: The errors of `verb`, except for `ClientError`, which is reported.
    func each(
        _ labels: [String],
        saying words: (PrintJob) -> String,
        isReported: Bool = true,
        _ verb: (String) async throws -> PrintJob
    ) async throws -> ExitCode {
        var code = ExitCode.success
        for label in labels {
            do {
                let job = try await verb(label)
                if isReported { try report(job, words) }
            } catch let error as ClientError {
                if let check = error.problem?.check {
                    if json { try Terminal.write(json: check, unread: .goOn) }
                    Terminal.say("printq: \(label): \(error.message(in: .ofUser))")
                } else {
                    Terminal.say("printq: \(error.message(in: .ofUser))")
                }
                if code == .success { code = ExitCode(error) }
            }
        }
        return code
    }

    /// Reports a changed job, in words or as JSON.
    func report(_ job: PrintJob, _ words: (PrintJob) -> String) throws {
        if json {
            try Terminal.write(json: job, unread: .goOn)
        } else {
            Terminal.write(words(job), unread: .goOn)
        }
    }
}
