public import FoundationEssentials
import Glibc
public import PrintModel

/// Has the service come up when the user logs in, so that jobs survive logout and reboot.
///
/// It only writes and removes files in the user's own folders; nothing is
/// started or ended, and root is not needed.
public struct LoginStart: Sendable {
    private let environment: [String: String]
    private let settings: String
    private let global: String

    /// Finds out from the environment where the user's files are.
    ///
    /// - Parameter environment: The variables of the user's surroundings.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.init(environment: environment, global: "/etc")
    }

    package init(environment: [String: String], global: String) {
        self.environment = environment
        self.global = global
        let home = environment["HOME"] ?? accountHome() ?? "/"
        let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        settings = named ?? home + "/.config"
    }

    private static let unitName = "printcenterd.service"
    private static let entryName = "printcenterd.desktop"
    private var unit: String { "\(settings)/systemd/user/\(Self.unitName)" }
    private var link: String { "\(settings)/systemd/user/default.target.wants/\(Self.unitName)" }
    private var entry: String { "\(settings)/autostart/\(Self.entryName)" }

    /// Whether it is set up, by the user or for all users.
    public var status: LoginStatus {
        let links = [link, "\(global)/systemd/user/default.target.wants/\(Self.unitName)"]
        // A link to a unit that is not installed any more starts nothing.
        if links.contains(where: { unsafe access($0, F_OK) == 0 }) {
            return LoginStatus(by: .systemd)
        }
        let isThere = unsafe access(entry, F_OK) == 0
        return LoginStatus(by: isThere ? .autostart : nil)
    }

    /// What suits this machine: systemd where it runs for users, else the desktop's autostart.
    public var usualWay: LoginStatus.Way {
        unsafe access("/run/systemd/system", F_OK) == 0 ? .systemd : .autostart
    }

    /// Sets it up for the next login; doing so twice is harmless.
    ///
    /// - Parameter way: What is to start it; `nil` for ``usualWay``.
    /// - Returns: What starts it from now on.
    /// - Throws: ``ClientError`` where the program is not found, or a file cannot be written.
    @discardableResult
    public func enable(by way: LoginStatus.Way? = nil) throws -> LoginStatus {
        let way = way ?? usualWay
        let program = try ServiceLauncher(environment: environment, stateFolder: "").find()
        let resolved = try Self.absolute(program)
        switch way {
        case .systemd:
            try removeEntry()
            let installed = Self.installedUnit(beside: resolved)
            if installed == nil {
                try write("\(LoginFiles.mark)\n\(LoginFiles.unit(for: resolved))", to: unit)
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

    /// Takes it back; where nothing is set up, that is as good.
    ///
    /// - Returns: What starts it all the same, because it is set up for all users.
    /// - Throws: ``ClientError`` where a file cannot be removed.
    @discardableResult
    public func disable() throws -> LoginStatus {
        try removeLink()
        try removeUnit()
        try removeEntry()
        return status
    }

    // MARK: Files

    /// The unit that `make install` puts where systemd looks for units of users.
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
            throw ClientError(.serviceUnavailable, "\(path) is not there: \(systemWords(errno)).")
        }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    private func removeLink() throws { try remove(link) }

    /// Removes the unit, if it is not one that the user wrote.
    private func removeUnit() throws { if isOurs(unit) { try remove(unit) } }

    private func removeEntry() throws { if isOurs(entry) { try remove(entry) } }

    private func isOurs(_ path: String) -> Bool {
        // What cannot be read is left alone.
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
                "\(path) is there already and was not written by printq. Move it away and try again."
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
        ClientError(.serviceUnavailable, "\(path) cannot be changed: \(systemWords(errno)).")
    }
}
