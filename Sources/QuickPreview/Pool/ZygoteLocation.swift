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
        guard let folder = programFolder() else { return nil }
        let candidates = [
            "\(folder)/qpreview-zygote", "\(folder)/../libexec/printcenter/qpreview-zygote",
        ]
        return candidates.first { unsafe access($0, X_OK) == 0 }
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
