/// The outcome of a submission.
package enum SubmissionOutcome: Sendable, Equatable {
    /// A new job.
    case new(JobRecord)
    /// The earlier job of the same key.
    case existing(JobRecord)
    /// Another request has used the key.
    case keyReused
    /// The document is no longer in the spool.
    case documentGone
}
