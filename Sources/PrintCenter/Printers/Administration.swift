import Glibc

/// Whether this user may change queues by the default policy of CUPS on Debian.
enum Administration {
    /// The group of `SystemGroup` (cups-files.conf(5)).
    private static let group = "lpadmin"

    /// Whether the user is root or in the group.
    static let isAllowed: Bool = {
        guard geteuid() != 0 else { return true }
        // The entry is in static storage, which no other code here uses.
        guard let entry = unsafe getgrnam(group) else { return false }
        let wanted = unsafe entry.pointee.gr_gid
        if getegid() == wanted { return true }
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = unsafe getgroups(Int32(clamping: groups.count), &groups)
        return groups.prefix(Int(max(0, count))).contains(wanted)
    }()
}
