import CLinux
import Glibc

/// What travels to a child in a memory file that nobody can change any more.
enum Payload {
    /// The bytes of a sealed file; `nil` where it is not sealed, or not as long as announced.
    static func read(_ descriptor: Int32, count: Int) -> [UInt8]? {
        var status = stat()
        guard clinux_is_sealed(descriptor) != 0, unsafe fstat(descriptor, &status) == 0,
            status.st_size == count
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let length = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + done },
                    count - done,
                    done
                )
            }
            guard length > 0 else { return nil }
            done += length
        }
        return bytes
    }
}
