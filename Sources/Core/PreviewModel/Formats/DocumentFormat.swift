/// A previewable format: its name, types, extensions, magic numbers, and reader.
///
/// Each format is a value in its own file and an entry of ``all``. That list determines which
/// helper is asked, which types are sniffed, and the table of formats in the documentation.
package struct DocumentFormat: Sendable {
    /// The name in the table of formats, such as "Portable Network Graphics (PNG)".
    package let name: String
    /// The MIME types of its files, under their freedesktop.org names.
    package let types: [String]
    /// The usual file name extensions, in lower case and without dots.
    ///
    /// They decide only which helper is asked first; the contents decide the type.
    package let extensions: [String]
    /// The reader of its files.
    package let reader: FormatReader
    /// The magic numbers that identify the type, without a database, when the extension agrees.
    package var certainStarts: [BytePattern] = []
    /// The magic numbers that neither libmagic nor the shared MIME database has.
    package var signatures: [FileSignature] = []
    /// Its types that the shared MIME database lacks.
    package var supplement: [SupplementaryType] = []
    /// The freedesktop.org names of its types, by the names that libmagic uses for them.
    package var aliases: [String: String] = [:]
    /// Whether a type that no format lists belongs to this one; formats are asked in the order of
    /// the list.
    package var includes: (@Sendable (_ type: String) -> Bool)?
    /// The helper to ask first, judging by the extension, where it differs from that of the reader.
    package var guessedFamily: RendererFamily?
}

extension DocumentFormat {
    private static let byType = Dictionary(
        all.flatMap { format in format.types.map { ($0, format) } },
        uniquingKeysWith: { first, _ in first }
    )

    private static let byExtension = Dictionary(
        all.flatMap { format in format.extensions.map { ($0, format) } },
        uniquingKeysWith: { first, _ in first }
    )

    private static let open = all.filter { $0.includes != nil }

    /// Creates the format of a type; `nil` where its files have no preview.
    package init?(of type: FileType) {
        let name = type.rawValue
        guard
            let format = Self.byType[name]
                ?? Self.open.first(where: { $0.includes?(name) == true })
        else { return nil }
        self = format
    }

    /// Creates the format whose files usually have an extension (in lower case, without its dot),
    /// or `nil`.
    package init?(nameExtension: String) {
        guard let format = Self.byExtension[nameExtension] else { return nil }
        self = format
    }
}
