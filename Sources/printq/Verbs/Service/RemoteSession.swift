import PrintCenterClient
import PrintModel

/// A session over SSH without a display, in which a browser would open on another computer than that of its user.
struct RemoteSession: Equatable {
    /// The address of this computer, as that of the user reaches it.
    let host: String

    /// Reads the variables that sshd sets; `nil` for another session, or one that has a display.
    init?(environment: [String: String]) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        guard value("DISPLAY") == nil, value("WAYLAND_DISPLAY") == nil,
            // The client's address and port, and the server's.
            let parts = value("SSH_CONNECTION")?.split(separator: " "), parts.count == 4
        else { return nil }
        host = String(parts[2])
    }

    /// The command that makes the port of the page one of the user's computer.
    func forwarding(_ page: PageAddress) -> String {
        let port = page.url.split(separator: "/").dropFirst().first?.split(separator: ":").last
        let number = port.map { String($0) } ?? "PORT"
        return "ssh -L \(number):127.0.0.1:\(number) \(host)"
    }
}
