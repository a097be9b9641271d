import Glibc
import PrintCenterClient
import PrintModel

/// A session over SSH without a display, in which a browser would open on another computer than that of its user.
struct RemoteSession: Equatable {
    /// The address of this computer, as that of the user reaches it, or its name.
    let host: String
    /// The port at which it was reached, unless it is the usual one.
    let port: String?

    /// Reads the variables that sshd sets; `nil` for another session, or one that has a display.
    ///
    /// - Parameters:
    ///   - environment: The variables.
    ///   - name: The name of this computer, where the session does not tell its address.
    init?(environment: [String: String], name: String = RemoteSession.computer) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        guard value("DISPLAY") == nil, value("WAYLAND_DISPLAY") == nil else { return nil }
        // The client's address and port, and the server's.
        let parts = value("SSH_CONNECTION")?.split(separator: " ") ?? []
        guard parts.count == 4 else {
            guard value("SSH_TTY") != nil || value("SSH_CLIENT") != nil else { return nil }
            (host, port) = (name, nil)
            return
        }
        // A link-local address names an interface of this computer; behind some programs, sshd reports UNKNOWN.
        let isAddress = parts[2] != "UNKNOWN" && !parts[2].contains("%")
        host = isAddress ? String(parts[2]) : name
        port = parts[2] == "UNKNOWN" || parts[3] == "22" ? nil : String(parts[3])
    }

    /// The command that makes the port of the page one of the user's computer.
    func forwarding(_ page: PageAddress) -> String {
        let port = page.url.split(separator: "/").dropFirst().first?.split(separator: ":").last
        let number = port.map { String($0) } ?? "PORT"
        let options = self.port.map { " -p \($0)" } ?? ""
        return "ssh -L \(number):127.0.0.1:\(number)\(options) \(host)"
    }

    /// The name of this computer.
    static var computer: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "HOST" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
