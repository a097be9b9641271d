import CLinux
import Glibc
import PreviewModel

extension PreviewImage {
    /// Copies the pixels out of a child's sealed memory file; `nil` where they do not fit the size in its answer.
    init?(_ answer: AnswerMessage, file: consuming Descriptor, edgeLimit: UInt32) {
        guard let (width, height, size) = Self.size(of: answer, edgeLimit) else { return nil }
        var status = stat()
        guard clinux_is_sealed(file.number) != 0, unsafe fstat(file.number, &status) == 0,
            // The file is as large as the largest picture that the request allows.
            status.st_size >= size
        else { return nil }
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let read = unsafe pread(
                    file.number,
                    buffer.baseAddress.map { unsafe $0 + count },
                    size - count,
                    count
                )
                guard read > 0 else { break }
                count += read
            }
        }
        guard pixels.count == size else { return nil }
        self.init(width: width, height: height, pixels: pixels, type: answer.info.type)
    }

    /// Copies the pixels out of a file that was lent to a child; `nil` where they do not fit the size in its answer.
    init?(_ answer: AnswerMessage, lent: LentPicture, edgeLimit: UInt32) {
        guard let (width, height, size) = Self.size(of: answer, edgeLimit), size <= lent.capacity
        else { return nil }
        self.init(
            width: width,
            height: height,
            pixels: lent.bytes(size),
            type: answer.info.type
        )
    }

    /// The edges in pixels, and the size in bytes; `nil` where an edge is not possible.
    private static func size(
        of answer: AnswerMessage,
        _ edgeLimit: UInt32
    ) -> (width: Int, height: Int, bytes: Int)? {
        guard (1...edgeLimit).contains(answer.width), (1...edgeLimit).contains(answer.height)
        else { return nil }
        let (width, height) = (Int(answer.width), Int(answer.height))
        return (width, height, width * height * 4)
    }
}
