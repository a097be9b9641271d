import Glibc
import PreviewModel

/// Finds the helper programs.
enum ZygoteLocation {
    /// The path of the program for a family; `nil` where none is installed.
    ///
    /// A smaller program for a family is beside the program for all families, which takes its place where it is missing.
    static func find(_ configured: String?, for family: RendererFamily) -> String? {
        guard let path = find(configured) else { return nil }
        let own = path + family.traits.programSuffix
        guard own != path, unsafe access(own, X_OK) == 0 else { return path }
        return own
    }

    private static func find(_ configured: String?) -> String? {
        if let configured { return configured }
        if let path = unsafe getenv("QPREVIEW_ZYGOTE") {
            let path = unsafe String(cString: path)
            if !path.isEmpty { return path }
        }
        let places = places(
            beside: programFolder(),
            path: variable("PATH"),
            dataFolders: variable("XDG_DATA_DIRS")
        )
        return places.first { unsafe access($0, X_OK) == 0 }
    }

    /// The candidate paths, the likeliest first.
    ///
    /// The programs of an installation find the helper beside themselves. Another program that uses this library may be
    /// anywhere: it finds the helper through the `qpreview` of its user, and where packages put it.
    ///
    /// - Parameters:
    ///   - folder: The folder of the running program.
    ///   - path: The variable `PATH`.
    ///   - dataFolders: The variable `XDG_DATA_DIRS`.
    /// - Returns: The paths.
    static func places(beside folder: String?, path: String?, dataFolders: String?) -> [String] {
        var places = folder.map(beside) ?? []
        for folder in folders(path, else: "") {
            // What is in PATH is often a link into the installation.
            guard let program = resolved(folder + "/qpreview"),
                let slash = program.lastIndex(of: "/")
            else { continue }
            places += beside(String(program[..<slash]))
        }
        for folder in folders(dataFolders, else: "/usr/local/share:/usr/share") {
            places.append("\(folder)/../libexec/printcenter/\(name)")
        }
        for prefix in ["/usr/local", "/usr"] {
            places.append("\(prefix)/libexec/printcenter/\(name)")
        }
        return places
    }

    private static let name = "qpreview-zygote"

    private static func beside(_ folder: String) -> [String] {
        ["\(folder)/\(name)", "\(folder)/../libexec/printcenter/\(name)"]
    }

    /// Absolute folders of a variable; a relative one would mean another in each folder.
    private static func folders(_ list: String?, else usual: String) -> [String] {
        let list = list.flatMap { $0.isEmpty ? nil : $0 } ?? usual
        return list.split(separator: ":").map { String($0) }.filter { $0.hasPrefix("/") }
    }

    private static func resolved(_ path: String) -> String? {
        guard unsafe access(path, X_OK) == 0, let found = unsafe realpath(path, nil) else {
            return nil
        }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The folder of the running program.
    private static func programFolder() -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe readlink("/proc/self/exe", start, buffer.count)
        }
        guard count > 0, count < bytes.count else { return nil }
        let path = bytes.prefix(count)
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(validating: path[..<slash], as: UTF8.self)
    }
}
