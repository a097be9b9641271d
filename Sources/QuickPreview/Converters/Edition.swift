import Glibc

/// A number that another version of a file changes: an update replaces it, or writes it anew.
struct Edition {
    private(set) var number: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds a file or a folder, which need not exist.
    mutating func add(file path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return add(0) }
        let time = status.st_mtim
        for number in [
            Int(truncatingIfNeeded: status.st_ino), status.st_size, time.tv_sec, time.tv_nsec,
        ] {
            add(number)
        }
    }

    /// Adds a text.
    mutating func add(_ text: String) {
        for byte in text.utf8 { add(Int(byte)) }
        add(-1)
    }

    /// Adds a number (FNV-1a, by words).
    mutating func add(_ value: Int) {
        number = (number ^ UInt64(bitPattern: Int64(value))) &* 0x100_0000_01B3
    }
}
