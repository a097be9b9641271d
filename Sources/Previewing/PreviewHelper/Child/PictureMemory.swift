import Glibc

/// The memory of the file in which a child returns its pixels.
///
/// A picture that is drawn in it is not copied there, and no other memory is allocated for it. A very small one gains nothing.
@safe package struct PictureMemory: ~Copyable {
    /// The pixels, all zero at first: 32 bits each, rows without padding.
    package let start: UnsafeMutableRawPointer
    private let size: Int

    /// The size in bytes from which a picture is drawn in its file.
    private static let leastSize = 1 << 15

    /// Maps the file of a child, or returns `nil` where the picture is small, or that is not possible.
    package init?(_ file: Int32, width: Int, height: Int) {
        let size = width * height * 4
        var status = stat()
        guard size >= Self.leastSize, unsafe fstat(file, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_size >= size,
            let start = unsafe mmap(
                nil,
                size,
                PROT_READ | PROT_WRITE,
                MAP_SHARED | Int32(MAP_POPULATE),
                file,
                0
            ), unsafe start != MAP_FAILED
        else { return nil }
        unsafe self.start = start
        self.size = size
    }

    /// Ends the mapping: the file cannot be sealed before.
    deinit { unsafe munmap(start, size) }
}
