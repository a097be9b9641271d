import PrintModel

/// A notification, before the desktop shows it.
struct Notice: Sendable, Equatable {
    /// What it stands for: a later notice of the same replaces it.
    enum Slot: Hashable, Sendable {
        /// One job, which waits or has failed.
        case job(JobID)
        /// The jobs that have been printed since the user closed the last such notice.
        case printed
    }

    /// What the user can do at once.
    enum Action: String, Sendable, CaseIterable {
        case show, again, cancel
    }

    let slot: Slot
    let title: String
    let body: String
    /// The job whose first sheet is the picture, and which the actions mean.
    let job: JobID
    let actions: [Action]
    /// A name of the Desktop Notifications Specification.
    let category: String
    /// Whether it stays until the user has seen it.
    let stays: Bool
}
