/// The documents that the user's programs remember because they crashed the library that reads them.
///
/// A document that has crashed its library three times is not opened again until an update replaces the
/// library, or until ``forget(_:)`` removes it from this list. One that has crashed LibreOffice or WeasyPrint, or kept it
/// busy for too long, is not given to that program again, and has the simple layout.
public struct CrashedDocuments: Sendable {
    /// A document on the list.
    public struct Document: Sendable, Hashable {
        /// The file name at the last crash; empty where an older version wrote the record.
        public let name: String
        /// The size in bytes.
        public let size: Int
        /// The hash of the contents, in 64 hexadecimal digits; of a large document only parts count.
        public let hash: String
        /// The number of crashes.
        public let crashes: Int
        /// The time of the last crash in seconds since 1970; `nil` where an older version wrote the record.
        public let lastCrash: Int?
        /// The class of the last crash, a name of ``PreviewEnd/name``: `crashed` or `forbidden-call`; of a program that lays
        /// documents out, `layout-crashed` or `layout-time-limit`.
        public let end: String
        /// The signal of the last crash, or the number of the forbidden system call; 0 for neither.
        public let number: Int
        /// Whether the document is refused, rather than tried once more.
        public let isRefused: Bool
        /// Whether the document is opened, but not by the program that would lay it out as the one that made it does.
        public var isLaidOutSimply: Bool { end.hasPrefix(CrashRecord.Entry.layoutMark) }

        init(_ entry: CrashRecord.Entry) {
            let parts = entry.end.split(separator: ":")
            name = entry.name.singleLine
            (size, hash, crashes) = (entry.size, entry.hash, entry.count)
            lastCrash = entry.time > 0 ? entry.time : nil
            end = parts.first.map { String($0).singleLine } ?? ""
            number = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
            isRefused =
                entry.count >= CrashRecord.limit
                && !entry.end.hasPrefix(CrashRecord.Entry.layoutMark)
        }
    }

    private let record: CrashRecord

    /// The list in a file.
    ///
    /// - Parameter path: The file; `nil` is ``PreviewerConfiguration/usualCrashRecord``.
    public init(path: String? = nil) {
        record = CrashRecord(path: path ?? PreviewerConfiguration.usualCrashRecord)
    }

    /// The documents, the last to crash at the end.
    public var all: [Document] { record.entries.map(Document.init) }

    /// Removes a document, so that the next preview opens it again.
    ///
    /// - Parameter descriptor: The document, an open file.
    /// - Returns: Whether it was on the list.
    /// - Throws: ``PreviewError`` with the code `unreadable` where the document cannot be read, and
    ///   `outputFailed` where the list cannot be written.
    public func forget(_ descriptor: Int32) throws(PreviewError) -> Bool {
        guard let hash = DocumentHash.of(descriptor) else {
            throw PreviewError(
                .unreadable,
                "The document is not a readable regular file.",
                chinese: "该文档不是可读取的普通文件。"
            )
        }
        return try forget { $0.hash == hash } > 0
    }

    /// Removes all documents.
    ///
    /// - Returns: How many there were.
    /// - Throws: ``PreviewError`` with the code `outputFailed` where the list cannot be written.
    @discardableResult
    public func forgetAll() throws(PreviewError) -> Int { try forget { _ in true } }

    private func forget(_ isForgotten: (CrashRecord.Entry) -> Bool) throws(PreviewError) -> Int {
        guard let count = record.forget(isForgotten) else {
            throw PreviewError(
                .outputFailed,
                "The list of crashed documents cannot be written.",
                chinese: "无法写入崩溃文档的列表。"
            )
        }
        return count
    }
}
