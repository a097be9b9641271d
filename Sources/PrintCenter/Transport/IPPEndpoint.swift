/// The address of an IPP server.
package enum IPPEndpoint: Hashable, Sendable {
    /// The scheduler that libcups names (`CUPS_SERVER`, `client.conf`), over its domain socket.
    case scheduler
    /// A scheduler at the path of a domain socket.
    case domainSocket(path: String)
    /// A printer itself.
    case device(DeviceAddress)
}
