public import PrintModel

/// The sheets before they are printed.
///
/// ```swift
/// let preview = try await client.preview(CheckRequest(document: id, printer: "office"))
/// let front = try await client.face(1, of: preview, size: 800)  // a PNG
/// ```
extension PrintCenterClient {
    /// The format of the picture of a face.
    public enum FaceFormat: String, Sendable, Hashable {
        /// A PNG.
        case png = "image/png"
        /// A portable pixmap ("P6"): larger, but readable without a library.
        case pixmap = "image/x-portable-pixmap"
    }

    /// Prepares the file that would be sent, as a preview.
    ///
    /// - Parameter request: The document, the printer and the ticket, as for ``check(_:)``.
    /// - Returns: The preview.
    /// - Throws: ``ClientError`` whose problem has the obstacles if printing is not possible, or
    ///   the problem `preview-not-possible` if the sheets cannot be made.
    public func preview(_ request: CheckRequest) async throws -> SheetPreview {
        try await answer(post("/v1/previews", try json(request)))
    }

    /// Returns a preview of the file that a job sends.
    ///
    /// - Parameter label: The job's number.
    /// - Returns: The preview.
    /// - Throws: ``ClientError`` with the problem `job-not-found`, `document-not-found` if the
    ///   document has gone, or `preview-not-possible`.
    public func jobPreview(_ label: String) async throws -> SheetPreview {
        try await answer(post("/v1/jobs/\(Self.escaped(label))/preview", []))
    }

    /// The picture of one face, as it comes out of the printer.
    ///
    /// - Parameters:
    ///   - number: The face, from 1.
    ///   - preview: The preview.
    ///   - size: The longer edge in pixels.
    ///   - format: The format of the picture.
    /// - Returns: The bytes of the picture.
    /// - Throws: ``ClientError`` with the problem `preview-not-found` if the preview was unused for
    ///   an hour or the service has restarted: request the preview again.
    public func face(
        _ number: Int,
        of preview: SheetPreview,
        size: Int = 1024,
        format: FaceFormat = .png
    ) async throws -> [UInt8] {
        try await picture(
            "/v1/previews/\(Self.escaped(preview.id))/faces/\(number)?size=\(size)",
            format
        )
    }

    /// The picture of one face of a job.
    ///
    /// - Parameters:
    ///   - label: The job's number.
    ///   - face: The face, from 1.
    ///   - size: The longer edge in pixels.
    /// - Returns: The bytes of a PNG.
    /// - Throws: ``ClientError``, as ``jobPreview(_:)`` does.
    public func jobPreview(_ label: String, face: Int, size: Int = 1024) async throws -> [UInt8] {
        try await picture("/v1/jobs/\(Self.escaped(label))/preview?face=\(face)&size=\(size)", .png)
    }

    /// The finished PDF of a preview, the same file that is sent.
    ///
    /// - Parameter preview: The preview of a document or of a job.
    /// - Returns: The bytes of the PDF, of which each page is one face.
    /// - Throws: ``ClientError``, as ``face(_:of:size:format:)`` does.
    public func document(of preview: SheetPreview) async throws -> [UInt8] {
        let path = "/v1/previews/\(Self.escaped(preview.id))/document"
        return try await perform(get(path)) { status, parts in
            guard status == 200 else { return try await Self.check(status, &parts) }
            return try await parts.body(limit: Self.largestDocument)
        }
    }

    /// The maximum size of a document in bytes.
    private static let largestDocument = 4 << 30

    private func picture(_ path: String, _ format: FaceFormat) async throws -> [UInt8] {
        var request = get(path)
        request.headers["Accept"] = format.rawValue
        return try await perform(request) { try await Self.check($0, &$1) }
    }
}
