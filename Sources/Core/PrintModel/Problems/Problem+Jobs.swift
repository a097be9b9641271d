/// Problems with an operation on a job.
extension Problem {
    /// There is no such job.
    ///
    /// - Parameter label: The job's number, or the scheduler's name for it.
    /// - Returns: The problem `job-not-found`.
    public static func noSuchJob(_ label: String) -> Problem {
        Problem(.jobNotFound, ["job": label])
    }

    /// The job is in a final state, which cannot be changed.
    ///
    /// - Parameters:
    ///   - label: The job's number, or the scheduler's name for it.
    ///   - state: The final state.
    /// - Returns: The problem `job-ended`.
    public static func jobEnded(_ label: String, _ state: JobState) -> Problem {
        Problem(.jobEnded, ["job": label, "state": state.rawValue])
    }

    /// The printer already has the job, which can only be canceled.
    ///
    /// - Parameter label: The job's number, or the scheduler's name for it.
    /// - Returns: The problem `job-delivered`.
    public static func jobDelivered(_ label: String) -> Problem {
        Problem(.jobDelivered, ["job": label])
    }

    /// The job is being canceled, and accepts no other operation.
    ///
    /// - Parameter label: The job's number.
    /// - Returns: The problem `job-ended`.
    public static func jobCanceling(_ label: String) -> Problem {
        Problem(.jobEnded, ["job": label, "state": "canceling"])
    }

    /// The service removed the job's document some time after the job had ended.
    ///
    /// - Parameter label: The job's number.
    /// - Returns: The problem `document-gone`.
    public static func documentGone(_ label: String) -> Problem {
        Problem(.documentGone, ["job": label])
    }

    /// Another program submitted the job to the scheduler, so the service has no document of it.
    ///
    /// - Parameter label: The scheduler's name for the job.
    /// - Returns: The problem `job-foreign`.
    public static func jobForeign(_ label: String) -> Problem {
        Problem(.jobForeign, ["job": label])
    }

    /// The scheduler does not allow this user to do this to the job.
    ///
    /// - Parameter label: The scheduler's name for the job.
    /// - Returns: The problem `not-allowed`.
    public static func notAllowed(_ label: String) -> Problem {
        Problem(.notAllowed, ["job": label])
    }

    /// The scheduler refused the operation.
    ///
    /// - Parameters:
    ///   - label: The scheduler's name for the job.
    ///   - detail: The scheduler's message.
    /// - Returns: The problem `scheduler-refused`.
    public static func schedulerRefused(_ label: String, _ detail: String) -> Problem {
        Problem(.schedulerRefused, ["job": label, "detail": detail])
    }

    /// A priority is not from 1 to 100.
    ///
    /// - Parameter value: The priority that was requested.
    /// - Returns: The problem `invalid-request`.
    public static func badPriority(_ value: Int) -> Problem {
        Problem(.priorityOutOfRange, ["priority": "\(value)"])
    }

    /// The request has a field that the service does not know.
    ///
    /// - Parameter name: The field's path, or the name in the query.
    public init(unknownField name: String) {
        self.init(.unknownField, ["field": name], field: name)
    }
}
