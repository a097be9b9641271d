public import Glibc

/// The address of a Unix domain socket: `sockaddr_un`.
///
/// ```swift
/// guard let address = UnixSocketAddress(path: path) else { return }
/// let result = unsafe address.withSocketAddress { unsafe connect(descriptor, $0, $1) }
/// ```
public struct UnixSocketAddress: Sendable {
    /// The longest path that an address takes, in bytes.
    public static let longestPath = 107

    private let address: sockaddr_un

    /// Creates the address of a path.
    ///
    /// - Parameter path: The path of the socket; `nil` results for an empty path, for one that has more than
    ///   ``longestPath`` bytes, and for one with a null character, which the kernel would cut.
    public init?(path: String) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.longestPath, !bytes.contains(0) else {
            return nil
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(clamping: AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        self.address = address
    }

    /// Calls a closure with the address and its size, as `bind` and `connect` take them.
    public func withSocketAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
    ) rethrows -> Result {
        try unsafe withUnsafePointer(to: address) { pointer in
            try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try unsafe body($0, socklen_t(clamping: MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// The path to which a socket is bound (`getsockname`); `nil` for one without a path.
    public static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var size = socklen_t(clamping: MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        guard result == 0, Int32(address.sun_family) == AF_UNIX else { return nil }
        let bytes = unsafe withUnsafeBytes(of: &address.sun_path) { unsafe Array($0) }
        // The kernel ends a path with a zero, if there is room; an abstract name begins with one.
        return bytes.first == 0 ? nil : String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
