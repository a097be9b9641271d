public import PrintModel

/// The sheets before they are printed.
///
/// ```swift
/// let preview = try await client.preview(CheckRequest(document: id, printer: "office"))
/// let front = try await client.face(1, of: preview, size: 800)  // a PNG
/// ```
extension PrintCenterClient {
    /// How the picture of a face is written.
    public enum FaceFormat: String, Sendable, Hashable {
        /// A PNG.
        case png = "image/png"
        /// A portable pixmap ("P6"): larger, and read without any library.
        case pixmap = "image/x-portable-pixmap"
    }

    /// Has the service make what would be sent for a document, to look at it first.
    ///
    /// - Parameter request: The document, the printer and the ticket, as for ``check(_:)``.
    /// - Returns: What can be looked at.
    /// - Throws: ``ClientError`` whose problem has the obstacles, where printing is not possible;
    ///   with the problem `preview-not-possible` where only the scheduler knows the sheets.
    public func preview(_ request: CheckRequest) async throws -> SheetPreview {
        try await answer(post("/v1/previews", try json(request)))
    }

    /// What a job sends, to look at it.
    ///
    /// - Parameter label: The job's number.
    /// - Returns: What can be looked at.
    /// - Throws: ``ClientError`` with the problem `job-not-found`, `document-not-found` where the
    ///   document has gone, or `preview-not-possible`.
    public func jobPreview(_ label: String) async throws -> SheetPreview {
        try await answer(post("/v1/jobs/\(Self.escaped(label))/preview", []))
    }

    /// The picture of one face, as it comes out of the printer.
    ///
    /// - Parameters:
    ///   - number: The face, from 1.
    ///   - preview: What is looked at.
    ///   - size: The longer edge in pixels.
    ///   - format: How the picture is written.
    /// - Returns: The bytes of the picture.
    /// - Throws: ``ClientError`` with the problem `preview-not-found` where nobody has looked for an
    ///   hour, or the service began anew: ask for the preview again.
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

    /// The finished PDF of a preview: the very file that is sent.
    ///
    /// - Parameter preview: What is looked at, of a document or of a job.
    /// - Returns: The bytes of the PDF, of which each page is one face.
    /// - Throws: ``ClientError``, as ``face(_:of:size:format:)`` does.
    public func document(of preview: SheetPreview) async throws -> [UInt8] {
        let path = "/v1/previews/\(Self.escaped(preview.id))/document"
        return try await perform(get(path)) { status, parts in
            guard status == 200 else { return try await Self.check(status, &parts) }
            return try await parts.body(limit: Self.largestDocument)
        }
    }

    /// The largest document that the service takes.
    private static let largestDocument = 4 << 30

    private func picture(_ path: String, _ format: FaceFormat) async throws -> [UInt8] {
        var request = get(path)
        request.headers["Accept"] = format.rawValue
        return try await perform(request) { try await Self.check($0, &$1) }
    }
}
