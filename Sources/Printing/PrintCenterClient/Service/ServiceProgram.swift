import FoundationEssentials
import Glibc

/// Where `printcenterd` may be installed.
///
/// The programs of an installation find it beside themselves. Another program that uses this
/// library may be anywhere: it finds the service through the `printq` of its user.
struct ServiceProgram {
    /// The user's environment variables.
    let environment: [String: String]
    /// The folder of the calling program.
    let programFolder: String
    /// The home folder of the user's account, used if `HOME` is not set.
    let home: String?

    private static let name = "printcenterd"

    /// The candidate paths, the likeliest first.
    var places: [String] {
        var places = Self.beside(programFolder)
        for folder in folders("PATH", else: []) {
            // What is in PATH is often a link into the installation.
            guard let program = Self.resolved(folder + "/printq") else { continue }
            places += Self.beside(Self.folder(of: program))
        }
        places += [unitProgram].compactMap { $0 }
        for folder in folders("XDG_DATA_DIRS", else: ["/usr/local/share", "/usr/share"]) {
            places.append("\(folder)/../libexec/printcenter/\(Self.name)")
        }
        for prefix in ["/usr/local", "/usr"] {
            places.append("\(prefix)/libexec/printcenter/\(Self.name)")
        }
        return places
    }

    private static func beside(_ folder: String) -> [String] {
        ["\(folder)/\(name)", "\(folder)/../libexec/printcenter/\(name)"]
    }

    /// Absolute folders of a variable; a relative one would mean another in each folder.
    private func folders(_ variable: String, else usual: [String]) -> [String] {
        guard let text = environment[variable], !text.isEmpty else { return usual }
        return text.split(separator: ":").map { String($0) }.filter { $0.hasPrefix("/") }
    }

    /// The program that the unit of `printq service enable` starts at login.
    private var unitProgram: String? {
        let home = environment["HOME"] ?? home ?? "/"
        let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let unit = "\(named ?? home + "/.config")/systemd/user/printcenterd.service"
        // A unit that is not there, or cannot be read, names nothing.
        guard let data = try? Data(contentsOf: URL(filePath: unit)) else { return nil }
        return LoginFiles.program(inUnit: String(decoding: data, as: UTF8.self))
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private static func resolved(_ path: String) -> String? {
        guard unsafe access(path, X_OK) == 0, let found = unsafe realpath(path, nil) else {
            return nil
        }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}
