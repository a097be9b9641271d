import Glibc

/// The user's browser.
package enum Browser {
    /// Opens a file as the desktop does; whether that worked.
    ///
    /// - Parameters:
    ///   - file: The path of the file, which all users see.
    ///   - activation: The token with which the desktop lets a window come to the front (XDG Activation).
    /// - Returns: Whether the desktop found a program for it.
    package static func opens(_ file: String, activation: String? = nil) -> Bool {
        var process: pid_t = 0
        let arguments = ["xdg-open", file]
        var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = unsafe []
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            unsafe variables.append(strdup(variable))
            unsafe next += 1
        }
        if let activation {
            unsafe variables.append(strdup("XDG_ACTIVATION_TOKEN=\(activation)"))
            unsafe variables.append(strdup("DESKTOP_STARTUP_ID=\(activation)"))
        }
        unsafe variables.append(nil)
        defer {
            while let pointer = unsafe pointers.popLast() { unsafe free(pointer) }
            while let pointer = unsafe variables.popLast() { unsafe free(pointer) }
        }
        guard unsafe posix_spawnp(&process, "xdg-open", nil, nil, &pointers, &variables) == 0 else {
            return false
        }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return false }
        }
        return status == 0
    }
}
