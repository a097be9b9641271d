import Glibc
public import PrintModel

extension PrintCenterClient {
    /// Prints a file: one call from path to queued job.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - ticket: How; what it leaves out is left to the printer.
    ///   - printer: Where; the default printer where it is left out.
    /// - Returns: The job, which is on the disk.
    /// - Throws: ``ClientError`` whose problem has the obstacles, where it is not possible.
    public func print(
        _ path: String,
        ticket: PrintTicket = PrintTicket(),
        on printer: String? = nil
    ) async throws -> PrintJob {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw ClientError(.fileUnreadable, "\(path) cannot be read: \(systemWords(errno)).")
        }
        defer { close(file) }
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        let document = try await send(file, name: name)
        guard let id = document.id else { throw ClientError(.badAnswer, "The document has no id.") }
        do {
            return try await submit(
                SubmissionRequest(
                    document: id,
                    printer: printer,
                    defaults: defaultPrinters,
                    ticket: ticket
                )
            )
        } catch {
            // Refused: nobody needs the document any more. If this fails, it goes after an hour.
            try? await discard(document: id)
            throw error
        }
    }

    /// The printers that the environment prefers where none is named: `PRINTER`, then `LPDEST`.
    public var defaultPrinters: [String] {
        [environment["PRINTER"], environment["LPDEST"]].compactMap { $0 }.filter { !$0.isEmpty }
    }
}
