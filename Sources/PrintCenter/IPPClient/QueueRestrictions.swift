import Glibc
package import IPP

/// Whom the administrator of a queue lets print, and how much: `lpadmin -u`, and `job-quota-period`.
package struct QueueRestrictions: Hashable, Sendable {
    /// The attributes that have them.
    package static let attributes = [
        "requesting-user-name-allowed", "requesting-user-name-denied", "job-quota-period",
        "job-page-limit", "job-k-limit",
    ]

    private let allowed: [String]?
    private let denied: [String]?
    /// The time for which jobs count, in seconds.
    let period: Int
    /// The sheets that each user may print in that time; 0 for any number.
    let sheets: Int
    /// The KiB that each user may print in that time; 0 for any number.
    let kilobytes: Int

    package init(_ group: IPPAttributeGroup) {
        func names(_ attribute: String) -> [String]? {
            group[attribute]?.strings.filter { !$0.isEmpty && $0 != "all" && $0 != "none" }
        }
        func count(_ attribute: String) -> Int { max(0, group[attribute]?.integer ?? 0) }
        allowed = names("requesting-user-name-allowed").flatMap { $0.isEmpty ? nil : $0 }
        denied = names("requesting-user-name-denied")
        period = count("job-quota-period")
        sheets = count("job-page-limit")
        kilobytes = count("job-k-limit")
    }

    /// Whether there is a limit for each user; as in the scheduler, there is none without a period.
    var hasQuota: Bool { period > 0 && (sheets > 0 || kilobytes > 0) }

    /// Whether a user may print, as the scheduler decides it.
    ///
    /// - Parameters:
    ///   - user: The name of the user.
    ///   - isMember: Whether the user is in a group.
    /// - Returns: Whether the user may print; `true` where a list names accounts by their UUIDs, which only the scheduler
    ///   can tell.
    package func admits(
        _ user: String,
        isMember: (String, String) -> Bool = isMember(_:of:)
    ) -> Bool {
        func has(_ names: [String]) -> Bool {
            names.contains { name in
                name.hasPrefix("@")
                    ? isMember(user, String(name.dropFirst()))
                    : name.lowercased() == user.lowercased()
            }
        }
        if let allowed { return has(allowed) || allowed.contains { $0.hasPrefix("#") } }
        return !has(denied ?? [])
    }

    /// Whether jobs reach a limit.
    func isSpent(by jobs: [SchedulerJob], at time: Int) -> Bool {
        let start = time.subtracting(clamping: period)
        let counted = jobs.filter {
            ($0.timeAtCompleted ?? $0.timeAtProcessing ?? $0.timeAtCreation ?? 0) >= start
        }
        func sum(_ value: (SchedulerJob) -> Int?) -> Int {
            counted.reduce(0) { $0.adding(clamping: max(0, value($1) ?? 0)) }
        }
        return sheets > 0 && sum(\.mediaSheetsCompleted) >= sheets
            || kilobytes > 0 && sum(\.kOctets) >= kilobytes
    }

    /// Whether a user is in a group of this computer.
    package static func isMember(_ user: String, of group: String) -> Bool {
        guard let account = unsafe getpwnam(user), let found = unsafe getgrnam(group) else {
            return false
        }
        if unsafe account.pointee.pw_gid == found.pointee.gr_gid { return true }
        var member = unsafe found.pointee.gr_mem
        while let name = unsafe member?.pointee {
            if unsafe strcasecmp(name, user) == 0 { return true }
            unsafe member = member?.successor()
        }
        return false
    }
}
