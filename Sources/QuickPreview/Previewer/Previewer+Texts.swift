import FileAccess
import Glibc
import PreviewModel

/// Texts on finished PDFs.
extension Previewer {
    /// Returns the layout with its headers and footers as pages of a PDF, which it is placed with.
    ///
    /// A child that has fonts, and no document, writes them.
    func withTexts(_ layout: SheetLayout) async throws(PreviewError) -> SheetLayout {
        guard layout.hasTexts else { return layout }
        let texts = SheetTexts(layout)
        // A header of fields that are empty is no text.
        guard !texts.all.isEmpty else { return layout }
        guard let nothing = Descriptor.sealed([]), let output = Descriptor.memory() else {
            throw .systemLimit
        }
        let size = try await write(
            .makeTexts,
            of: nothing.number,
            name: "",
            payload: texts.encoded(),
            into: output.number,
            timeLimit: timeLimit(for: layout)
        )
        guard size <= Self.textPagesLimit else { throw .notWritten }
        var bytes = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    output.number,
                    buffer.baseAddress.map { unsafe $0 + done },
                    size - done,
                    off_t(done)
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .systemLimit }
            done += count
        }
        var layout = layout
        layout.textPages = bytes
        return layout
    }

    /// The time for a layout: each text is set, copied, and placed.
    func timeLimit(for layout: SheetLayout) -> Duration? {
        guard layout.header != nil || layout.footer != nil || layout.copies > 1 else { return nil }
        return configuration.timeLimit * (1 + layout.faceCount / 1_000)
    }

    /// The largest PDF of texts, in bytes; those of 10,000 sides take 10 MB.
    private static let textPagesLimit = 256 << 20
}
