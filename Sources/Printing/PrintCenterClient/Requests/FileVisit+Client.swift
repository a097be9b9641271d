import Dispatch
import FileAccess

extension FileVisit {
    /// Opens a file for reading, on a thread that may wait for its file system.
    ///
    /// - Throws: ``ClientError``, with ``ClientError/Code/fileUnreadable``.
    static func opened(_ path: FilePath, _ flags: Int32 = 0) async throws -> FileVisit {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(Failure) in try FileVisit.read(path, flags) }
                )
            }
        }
        switch result {
        case .success(let visit): return visit
        case .failure(let error):
            guard !error.isUnanswered else {
                throw ClientError(
                    .fileUnreadable,
                    "\(path.shown) cannot be read: its file system does not answer.",
                    chinese: "无法读取 \(path.shown)：其所在的文件系统没有响应。"
                )
            }
            throw ClientError(
                .fileUnreadable,
                "\(path.shown) cannot be read: \(systemWords(error.number)).",
                chinese: "无法读取 \(path.shown)：\(systemWords(error.number))。"
            )
        }
    }
}
