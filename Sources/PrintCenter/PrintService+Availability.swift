import CLinux
import Glibc
public import PrintModel

/// For programs that show a print button.
extension PrintService {
    /// How much of a document is looked at, to tell what it is, in bytes.
    public static let enoughToTell = 64 << 10

    /// Whether printing is possible at all now.
    public nonisolated var isPrintingAvailable: Bool {
        get async { await availability().isAvailable }
    }

    /// Whether printing is possible now, and where, from what is known: no printer is waited for.
    ///
    /// - Parameter type: The MIME type of the document; printing at all where it is left out.
    /// - Returns: The answer; that the scheduler does not answer is one, too.
    public nonisolated func availability(ofType type: String? = nil) async -> Availability {
        Self.availability(ofType: type, among: await directory.known().printers)
    }

    /// Whether a document can be printed now, and where.
    ///
    /// What it is shows in its first bytes. Where they are all of it, they also
    /// show whether it is damaged, encrypted or empty.
    ///
    /// - Parameters:
    ///   - bytes: Its first bytes, ``enoughToTell`` of them or all.
    ///   - name: The name of the file, a hint at the kind of text; it is never opened.
    ///   - size: How many bytes the whole document has.
    /// - Returns: The answer.
    /// - Throws: `Problem` where the document cannot be looked at.
    public nonisolated func canPrint(
        _ bytes: [UInt8],
        name: String,
        size: Int
    ) async throws -> Availability {
        // Both take some milliseconds.
        async let known = directory.known().printers
        var document: DocumentFacts
        do {
            document = try await facts(of: bytes, name: name)
        } catch let error as PreparationError {
            throw Problem(error)
        }
        if size > bytes.count { document = document.judgedByType }
        guard let printers = await known else {
            return .withoutScheduler(type: document.type)
        }
        return Availability(of: document, among: printers)
    }

    /// The answer to ``availability(ofType:)`` as it is now, and again whenever it is another.
    ///
    /// - Parameter type: The MIME type of the documents; printing at all where it is left out.
    /// - Returns: The answers, without end, while the task is not canceled.
    public nonisolated func availabilityChanges(ofType type: String? = nil) -> AvailabilityFeed {
        AvailabilityFeed(directory: directory, type: type)
    }

    /// All printers, and then each that comes, changes or goes.
    public nonisolated func printerChanges() -> PrinterFeed {
        PrinterFeed(directory: directory)
    }

    /// Has the directory look again when our own queue learns something, while somebody watches.
    nonisolated func tellDirectory() async {
        // So that the first question finds an answer.
        _ = await directory.known()
        while !Task.isCancelled {
            let rings = queue.changed.rings
            await queue.changed.wait(after: rings, atMost: .seconds(60))
            guard queue.changed.rings > rings else { continue }
            await directory.lookAgainIfWatched()
        }
    }

    static func availability(ofType type: String?, among printers: [Printer]?) -> Availability {
        guard let printers else { return .withoutScheduler(type: type) }
        return type.map { Availability(ofType: $0, among: printers) }
            ?? Availability(printers: printers)
    }

    private nonisolated func facts(of bytes: [UInt8], name: String) async throws -> DocumentFacts {
        let file = unsafe clinux_memory_file("document")
        guard file >= 0 else { throw PreparationError(mayPass: true, detail: "No memory.") }
        defer { close(file) }
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes {
                unsafe write(file, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw PreparationError(mayPass: true, detail: "No memory.") }
            done += count
        }
        lseek(file, 0, SEEK_SET)
        return try await preparer.facts(of: file, name: name, size: bytes.count)
    }
}
