import CLinux
import Glibc

/// An owned file descriptor, which is closed at the end of its life.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Takes ownership of a descriptor; `nil` for a negative number, which means failure.
    init?(takingOwnership number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }

    /// Another open file description of an open file, with its own position and with restricted rights.
    init?(reopening number: Int32, flags: Int32) {
        // By number, not by name: the same file, even after it was renamed or deleted.
        self.init(takingOwnership: unsafe open("/proc/self/fd/\(number)", flags | O_CLOEXEC))
    }

    /// The largest document that is copied where it cannot be opened again, in bytes.
    private static let copyLimit = 256 << 20

    /// Another open file description of a document, so that the caller's position neither matters nor moves, and
    /// several children can read the document at once.
    ///
    /// A process that received an open file may lack the right to open it: then a copy in memory takes its place.
    static func document(_ number: Int32) -> Descriptor? {
        if let own = Descriptor(reopening: number, flags: O_RDONLY) { return own }
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_size <= copyLimit,
            let file = memory(), file.copy(number, size: status.st_size),
            clinux_seal(file.number) == 0
        else { return nil }
        lseek(file.number, 0, SEEK_SET)
        return file
    }

    /// Copies the first bytes of another file into this one; returns whether that succeeded.
    func copy(_ source: Int32, size: Int) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var done = 0
        while done < size {
            let count = unsafe pread(source, &bytes, min(bytes.count, size - done), done)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            // The file became shorter.
            if count == 0 { break }
            guard unsafe pwrite(number, bytes, count, done) == count else { return false }
            done += count
        }
        return true
    }

    /// Two connected sockets.
    static func messageSockets() -> SocketPair? {
        var pair: [Int32] = [-1, -1]
        guard unsafe clinux_message_sockets(&pair) == 0,
            let ours = Descriptor(takingOwnership: pair[0]),
            let theirs = Descriptor(takingOwnership: pair[1])
        else { return nil }
        return SocketPair(ours: ours, theirs: theirs)
    }

    /// An empty memory file.
    static func memory() -> Descriptor? {
        Descriptor(takingOwnership: unsafe clinux_memory_file("pages"))
    }

    /// A sealed memory file with these bytes.
    static func sealed(_ bytes: [UInt8]) -> Descriptor? {
        guard
            let file = memory(),
            unsafe pwrite(file.number, bytes, bytes.count, 0) == bytes.count,
            clinux_seal(file.number) == 0
        else { return nil }
        return file
    }
}

/// Two connected sockets.
struct SocketPair: ~Copyable {
    let ours: Descriptor
    let theirs: Descriptor

    /// Closes the peer's end, and returns the other one.
    consuming func keepOurs() -> Descriptor { ours }
}

/// A received message.
struct ReceivedMessage: ~Copyable {
    var bytes: [UInt8]
    var file: Descriptor?

    /// Waits for a message with at most one descriptor; `nil` where the peer is gone or breaks the rules.
    init?(from socket: Int32, limit: Int) {
        var bytes = [UInt8](repeating: 0, count: limit)
        var descriptor: Int32 = -1
        var count = 0
        let length = unsafe clinux_receive_message(
            socket,
            &bytes,
            bytes.count,
            &descriptor,
            1,
            &count
        )
        // First, so that every received descriptor is closed, whatever the message says.
        let file = count == 1 ? Descriptor(takingOwnership: descriptor) : nil
        guard length > 0 else { return nil }
        bytes.removeSubrange(Int(length)...)
        self.bytes = bytes
        self.file = file
    }

    /// Takes the descriptor out of the message.
    consuming func takeFile() -> Descriptor? { file }
}
