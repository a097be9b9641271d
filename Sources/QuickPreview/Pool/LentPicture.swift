import CLinux
import Glibc

/// A memory file that is lent to a child for the pixels of its picture, and is mapped here.
///
/// Allocating the pages of a picture takes several times as long as filling them, so they are kept from one child to the
/// next. The child can change neither the size of the file nor anything else of this process.
@safe final class LentPicture: Sendable {
    /// The file; the child gets a copy of the descriptor.
    let file: Int32
    /// The size of the file in bytes.
    let capacity: Int
    // Other threads get the picture only by the lock of ``LentPictures``.
    private nonisolated(unsafe) let start: UnsafeMutableRawPointer

    /// Makes a file, whose pages are allocated when they are used first; `nil` where the system refuses that.
    init?(capacity: Int) {
        let file = unsafe clinux_bounded_memory_file("picture", UInt64(clamping: capacity))
        guard file >= 0 else { return nil }
        guard
            // A child could add a seal that keeps the next one from writing.
            clinux_end_sealing(file) == 0,
            let start = unsafe mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            unsafe start != MAP_FAILED
        else {
            close(file)
            return nil
        }
        self.file = file
        self.capacity = capacity
        unsafe self.start = start
    }

    deinit {
        unsafe munmap(start, capacity)
        close(file)
    }

    /// Copies the first bytes.
    func bytes(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            guard let target = buffer.baseAddress else { return }
            unsafe memcpy(target, start, count)
            done = count
        }
    }

    /// Overwrites the first bytes with zeros, and frees the pages of all others.
    ///
    /// - Returns: Whether nothing is left of what a child has written.
    func wipe(keeping count: Int) -> Bool {
        unsafe memset(start, 0, count)
        return clinux_free_pages(file, UInt64(clamping: count), UInt64(clamping: capacity - count))
            == 0
    }
}
