import CLinux
import Glibc
import PreviewModel

extension PreviewImage {
    /// Copies the pixels out of a child's sealed memory file; `nil` where they do not fit the size in its answer.
    init?(_ answer: AnswerMessage, file: consuming Descriptor, edgeLimit: UInt32) {
        let (width, height) = (Int(answer.width), Int(answer.height))
        guard (1...edgeLimit).contains(answer.width), (1...edgeLimit).contains(answer.height)
        else { return nil }
        let size = width * height * 4
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
}
