/// When the lab's scheduler writes down what it has accepted and done.
public enum SchedulerWrites: String, Sendable, CaseIterable {
    /// At once, so that next to nothing is lost when it is killed; what a lab begins with.
    case atOnce = "at-once"
    /// After half a minute, as it does everywhere else. Killed before, it loses what it has accepted,
    /// gives the numbers of lost jobs to others, and prints again what it has printed.
    case late

    /// The seconds between a change and its being written: "DirtyCleanInterval" (cupsd.conf(5)).
    var interval: Int { self == .atOnce ? 0 : 30 }
}
