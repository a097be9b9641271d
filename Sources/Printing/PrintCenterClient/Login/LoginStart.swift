import CLinux
public import FoundationEssentials
import Glibc
public import PrintModel

/// Starts the service when the user logs in, so that jobs survive logout and reboot.
///
/// It only writes and removes files in the user's own folders; it starts and stops nothing, and
/// does not require root.
public struct LoginStart: Sendable {
    private let environment: [String: String]
    private let settings: String
    private let global: String
    private let namespaces: Bool?

    /// Derives the user's folders from the environment.
    ///
    /// - Parameter environment: The user's environment variables.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.init(environment: environment, global: "/etc")
    }

    /// - Parameters:
    ///   - environment: The user's environment variables.
    ///   - global: The folder of settings for all users.
    ///   - namespaces: Whether the system allows user namespaces; `nil` to ask it.
    package init(environment: [String: String], global: String, namespaces: Bool? = nil) {
        self.environment = environment
        self.global = global
        self.namespaces = namespaces
        let home = environment["HOME"] ?? accountHome() ?? "/"
        let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        settings = named ?? home + "/.config"
    }

    private static let unitName = "printcenterd.service"
    private static let entryName = "printcenterd.desktop"
    private var unit: String { "\(settings)/systemd/user/\(Self.unitName)" }
    private var link: String { "\(settings)/systemd/user/default.target.wants/\(Self.unitName)" }
    private var entry: String { "\(settings)/autostart/\(Self.entryName)" }

    /// Whether the service starts at login, by the user's files or for all users.
    public var status: LoginStatus {
        let links = [link, "\(global)/systemd/user/default.target.wants/\(Self.unitName)"]
        // A link to a unit that is no longer installed starts nothing.
        if links.contains(where: { unsafe access($0, F_OK) == 0 }) {
            return LoginStatus(by: .systemd)
        }
        let isThere = unsafe access(entry, F_OK) == 0
        return LoginStatus(by: isThere ? .autostart : nil)
    }

    /// The best method on this machine: systemd if it runs for users, else the desktop's autostart.
    public var usualWay: LoginStatus.Way {
        unsafe access("/run/systemd/system", F_OK) == 0 ? .systemd : .autostart
    }

    /// Enables the start at login; a repeated call is harmless.
    ///
    /// - Parameter way: The method; `nil` for ``usualWay``.
    /// - Returns: The method that is now in effect.
    /// - Throws: ``ClientError`` if the program is not found, or a file cannot be written.
    @discardableResult
    public func enable(by way: LoginStatus.Way? = nil) throws -> LoginStatus {
        let way = way ?? usualWay
        let program = try ServiceLauncher(environment: environment, stateFolder: "").find()
        let resolved = try Self.absolute(program)
        switch way {
        case .systemd:
            try removeEntry()
            let namespaces = namespaces ?? clinux_allows_namespaces()
            // The installed unit takes them.
            let installed = namespaces ? Self.installedUnit(beside: resolved) : nil
            if installed == nil {
                let text = LoginFiles.unit(for: resolved, namespaces: namespaces)
                try write("\(LoginFiles.mark)\n\(text)", to: unit)
            }
            try removeLink()
            try makeFolder(of: link)
            guard unsafe symlink(installed ?? unit, link) == 0 else { throw failure(link) }
        case .autostart:
            try removeLink()
            try removeUnit()
            try write(LoginFiles.autostart(for: resolved), to: entry)
        }
        return LoginStatus(by: way)
    }

    /// Disables the start at login; it is not an error if it is disabled already.
    ///
    /// - Returns: The method that remains in effect, because it is set up for all users.
    /// - Throws: ``ClientError`` if a file cannot be removed.
    @discardableResult
    public func disable() throws -> LoginStatus {
        try removeLink()
        try removeUnit()
        try removeEntry()
        return status
    }

    // MARK: Files

    /// The unit that `make install` puts into systemd's folder for users' units.
    private static func installedUnit(beside program: String) -> String? {
        let suffix = "/libexec/printcenter/printcenterd"
        guard program.hasSuffix(suffix) else { return nil }
        let prefix = program.dropLast(suffix.count)
        guard ["/usr", "/usr/local"].contains(prefix) else { return nil }
        let unit = "\(prefix)/lib/systemd/user/\(unitName)"
        return unsafe access(unit, F_OK) == 0 ? unit : nil
    }

    private static func absolute(_ path: String) throws -> String {
        guard let found = unsafe realpath(path, nil) else {
            throw ClientError(
                .serviceUnavailable,
                "\(path) cannot be found: \(systemWords(errno)).",
                chinese: "找不到 \(path)：\(systemWords(errno))。"
            )
        }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    private func removeLink() throws { try remove(link) }

    /// Removes the unit, if it is not one that the user wrote.
    private func removeUnit() throws { if isOurs(unit) { try remove(unit) } }

    private func removeEntry() throws { if isOurs(entry) { try remove(entry) } }

    private func isOurs(_ path: String) -> Bool {
        // An unreadable file stays.
        let text = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
        return text.starts(with: Data(LoginFiles.mark.utf8))
    }

    private func remove(_ path: String) throws {
        guard unsafe unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw failure(path)
        }
    }

    private func makeFolder(of path: String) throws {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            _ = unsafe mkdir(folder, 0o700)
        }
    }

    private func write(_ text: String, to path: String) throws {
        guard unsafe access(path, F_OK) != 0 || isOurs(path) else {
            throw ClientError(
                .serviceUnavailable,
                "\(path) exists, and printq did not write it. Move it away and try again.",
                chinese: "\(path) 已存在，且不是由 printq 写入的。请将其移走后重试。"
            )
        }
        try makeFolder(of: path)
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw failure(path)
        }
    }

    private func failure(_ path: String) -> ClientError {
        ClientError(
            .serviceUnavailable,
            "\(path) cannot be changed: \(systemWords(errno)).",
            chinese: "无法更改 \(path)：\(systemWords(errno))。"
        )
    }
}
