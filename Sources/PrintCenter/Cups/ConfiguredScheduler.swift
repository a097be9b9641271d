internal import CCups

/// Returns the host, or the path of the domain socket, and the port of the configured scheduler.
func configuredScheduler() -> (host: String, port: Int32) {
    let host = unsafe String(cString: cupsServer())
    return (host, ippPort())
}
