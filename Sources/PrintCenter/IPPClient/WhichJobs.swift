/// Which jobs a scheduler or a printer lists: `which-jobs` (RFC 8011, 4.2.6.1).
package enum WhichJobs: String, Sendable {
    /// All jobs that it remembers.
    case all
    /// Jobs in the states `pending`, `pending-held`, `processing`, and `processing-stopped`.
    case notCompleted = "not-completed"
    /// Jobs in the states `completed`, `canceled`, and `aborted`.
    case completed
}
