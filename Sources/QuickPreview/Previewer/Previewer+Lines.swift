import PreviewModel

extension Previewer {
    /// The largest output of the process that reads the lines, in bytes.
    private static let linesLimit = 2 << 20

    /// Returns the first lines of a text as they stand in the file, in their colors as sequences for terminals (SGR).
    ///
    /// They are as untrusted as the document: whatever shows them has to leave out all other sequences.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's.
    ///   - name: The file's name: a hint, and never opened.
    /// - Returns: The lines; `nil` where the file is not written line by line, or cannot be read.
    package func lines(of descriptor: Int32, name: String) async -> String? {
        guard let output = ResidentFile() else { return nil }
        let all = TextMessage(first: 1, last: 1, hasPositions: false)
        // Why there are none, the picture says that is drawn instead.
        let size = try? await write(
            .text,
            of: descriptor,
            name: name,
            payload: all.encoded(),
            into: output.number
        )
        guard let size, size > 0, let bytes = output.contents(limit: Self.linesLimit) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
