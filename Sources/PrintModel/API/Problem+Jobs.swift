/// What cannot be done to a job.
extension Problem {
    /// There is no such job.
    ///
    /// - Parameter label: What the job was named by.
    /// - Returns: The problem `job-not-found`.
    public static func noSuchJob(_ label: String) -> Problem {
        Problem(404, "Not Found", .jobNotFound, ["job": label])
    }

    /// The job has ended, so that nothing can be done to it any more.
    ///
    /// - Parameters:
    ///   - label: The job's number, or the scheduler's name for it.
    ///   - state: How it ended.
    /// - Returns: The problem `job-ended`.
    public static func jobEnded(_ label: String, _ state: JobState) -> Problem {
        Problem(409, "Conflict", .jobEnded, ["job": label, "state": state.rawValue])
    }

    /// The job was handed to its printer, where it can only be canceled.
    ///
    /// - Parameter label: The job's number, or the scheduler's name for it.
    /// - Returns: The problem `job-delivered`.
    public static func jobDelivered(_ label: String) -> Problem {
        Problem(409, "Conflict", .jobDelivered, ["job": label])
    }

    /// The job is being canceled, and obeys nothing else any more.
    ///
    /// - Parameter label: The job's number.
    /// - Returns: The problem `job-ended`.
    public static func jobCanceling(_ label: String) -> Problem {
        Problem(409, "Conflict", .jobEnded, ["job": label, "state": "canceling"])
    }

    /// The job's document was removed some time after it had ended.
    ///
    /// - Parameter label: The job's number.
    /// - Returns: The problem `document-gone`.
    public static func documentGone(_ label: String) -> Problem {
        Problem(410, "Gone", .documentGone, ["job": label])
    }

    /// Another program gave the job to the scheduler: its document is not ours to print again.
    ///
    /// - Parameter label: The scheduler's name for the job.
    /// - Returns: The problem `job-foreign`.
    public static func jobForeign(_ label: String) -> Problem {
        Problem(409, "Conflict", .jobForeign, ["job": label])
    }

    /// The scheduler does not let this user do it to this job.
    ///
    /// - Parameter label: The scheduler's name for the job.
    /// - Returns: The problem `not-allowed`.
    public static func notAllowed(_ label: String) -> Problem {
        Problem(403, "Forbidden", .notAllowed, ["job": label])
    }

    /// The scheduler did not do what it was asked.
    ///
    /// - Parameters:
    ///   - label: The scheduler's name for the job.
    ///   - detail: What it said.
    /// - Returns: The problem `scheduler-refused`.
    public static func schedulerRefused(_ label: String, _ detail: String) -> Problem {
        Problem(502, "Bad Gateway", .schedulerRefused, ["job": label, "detail": detail])
    }

    /// A priority is a number from 1 to 100.
    ///
    /// - Parameter value: What was asked for.
    /// - Returns: The problem `invalid-request`.
    public static func badPriority(_ value: Int) -> Problem {
        Problem(400, "Bad Request", .invalidRequest, ["priority": "\(value)"])
    }

    private init(
        _ status: Int,
        _ title: String,
        _ code: Code,
        _ parameters: [String: String]
    ) {
        self.init(
            status: status,
            title: title,
            code: code,
            detail: Words.problem(code, parameters, language: .english) ?? "",
            parameters: parameters
        )
    }
}
