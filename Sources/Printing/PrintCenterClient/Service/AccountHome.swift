import Glibc

/// The home folder of the user's account, used if `HOME` is not set.
func accountHome() -> String? {
    // The entry lies in static storage, and is copied before another call.
    guard let entry = unsafe getpwuid(geteuid()), let path = unsafe entry.pointee.pw_dir else {
        return nil
    }
    let home = unsafe String(cString: path)
    return home.hasPrefix("/") ? home : nil
}
