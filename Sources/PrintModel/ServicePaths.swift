/// Where the service's socket and files are found, from the environment alone.
public struct ServicePaths: Sendable, Equatable {
    /// The path of the socket.
    public var socket: String
    /// The folder of store and spool.
    public var state: String
    /// The folder of the user's settings.
    public var settings: String

    /// Reads the environment of a user with the given id.
    ///
    /// - Parameters:
    ///   - environment: The variables of the user's surroundings.
    ///   - userID: The user's id.
    ///   - home: The home folder of the user's account, for surroundings without `HOME`.
    ///   - exists: Whether a folder is there.
    public init(
        environment: [String: String],
        userID: UInt32,
        home: @autoclosure () -> String? = nil,
        exists: (String) -> Bool
    ) {
        func folder(_ name: String) -> String? {
            guard let path = environment[name], path.hasPrefix("/") else { return nil }
            return path
        }
        let state = folder("XDG_STATE_HOME")
        let settings = folder("XDG_CONFIG_HOME")
        // An account is looked up only where that is needed: it may be kept on another machine.
        let own = state == nil || settings == nil ? folder("HOME") ?? home() ?? "/" : "/"
        self.state = (state ?? "\(own)/.local/state") + "/printcenter"
        self.settings = (settings ?? "\(own)/.config") + "/printcenter"
        if let named = environment["PRINTCENTER_SOCKET"], !named.isEmpty {
            socket = named
        } else if let runtime = folder("XDG_RUNTIME_DIR") {
            socket = "\(runtime)/printcenter/socket"
        } else if exists("/run/user/\(userID)") {
            socket = "/run/user/\(userID)/printcenter/socket"
        } else {
            socket = "\(self.state)/socket"
        }
    }

    /// The folder of the socket.
    public var socketFolder: String {
        guard let slash = socket.lastIndex(of: "/") else { return "." }
        return slash == socket.startIndex ? "/" : String(socket[..<slash])
    }
}
