import ArgumentParser
import PrintCenterClient
import PrintModel

/// The jobs that a verb is about.
struct JobsArgument: ParsableArguments {
    @Argument(help: "Numbers of jobs, or the scheduler's names for them.")
    var jobs: [String]
}

extension CommonOptions {
    /// Does something to each of several jobs; one that it cannot be done to does not stop the
    /// others.
    ///
    /// - Parameters:
    ///   - labels: Numbers of jobs, or the scheduler's names for them.
    ///   - words: What is said of a job to which it was done.
    ///   - isTold: Whether each job is told; otherwise `verb` sees to that.
    ///   - verb: Does it, and returns the job as it is then.
    /// - Returns: The code of the first that did not work.
    /// - Throws: What `verb` throws besides `ClientError`, which is told here.
    func each(
        _ labels: [String],
        saying words: (PrintJob) -> String,
        isTold: Bool = true,
        _ verb: (String) async throws -> PrintJob
    ) async throws -> ExitCode {
        var code = ExitCode.success
        for label in labels {
            do {
                let job = try await verb(label)
                if isTold { try tell(job, words) }
            } catch let error as ClientError {
                if let check = error.problem?.check {
                    if json { try Terminal.write(json: check, unread: .goOn) }
                    Terminal.say("printq: \(label): \(error.description)")
                } else {
                    Terminal.say("printq: \(error.description)")
                }
                if code == .success { code = ExitCode(error) }
            }
        }
        return code
    }

    /// Tells a job to which something was done, in words or as JSON.
    func tell(_ job: PrintJob, _ words: (PrintJob) -> String) throws {
        if json {
            try Terminal.write(json: job, unread: .goOn)
        } else {
            Terminal.write(words(job), unread: .goOn)
        }
    }
}
