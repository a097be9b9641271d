import CLinux
import Glibc
public import PrintModel

/// Answers for programs that show a print button.
extension PrintService {
    /// The number of bytes that determine the type of a document: 64 KiB.
    public static let beginningLimit = 64 << 10

    /// Whether any printer can print now.
    public nonisolated var isPrintingAvailable: Bool {
        get async { await availability().isAvailable }
    }

    /// Whether and where printing is possible now, without waiting for any printer.
    ///
    /// - Parameter type: The MIME type of the document; `nil` asks about printing at all.
    /// - Returns: The answer, even if the scheduler cannot be reached.
    public nonisolated func availability(ofType type: String? = nil) async -> Availability {
        let answer = Availability(
            of: type.map { preparer.facts(ofType: $0) },
            amongKnown: await directory.known().printers
        )
        return hostKeeper?.database.isAway == true ? answer.withoutDatabase : answer
    }

    /// Whether and where a document can be printed now.
    ///
    /// The first bytes determine the type. Where they are the whole document, they
    /// also show whether it is damaged, encrypted, or empty.
    ///
    /// - Parameters:
    ///   - bytes: Its first bytes, ``beginningLimit`` of them or all.
    ///   - name: The name of the file, a hint at the type of a text; the service never opens it.
    ///   - size: The size of the whole document in bytes.
    /// - Returns: The answer.
    /// - Throws: `Problem` with `preview-unavailable` if the preparer fails.
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
        if size > bytes.count {
            document = document.judged(by: preparer.facts(ofType: document.type))
        }
        let answer =
            await known.map { Availability(of: document, among: $0) }
            ?? .withoutScheduler(type: document.type)
        return hostKeeper?.database.isAway == true ? answer.withoutDatabase : answer
    }

    /// The answer to ``availability(ofType:)`` now, and again at each change.
    ///
    /// - Parameter type: The MIME type of the documents; `nil` asks about printing at all.
    /// - Returns: A sequence that ends when the task is canceled.
    public nonisolated func availabilityChanges(ofType type: String? = nil) -> AvailabilityFeed {
        AvailabilityFeed(
            directory: directory,
            document: type.map { preparer.facts(ofType: $0) },
            database: hostKeeper?.database
        )
    }

    /// All printers, and then each one that is added, changed, or removed.
    public nonisolated func printerChanges() -> PrinterFeed {
        PrinterFeed(directory: directory)
    }

    /// Refreshes the directory at each change of a job, while a client follows the printers.
    nonisolated func refreshDirectoryOnChanges() async {
        // Refreshes now, so that the first request finds an answer.
        _ = await directory.known()
        while !Task.isCancelled {
            let seen = queue.changed.count
            await queue.changed.wait(after: seen, atMost: .seconds(60))
            guard queue.changed.count > seen else { continue }
            await directory.refreshIfWatched()
        }
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
