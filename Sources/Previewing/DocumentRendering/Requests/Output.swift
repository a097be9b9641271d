import Glibc
import PreviewHelper
import PreviewModel
import SheetRendering

/// The file that is written for a printer.
struct Output {
    let descriptor: Int32

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(SheetFailure) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + done },
                    buffer.count - done
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .outcome(.outputFailed) }
            done += count
        }
    }

    /// Appends all of another file.
    func copy(_ source: Int32) throws(SheetFailure) {
        guard let file = FilePart(whole: source) else { throw .outcome(.outputFailed) }
        var place = 0
        while place < file.size {
            let bytes = file.available(at: place, count: 1 << 20)
            guard !bytes.isEmpty else { throw .outcome(.outputFailed) }
            try write(bytes)
            place += bytes.count
        }
    }

    /// Truncates the file to write it again.
    func empty() throws(SheetFailure) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .outcome(.outputFailed)
        }
    }
}
