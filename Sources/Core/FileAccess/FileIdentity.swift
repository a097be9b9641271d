import Glibc

/// Which regular file a name leads to: two names of one file, such as a link and its target, have the same one.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let number: UInt

    /// The file that a path leads to; `nil` where there is none, or something that is not a regular file.
    public init?(_ path: FilePath) {
        if let descriptor = path.descriptorNumber {
            self.init(descriptor: descriptor)
            return
        }
        guard let visit = try? FileVisit.look(at: path), visit.mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.init(device: UInt(clamping: visit.device), number: UInt(clamping: visit.number))
    }

    /// The open file of a descriptor; `nil` where it is not a regular file.
    public init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file that an argument names: a path, a `file:` URI, or `-` for a stream of the program.
    ///
    /// - Parameters:
    ///   - argument: The argument.
    ///   - stream: The descriptor that `-` stands for.
    public init?(argument: String, stream: Int32) {
        if argument == "-" {
            self.init(descriptor: stream)
        } else if let path = FilePath(argument: argument) {
            self.init(path)
        } else {
            return nil
        }
    }

    private init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(device: UInt(clamping: status.st_dev), number: UInt(clamping: status.st_ino))
    }

    private init(device: UInt, number: UInt) {
        (self.device, self.number) = (device, number)
    }
}
