internal import CLinux
internal import Glibc

/// The parameters of a process to start: program, arguments, environment, and descriptors.
package struct Launch {
    /// The absolute path.
    var path: String
    var arguments: [String]
    var environment: [String: String]
    /// The descriptors that become standard input, output, and error of the child.
    var descriptors: [CInt]
    /// Whether the child has its own process group, which Ctrl-C in the terminal does not reach.
    var ownGroup: Bool
    /// The signal that the child receives when the thread that started it ends; 0 for none.
    var deathSignal: CInt
    /// The umask of the child; negative to inherit.
    var fileMask: CInt

    package static let terminate: Int32 = SIGTERM

    /// The path and the arguments.
    package var words: [String] { [path] + arguments }

    /// Creates the description of a process.
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

    /// Starts the process; returns its process ID or a negative `errno` value.
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

    /// Passes the strings to a closure as a null-terminated array of C strings.
    private static func withCStrings<R>(
        _ strings: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
    ) -> R {
        var pointers = unsafe strings.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe pointers.withUnsafeBufferPointer { buffer in
            // The array is never empty: it ends with a null pointer.
            unsafe body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }

    /// Returns the absolute path of a program, looked up in `PATH` as a shell does.
    static func find(_ name: String, in path: String) -> String? {
        if name.contains("/") { return name }
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { unsafe access($0, X_OK) == 0 }
    }

    /// The folders of the distribution's daemons and tools.
    static let systemPath = "/usr/sbin:/usr/bin:/sbin:/bin"

    /// Returns the absolute path of a program of the distribution.
    ///
    /// - Throws: ``LabError`` with the name of the package to install.
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
