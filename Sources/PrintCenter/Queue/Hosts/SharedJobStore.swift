package import PrintModel

/// A queue that several hosts share.
///
/// Each has a lease, and with it lanes: the jobs of a printer are delivered by the one host that has its lane.
package protocol SharedJobStore: JobStore {
    /// The lease of this host.
    var lease: HostLease { get }
    /// The times of leases.
    var leaseTiming: LeaseTiming { get }
    /// Whether the database does not answer now what takes no time.
    var isSilent: Bool { get }

    /// Renews the lease of this host; returns all hosts and the last event.
    ///
    /// - Throws: ``StoreError``; with `taken`, the other hosts have given this one up.
    func renew() async throws -> HostsSeen
    /// Waits until another host has changed something, or the time is over.
    ///
    /// - Returns: Whether the hosts have changed, and the number of the last event.
    /// - Throws: ``StoreError`` while the database cannot be reached.
    func nextChange(within time: Duration) async throws -> (hostsChanged: Bool, lastEvent: Int)
    /// Returns the printers of the jobs that have events after one; `nil` if that is about more events than the limit.
    func printers(ofEventsAfter event: Int, atMost limit: Int) async throws -> Set<PrinterID>?
    /// Gives a host up whose beat has not changed.
    ///
    /// Its lanes are free from then on, and its service can change nothing.
    func depose(_ host: HostRecord) async throws
    /// Whether the service of a host may have a session of the server; without one, it has ended, unless the server has just
    /// been started.
    func hasSession(_ host: HostRecord) async throws -> Bool
    /// Ends the lease of this host. Its lanes are free.
    func leave() async throws
    /// Returns the hosts.
    func hosts() async throws -> [HostRecord]
    /// Returns those of the printers whose lanes no host has that is alive, or this one.
    func freeLanes(among printers: [PrinterID]) async throws -> [FreeLane]
    /// Notes outside of the database that a job is about to be released, for the case that it is restored to an earlier
    /// point.
    func noteRelease(_ job: SubmissionID) async throws
    /// Takes lanes that are free; returns those that this host has got.
    func claim(_ printers: [PrinterID]) async throws -> [LaneLease]
    /// Gives a lane back.
    func release(_ lane: LaneLease) async throws
    /// Has a host give its lanes back and take no new ones, or take lanes again; returns whether there is such a host.
    func setDraining(_ isDraining: Bool, host: String) async throws -> Bool
    /// Removes a host that is gone. Returns whether that succeeded.
    func remove(host: String) async throws -> Bool
    /// Lets any host make the pages of jobs whose turn comes soon.
    func wantPages(of jobs: [WantedPages]) async throws
    /// Takes the next pages that are wanted; `nil` if there are none.
    func takeWantedPages() async throws -> WantedPages?
    /// Notes that wanted pages are in the spool, or cannot be made here; returns whether they are still wanted.
    func finishPages(_ pages: WantedPages, areMade: Bool) async throws -> Bool
    /// Takes the pages of a job whose turn has come, unless a host makes them, or has made them.
    func takePages(_ pages: WantedPages) async throws -> PagesState
    /// Returns how many jobs the scheduler of each host may have.
    func jobsInSchedulers() async throws -> [String: Int]
    /// Returns the jobs that the scheduler of a host may have.
    func jobs(inSchedulerOf host: String) async throws -> [JobRecord]
    /// Returns the printers whose lanes hosts have, and how many jobs each host has.
    func lanes() async throws -> [HeldLane]
}

/// A host, as the database has it.
package struct HostRecord: Sendable, Equatable {
    let id: Int64
    let name: String
    let version: String
    /// Milliseconds since 1970.
    let since: Int64
    /// The printers that this host is to have.
    let near: Set<String>
    let isDraining: Bool
    let session: Int64
    let beat: Int64
    let isAlive: Bool

    /// Whether it may take lanes.
    var takesLanes: Bool { isAlive && !isDraining }
}

/// What a host sees when it renews its lease.
package struct HostsSeen: Sendable {
    let hosts: [HostRecord]
    let lastEvent: Int
    /// When the beat was sent.
    let sent: ContinuousClock.Instant
}

/// A lane that no host has.
package struct FreeLane: Sendable {
    let printer: PrinterID
    /// The hosts whose schedulers have jobs of it.
    let hostsWithJobs: Set<String>
}

/// A lane that a host has.
package struct HeldLane: Sendable {
    let printer: PrinterID
    let host: String
    /// The number of jobs that have not ended.
    let jobs: Int
}

/// Pages that a job needs.
package struct WantedPages: Sendable, Equatable {
    let job: JobID
    /// The name of the file in the spool, which another plan of the job does not have.
    let name: String
}

/// Who makes the pages of a job.
package enum PagesState: Sendable {
    /// They are in the spool.
    case made
    /// Another task, or host, makes them.
    case elsewhere
    /// The lane of the job makes them.
    case here
}
