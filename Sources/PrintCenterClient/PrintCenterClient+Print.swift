public import FileAccess
import Glibc
public import PrintModel

extension PrintCenterClient {
    /// Prints a file: one call from path to queued job.
    ///
    /// - Parameters:
    ///   - path: The file, whose name is UTF-8; others are named by a `FilePath`.
    ///   - ticket: How; what it leaves out is left to the printer.
    ///   - printer: Where; the default printer where it is left out.
    /// - Returns: The job, which is on the disk.
    /// - Throws: ``ClientError`` whose problem has the obstacles, where it is not possible.
    public func print(
        _ path: String,
        ticket: PrintTicket = PrintTicket(),
        on printer: String? = nil
    ) async throws -> PrintJob {
        try await self.print(FilePath(path), ticket: ticket, on: printer)
    }

    /// Prints a file whose name may be any bytes.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - ticket: How; what it leaves out is left to the printer.
    ///   - printer: Where; the default printer where it is left out.
    /// - Returns: The job, which is on the disk.
    /// - Throws: ``ClientError`` whose problem has the obstacles, where it is not possible.
    public func print(
        _ path: FilePath,
        ticket: PrintTicket = PrintTicket(),
        on printer: String? = nil
    ) async throws -> PrintJob {
        let file = path.open(O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw ClientError(
                .fileUnreadable,
                "\(path.shown) cannot be read: \(systemWords(errno))."
            )
        }
        defer { close(file) }
        do {
            return try await self.print(
                file,
                name: path.name,
                PrintRequest(printer: printer, defaults: defaultPrinters, ticket: ticket)
            )
        } catch let error as ClientError {
            // Refused: nobody needs the document any more. If this fails, it goes after an hour.
            if let id = error.problem?.check?.document?.id { try? await discard(document: id) }
            throw error
        }
    }

    /// Prints an open file: document and job go to the service as one.
    ///
    /// Where printing is not possible the service keeps the document for an hour,
    /// under the id that the problem's check tells, so that it can be tried again
    /// with ``submit(_:key:)``.
    ///
    /// - Parameters:
    ///   - descriptor: An open file; it is read from its position, and stays the caller's.
    ///   - name: The name of the file.
    ///   - type: The MIME type, where the contents do not show it.
    ///   - request: Where and how.
    ///   - key: The idempotency key: the same key twice queues one job.
    /// - Returns: The job, which is on the disk.
    /// - Throws: ``ClientError`` whose problem has the obstacles, where it is not possible.
    public func print(
        _ descriptor: Int32,
        name: String,
        type: String? = nil,
        _ request: PrintRequest,
        key: SubmissionID = .random()
    ) async throws -> PrintJob {
        // Random, so that no document has this line in it.
        let boundary = "printcenter-\(SubmissionID.random().rawValue)"
        var message = post("/v1/jobs?" + Self.query(name, type), [])
        message.headers["Content-Type"] = "multipart/form-data; boundary=\(boundary)"
        message.headers["Idempotency-Key"] = key.rawValue
        let job = """
            --\(boundary)\r
            Content-Disposition: form-data; name="job"\r
            Content-Type: application/json\r
            \r\n
            """
        let document = """
            \r
            --\(boundary)\r
            Content-Disposition: form-data; name="document"; filename="document"\r
            Content-Type: application/octet-stream\r
            \r\n
            """
        return try await answer(
            message,
            with: descriptor,
            name: name,
            before: Array(job.utf8) + (try json(request)) + Array(document.utf8),
            after: Array("\r\n--\(boundary)--\r\n".utf8)
        )
    }

    /// The printers that the environment prefers where none is named: `PRINTER`, then `LPDEST`.
    public var defaultPrinters: [String] {
        [environment["PRINTER"], environment["LPDEST"]].compactMap { $0 }.filter { !$0.isEmpty }
    }
}
