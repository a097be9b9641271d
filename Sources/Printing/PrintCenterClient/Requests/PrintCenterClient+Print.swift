public import FileAccess
import Glibc
public import PrintModel

extension PrintCenterClient {
    /// Prints a file: one call from path to queued job.
    ///
    /// - Parameters:
    ///   - path: The file, whose name is UTF-8; use a `FilePath` for other names.
    ///   - ticket: The options; the printer has the defaults.
    ///   - printer: The printer; `nil` for the default printer.
    ///   - preset: The name of a preset, whose options apply where the ticket has none.
    ///   - pictures: The folder whose pictures a document in HTML or Markdown may show; they are sent
    ///     with it. `nil` for none but those that the document contains.
    /// - Returns: The job, which is on disk.
    /// - Throws: ``ClientError`` whose problem has the obstacles, if printing is not possible.
    public func print(
        _ path: String,
        ticket: PrintTicket = PrintTicket(),
        on printer: String? = nil,
        preset: String? = nil,
        pictures: FilePath? = nil
    ) async throws -> PrintJob {
        try await self.print(
            FilePath(path),
            ticket: ticket,
            on: printer,
            preset: preset,
            pictures: pictures
        )
    }

    /// Prints a file whose name may be any bytes.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - ticket: The options; the printer has the defaults.
    ///   - printer: The printer; `nil` for the default printer.
    ///   - preset: The name of a preset, whose options apply where the ticket has none.
    ///   - pictures: The folder whose pictures a document in HTML or Markdown may show; they are sent
    ///     with it. `nil` for none but those that the document contains.
    /// - Returns: The job, which is on disk.
    /// - Throws: ``ClientError`` whose problem has the obstacles, if printing is not possible.
    public func print(
        _ path: FilePath,
        ticket: PrintTicket = PrintTicket(),
        on printer: String? = nil,
        preset: String? = nil,
        pictures: FilePath? = nil
    ) async throws -> PrintJob {
        let file = try await FileVisit.opened(path).descriptor
        defer { close(file) }
        let request = SubmissionRequest(
            printer: printer,
            defaults: defaultPrinters,
            ticket: ticket,
            preset: preset
        )
        guard let pictures, PictureFolder.isUsed(by: path.name, type: nil) else {
            return try await printDiscarding(file, name: path.name, request)
        }
        let package: PackedFile
        do throws(PictureFolderError) {
            package = try PictureFolder(pictures).pack(file, name: path.name, at: path)
        } catch {
            throw ClientError(error)
        }
        return try await printDiscarding(package.descriptor, name: path.name, request)
    }

    /// Prints an open file; if printing is not possible, the service need not keep it.
    private func printDiscarding(
        _ file: Int32,
        name: String,
        _ request: SubmissionRequest
    ) async throws -> PrintJob {
        do {
            return try await self.print(file, name: name, request)
        } catch let error as ClientError {
            // The document is no longer needed. If this fails, the service removes it after an
            // hour.
            if let id = error.problem?.check?.document?.id { try? await discard(document: id) }
            throw error
        }
    }

    /// Prints an open file: the client sends the document and the job in one request.
    ///
    /// If printing is not possible, the service keeps the document for an hour under the id in the
    /// problem's check, so that it can be submitted again with ``submit(_:key:)``.
    ///
    /// - Parameters:
    ///   - descriptor: An open file; it is read from its position, and stays the caller's.
    ///   - name: The name of the file.
    ///   - type: The MIME type, where the contents allow several.
    ///   - request: The printer and the options.
    ///   - key: The idempotency key: the same key twice queues one job.
    /// - Returns: The job, which is on disk.
    /// - Throws: ``ClientError`` whose problem has the obstacles, if printing is not possible.
    public func print(
        _ descriptor: Int32,
        name: String,
        type: String? = nil,
        _ request: SubmissionRequest,
        key: SubmissionID = .random()
    ) async throws -> PrintJob {
        try await self.print(
            descriptor,
            name: name,
            type: type,
            request,
            key: key,
            as: PrintJob.self
        )
    }

    /// The same with as much of the job as is wanted.
    package func print<Job: Decodable & Sendable>(
        _ descriptor: Int32,
        name: String,
        type: String? = nil,
        _ request: SubmissionRequest,
        key: SubmissionID = .random(),
        as form: Job.Type
    ) async throws -> Job {
        // Random, so that no document contains this line.
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

    /// The printers that the environment names as defaults: `PRINTER`, then `LPDEST`.
    public var defaultPrinters: [String] {
        [environment["PRINTER"], environment["LPDEST"]].compactMap { $0 }.filter { !$0.isEmpty }
    }
}
