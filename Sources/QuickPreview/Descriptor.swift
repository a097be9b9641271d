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
        guard length > 0 else { return nil }
        bytes.removeSubrange(Int(length)...)
        self.bytes = bytes
        self.file = count == 1 ? Descriptor(takingOwnership: descriptor) : nil
    }
}
