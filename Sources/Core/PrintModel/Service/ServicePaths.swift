/// The paths of the service's socket and folders, derived from the environment.
public struct ServicePaths: Sendable, Equatable {
    /// The path of the socket.
    public var socket: String
    /// The folder of the store and the spool.
    public var state: String
    /// The folder of the user's settings.
    public var settings: String

    /// Derives the paths from the environment of a user with the given id.
    ///
    /// - Parameters:
    ///   - environment: The user's environment variables.
    ///   - userID: The user's id.
    ///   - home: The home folder of the user's account, used if `HOME` is not set.
    ///   - isUsable: Whether the user can keep a socket in a folder; `nil` where there is no folder.
    public init(
        environment: [String: String],
        userID: UInt32,
        home: @autoclosure () -> String? = nil,
        isUsable: (String) -> Bool?
    ) {
        func folder(_ name: String) -> String? {
            guard let path = environment[name], path.hasPrefix("/") else { return nil }
            return path
        }
        let state = folder("XDG_STATE_HOME")
        let settings = folder("XDG_CONFIG_HOME")
        // An account is looked up only when necessary: its directory may be on another machine.
        let own = state == nil || settings == nil ? folder("HOME") ?? home() ?? "/" : "/"
        self.state = (state ?? "\(own)/.local/state") + "/printcenter"
        self.settings = (settings ?? "\(own)/.config") + "/printcenter"
        if let named = environment["PRINTCENTER_SOCKET"], !named.isEmpty {
            socket = named
        } else if let runtime = folder("XDG_RUNTIME_DIR"), isUsable(runtime) != false {
            socket = "\(runtime)/printcenter/socket"
        } else if isUsable("/run/user/\(userID)") == true {
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
