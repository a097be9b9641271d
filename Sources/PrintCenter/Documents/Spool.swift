import Failpoints
import Glibc
import Hashing

/// The folder of documents between their submission and the end of their jobs.
///
/// A file gets its final name only once it is on disk: written, fsynced, renamed,
/// and the folder fsynced. A crash leaves a `.part` file, which the next start
/// removes.
///
/// The actor has a thread of its own, because fsync blocks.
public actor Spool {
    /// A document that is being written.
    public struct Incoming: Sendable, Hashable {
        let name: String
    }

    /// A document in the spool.
    public struct Stored: Sendable, Equatable {
        /// Its size in bytes.
        public let size: Int
        /// The SHA-256 of its bytes, in hexadecimal.
        public let sha256: String
    }

    private struct Writing {
        let file: Int32
        var size = 0
        var hash = SHA256()
    }

    /// The largest document, in bytes: 4 GiB.
    public static let largestDocument = 4 << 30

    private let executor = BlockingExecutor(label: "printcenter.spool")
    private let folder: SpoolFolder
    private var writing: [Incoming: Writing] = [:]

    /// The thread that blocks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor holds the executor for as long as it lives.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Opens the spool in a folder, and creates the folder if it does not exist.
    public init(path: String) throws {
        folder = try SpoolFolder(path: path)
    }

    /// Begins a document, with its first bytes.
    public func begin(_ name: String, with bytes: [UInt8] = []) throws(SpoolError) -> Incoming {
        let incoming = Incoming(name: name)
        folder.remove("\(name).part")
        writing[incoming] = Writing(file: try folder.create("\(name).part"))
        failpoint(.spoolDocumentOpened)
        do {
            try append(bytes, to: incoming)
        } catch {
            abandon(incoming)
            throw error
        }
        return incoming
    }

    /// Appends bytes to a document.
    public func append(_ bytes: [UInt8], to incoming: Incoming) throws(SpoolError) {
        guard var state = writing[incoming] else { throw .system("writing a document", EBADF) }
        guard state.size + bytes.count <= Self.largestDocument else {
            throw SpoolError(code: .tooLarge, description: "the document is larger than 4 GiB")
        }
        try Self.write(bytes, to: state.file)
        state.hash.update(bytes)
        state.size += bytes.count
        writing[incoming] = state
    }

    /// Opens a document that is being written for reading, as it is so far; the caller closes the descriptor.
    func reader(
        of incoming: Incoming
    ) throws(SpoolError) -> (descriptor: Int32, stored: Stored) {
        guard let state = writing[incoming] else { throw .system("reading a document", EBADF) }
        let file = try folder.open("\(incoming.name).part")
        return (file, Stored(size: state.size, sha256: state.hash.finish()))
    }

    /// Ends a document; returns once it is on disk under its name.
    public func finish(_ incoming: Incoming) throws(SpoolError) -> Stored {
        guard let state = writing.removeValue(forKey: incoming) else {
            throw .system("ending a document", EBADF)
        }
        defer { close(state.file) }
        failpoint(.spoolDocumentWritten)
        // A failed fsync is final: the kernel may have dropped the pages, and reports it only once.
        guard fsync(state.file) == 0 else {
            let failure = SpoolError.system("writing a document to the disk")
            folder.remove("\(incoming.name).part")
            throw failure
        }
        failpoint(.spoolDocumentFsynced)
        do {
            try folder.commit("\(incoming.name).part", as: incoming.name) {
                failpoint(.spoolDocumentRenamed)
            }
        } catch {
            folder.remove("\(incoming.name).part")
            throw error
        }
        failpoint(.spoolDocumentSettled)
        return Stored(size: state.size, sha256: state.hash.finish())
    }

    /// Discards a document that was begun.
    public func abandon(_ incoming: Incoming) {
        guard let state = writing.removeValue(forKey: incoming) else { return }
        close(state.file)
        folder.remove("\(incoming.name).part")
    }

    /// How durable a file of the spool is.
    public enum Lasting: Sendable {
        /// The file is on disk before the call returns, and survives a power cut.
        case durable
        /// The file can be made again, and need not survive a power cut.
        case passing
    }

    /// Writes a file with `body`, which gets a descriptor that is open for reading and writing; an error
    /// of `body` discards the file.
    @discardableResult
    public func make<Result: Sendable>(
        _ name: String,
        lasting: Lasting = .durable,
        by body: @Sendable (Int32) async throws -> Result
    ) async throws -> Result {
        // A unique name: another call may write a file of the same final name meanwhile.
        let part = "\(name).\(UInt64.random(in: 0 ... .max)).part"
        let file = try folder.create(part)
        defer { close(file) }
        failpoint(.spoolMadeOpened)
        let result: Result
        do {
            result = try await body(file)
            failpoint(.spoolMadeWritten)
            guard lasting == .passing || fsync(file) == 0 else {
                throw SpoolError.system("writing a document to the disk")
            }
            failpoint(.spoolMadeFsynced)
            try folder.commit(part, as: name, lasting: lasting) {
                failpoint(.spoolMadeRenamed)
            }
        } catch {
            folder.remove(part)
            throw error
        }
        failpoint(.spoolMadeSettled)
        return result
    }

    /// The size of an open file, in bytes.
    static func size(of file: Int32) -> Int {
        var facts = stat()
        return unsafe fstat(file, &facts) == 0 ? Int(facts.st_size) : 0
    }

    /// Appends an open file, or a part of it, to another one.
    static func copy(
        _ source: Int32,
        from place: Int = 0,
        count size: Int = .max,
        into output: Int32
    ) throws(SpoolError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var offset = place
        let end = place.addingReportingOverflow(size)
        while end.overflow || offset < end.partialValue {
            let wanted = end.overflow ? chunk.count : min(chunk.count, end.partialValue - offset)
            let count = unsafe pread(source, &chunk, wanted, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("reading a document") }
            guard count > 0 else { return }
            try write(Array(chunk[..<count]), to: output)
            offset += count
        }
    }

    /// Appends bytes to an open file.
    static func append(_ bytes: [UInt8], to output: Int32) throws(SpoolError) {
        try write(bytes, to: output)
    }

    /// Opens an empty file without a name, which is gone once the caller closes it.
    func scratch() throws(SpoolError) -> Int32 {
        let part = "\(UInt64.random(in: 0 ... .max)).part"
        let file = try folder.create(part)
        folder.remove(part)
        return file
    }

    /// The suffix of files that are to replace documents.
    private static let successor = ".successor"

    /// Returns a name for a file that is to replace a document.
    static func successor(of name: String) -> String {
        "\(name).\(UInt64.random(in: 0 ... .max))\(successor)"
    }

    /// Replaces a document, once the store has the new facts.
    ///
    /// After a crash, or where this fails, ``settle(_:)`` completes it at the next start.
    func replace(_ name: String, by successor: String) throws(SpoolError) {
        try folder.commit(successor, as: name, lasting: .passing)
    }

    /// Completes or discards the replacements that a crash has interrupted.
    ///
    /// - Parameters:
    ///   - youngest: The age of the youngest file that is looked at, as for a sweep.
    ///   - hash: The hash that the store has of a document; `nil` if it has none.
    /// - Throws: ``SpoolError`` if the spool cannot be read or changed.
    package func settle(
        youngest: Duration = .zero,
        _ hash: (String) async throws -> String?
    ) async throws {
        for name in try folder.names() where name.hasSuffix(Self.successor) {
            if youngest > .zero, folder.age(of: name) ?? .zero < youngest { continue }
            let document = String(name.prefix { $0 != "." })
            if try await hash(document) == measure(name).sha256 {
                try replace(document, by: name)
            } else {
                folder.remove(name)
            }
        }
    }

    /// Opens a document for reading; the caller closes the descriptor.
    public func open(_ name: String) throws(SpoolError) -> Int32 {
        try folder.open(name)
    }

    /// Returns the size and the hash of a document; other calls run between the chunks.
    func measure(_ name: String) async throws(SpoolError) -> Stored {
        let file = try folder.open(name)
        defer { close(file) }
        var state = Writing(file: file)
        while try Self.read(&state, atMost: 1 << 22) { await Task.yield() }
        return Stored(size: state.size, sha256: state.hash.finish())
    }

    /// Returns the size and the hash of an open file.
    static func measure(_ file: Int32) throws(SpoolError) -> Stored {
        lseek(file, 0, SEEK_SET)
        var state = Writing(file: file)
        while try read(&state, atMost: 1 << 30) {}
        return Stored(size: state.size, sha256: state.hash.finish())
    }

    /// Returns the bytes of a small file.
    func bytes(of name: String, atMost limit: Int) throws(SpoolError) -> [UInt8] {
        let file = try folder.open(name)
        defer { close(file) }
        let size = Self.size(of: file)
        guard size <= limit else {
            throw SpoolError(code: .tooLarge, description: "a file of the spool is too large")
        }
        var bytes = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            let count = unsafe bytes[done...].withUnsafeMutableBytes {
                unsafe pread(file, $0.baseAddress, $0.count, done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system("reading a file of the spool") }
            done += count
        }
        return bytes
    }

    /// Returns the time since a file got its name; `nil` if it does not exist.
    func age(of name: String) -> Duration? { folder.age(of: name) }

    /// Hashes the next bytes of a document; returns whether there may be more.
    private static func read(_ state: inout Writing, atMost limit: Int) throws(SpoolError) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let end = state.size + limit
        while state.size < end {
            let count = unsafe Glibc.read(state.file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("reading a document") }
            guard count > 0 else { return false }
            state.size += count
            state.hash.update(chunk[..<count])
        }
        return true
    }

    /// Removes a document; one that does not exist is not an error.
    public func remove(_ name: String) {
        folder.remove(name)
    }

    /// The suffix of documents that the store does not know.
    private static let orphan = ".orphan"

    /// The result of a sweep.
    public struct SweepResult: Sendable, Equatable {
        /// How many files were removed.
        public var removed = 0
        /// How many documents were put aside.
        public var putAside = 0
        /// How many documents were restored that were put aside before.
        public var restored = 0
    }

    /// Returns the number of documents in a folder, which need not exist.
    static func documents(in path: String) throws(SpoolError) -> Int {
        guard unsafe access(path, F_OK) == 0 else { return 0 }
        return try SpoolFolder(path: path).names().count { isDocument($0) }
    }

    /// Whether a name is that of a document: other files have an extension, or can be made again.
    private static func isDocument(_ name: String) -> Bool {
        !name.contains(".") && !name.hasPrefix("preview-")
    }

    /// Returns the names of all files.
    package func names() throws(SpoolError) -> [String] { Array(try folder.names()) }

    /// Removes the files of a crash, and puts documents aside that the store does not know: if the queue
    /// was lost or replaced, they are all that is left.
    ///
    /// - Parameters:
    ///   - known: The names in the store; documents among them that were put aside are restored.
    ///   - age: How long a document stays aside.
    ///   - youngest: The age of the youngest file that is looked at; other hosts may be writing those that are younger.
    /// - Returns: The counts of files.
    /// - Throws: ``SpoolError`` if the spool cannot be read or changed.
    public func sweep(
        keeping known: Set<String>,
        keepingAside age: Duration = .seconds(24 * 3600),
        youngest: Duration = .zero
    ) throws(SpoolError) -> SweepResult {
        var swept = SweepResult()
        let names = try folder.names()
        for name in names where !known.contains(name) {
            if youngest > .zero, folder.age(of: name) ?? .zero < youngest { continue }
            if name.hasSuffix(Self.orphan) {
                let document = String(name.dropLast(Self.orphan.count))
                if known.contains(document), !names.contains(document) {
                    try folder.commit(name, as: document)
                    swept.restored += 1
                } else if (folder.age(of: name) ?? .zero) >= age {
                    folder.remove(name)
                    swept.removed += 1
                }
            } else if Self.isDocument(name), age > .zero {
                try folder.commit(name, as: name + Self.orphan, lasting: .passing)
                swept.putAside += 1
            } else {
                folder.remove(name)
                swept.removed += 1
            }
        }
        return swept
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(SpoolError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    file,
                    buffer.baseAddress?.advanced(by: done),
                    buffer.count - done
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("writing a document") }
            done += count
        }
    }
}
