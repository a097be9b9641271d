package import FileAccess
import Glibc

/// The door to files of the user for code that must not wait: of ``FileVisit``, what may take long is done by threads of its
/// own, and a canceled task waits no longer.
package enum FileDoor {
    /// As many as may wait; each one waits, and does nothing else.
    private static let threads = Workers(limit: 64)

    /// Looks at a file.
    package static func look(at path: FilePath) async throws(PreviewError) -> FileVisit {
        try await visit(path) { interrupt throws(FileVisit.Failure) in
            try FileVisit.look(at: path, interrupt: interrupt)
        }
    }

    /// Opens a file for reading; its descriptor is the caller's.
    package static func read(
        _ path: FilePath,
        _ flags: Int32
    ) async throws(PreviewError) -> FileVisit {
        try await visit(path) { interrupt throws(FileVisit.Failure) in
            try FileVisit.read(path, flags, interrupt: interrupt)
        }
    }

    /// Does what may wait for file systems that do not answer, on a thread of its own where a path leads to one of them.
    ///
    /// - Parameters:
    ///   - path: The path; `nil` for work that may lead to any.
    ///   - work: The work; gets a descriptor that is readable once the task is canceled.
    /// - Returns: What the work returns.
    /// - Throws: ``PreviewError/Code/canceled``, and what the work throws.
    package static func perform<Value: Sendable>(
        at path: FilePath?,
        _ work: @escaping @Sendable (Int32) throws(PreviewError) -> Value
    ) async throws(PreviewError) -> Value {
        if let path, !FileVisit.isDistant(path) { return try work(-1) }
        return try await CancelableRequest.perform(on: threads) { interrupt in
            do throws(PreviewError) {
                return .success(try work(interrupt))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Does what may wait for a file system that does not answer, and whose end is of no interest.
    static func run(_ work: @escaping @Sendable () -> Void) { threads.run(work) }

    private static func visit(
        _ path: FilePath,
        _ visit: @escaping @Sendable (Int32) throws(FileVisit.Failure) -> FileVisit
    ) async throws(PreviewError) -> FileVisit {
        try await perform(at: path) { interrupt throws(PreviewError) in
            do throws(FileVisit.Failure) {
                return try visit(interrupt)
            } catch {
                throw PreviewError(error)
            }
        }
    }
}

extension PreviewError {
    /// The error of a file that could not be opened.
    package init(_ failure: FileVisit.Failure) {
        switch failure.number {
        case ETIMEDOUT: self = .unanswered
        case ECANCELED: self = .canceled
        default: self = .notRegular
        }
    }

    /// The error of a file whose file system does not answer.
    package static let unanswered = PreviewError(
        .unavailable,
        "Its file system does not answer. Check the network share or the device that it is on.",
        chinese: "其所在的文件系统没有响应。请检查对应的网络共享或设备。"
    )

    /// Whether the file system of the file does not answer, which says nothing about the file.
    package var isUnanswered: Bool { self == .unanswered }

    /// The error of what is no document.
    static let notRegular = PreviewError(
        .unreadable,
        "The document is not a readable regular file.",
        chinese: "该文档不是可读取的普通文件。"
    )
}
