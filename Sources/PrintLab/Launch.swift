internal import CLinux
internal import Glibc

/// A program to start: its arguments, its surroundings, and when it must end.
package struct Launch {
    /// The absolute path.
    var path: String
    var arguments: [String]
    var environment: [String: String]
    /// What becomes the child's 0, 1 and 2.
    var descriptors: [CInt]
    /// Whether it has a process group of its own, out of reach of a terminal's Ctrl-C.
    var ownGroup: Bool
    /// What it gets when the thread that starts it ends; 0 for nothing.
    var deathSignal: CInt
    /// Its umask; negative for ours.
    var fileMask: CInt

    package static let terminate: Int32 = SIGTERM

    /// Describes what is to be started.
    package init(
        path: String,
        arguments: [String],
        environment: [String: String],
        descriptors: [CInt] = [0, 1, 2],
        ownGroup: Bool = true,
        deathSignal: Int32 = Self.terminate,
        fileMask: CInt = 0o022
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.descriptors = descriptors
        self.ownGroup = ownGroup
        self.deathSignal = deathSignal
        self.fileMask = fileMask
    }

    /// Starts it, and returns the process id or a negative `errno` value.
    package func start() -> Int32 {
        let all = [path] + arguments
        let variables = environment.map { "\($0.key)=\($0.value)" }
        return unsafe Self.withCStrings(all) { arguments in
            unsafe Self.withCStrings(variables) { variables in
                unsafe clinux_spawn(
                    path,
                    arguments,
                    variables,
                    descriptors,
                    ownGroup ? 1 : 0,
                    deathSignal,
                    fileMask
                )
            }
        }
    }

    /// Lends the strings as C has them: an array of pointers that ends with a null one.
    private static func withCStrings<R>(
        _ strings: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
    ) -> R {
        var pointers = unsafe strings.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe pointers.withUnsafeBufferPointer { buffer in
            // The array is never empty: it has the null at its end.
            unsafe body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }

    /// The absolute path of a program, looked up as a shell does.
    static func find(_ name: String, in path: String) -> String? {
        if name.contains("/") { return name }
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { unsafe access($0, X_OK) == 0 }
    }

    /// The folders in which the distribution keeps its daemons and tools.
    static let systemPath = "/usr/sbin:/usr/bin:/sbin:/bin"

    /// The absolute path of a program of the distribution.
    ///
    /// - Throws: ``LabError`` with the package to install.
    static func find(_ name: String, package: String) throws -> String {
        guard let path = find(name, in: systemPath) else {
            throw LabError(
                .programMissing,
                "The program '\(name)' is not installed. On Debian: apt install \(package)"
            )
        }
        return path
    }
}
