import CLinux
import Glibc

/// A descriptor that closes itself.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Takes a descriptor over; a negative number is the failure of whatever made it.
    init?(takingOwnership number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }

    /// Another description of an open file: with its own position, and with no more rights than asked for.
    init?(reopening number: Int32, flags: Int32) {
        // By number, not by name: this is the very file that is open, whatever became of its name.
        self.init(takingOwnership: unsafe open("/proc/self/fd/\(number)", flags | O_CLOEXEC))
    }

    /// The most bytes that are copied of a document that cannot be opened again.
    private static let copyLimit = 256 << 20

    /// A description of its own of a document: the position of the caller's is neither used nor moved, so
    /// that several children can read the same document at once.
    ///
    /// Whoever was given the open file may have no right to open it: a copy in memory does as well.
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

    private func copy(_ source: Int32, size: Int) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var done = 0
        while done < size {
            let count = unsafe pread(source, &bytes, min(bytes.count, size - done), done)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            // It has become shorter.
            if count == 0 { break }
            guard unsafe pwrite(number, bytes, count, done) == count else { return false }
            done += count
        }
        return true
    }

    /// Two sockets that are connected to each other.
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

    /// A sealed memory file of these bytes.
    static func sealed(_ bytes: [UInt8]) -> Descriptor? {
        guard
            let file = memory(),
            unsafe pwrite(file.number, bytes, bytes.count, 0) == bytes.count,
            clinux_seal(file.number) == 0
        else { return nil }
        return file
    }
}

/// Two sockets that are connected to each other.
struct SocketPair: ~Copyable {
    let ours: Descriptor
    let theirs: Descriptor

    /// Closes the other side's end, and keeps ours.
    consuming func keepOurs() -> Descriptor { ours }
}

/// A message as it came in.
struct ReceivedMessage: ~Copyable {
    var bytes: [UInt8]
    var file: Descriptor?

    /// Waits for a message with at most one descriptor; `nil` when the other side is gone or misbehaves.
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
        // First of all: what has come is closed, whatever is said of it.
        let file = count == 1 ? Descriptor(takingOwnership: descriptor) : nil
        guard length > 0 else { return nil }
        bytes.removeSubrange(Int(length)...)
        self.bytes = bytes
        self.file = file
    }
}
