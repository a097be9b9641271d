/// The format of a file in the text family.
public enum TextFormat: Sendable, Hashable {
    /// Text without structure.
    case plain
    /// Text in which columns matter: source code, data, and logs.
    case code
    case markdown
    case html
    /// Values between separators (RFC 4180).
    case delimited
    case richText
    case email
    /// Events and tasks (RFC 5545).
    case calendar
    /// Contacts (RFC 6350).
    case contacts
    case wordDocument
    case spreadsheet
    case presentation
    /// OpenDocument: texts, spreadsheets, and presentations.
    case openDocument
    case archive
    case font
    /// Drawings (SVG).
    case drawing
    /// A document of which a reader of this project reports the contents.
    case structured(StructuredFormat)

    /// Creates the format of a type; `nil` where the type has no text to show.
    public init?(_ type: FileType) {
        guard case .text(let format)? = DocumentFormat(of: type)?.reader else { return nil }
        self = format
    }

    /// The libraries that read such files, for the table of formats.
    var libraries: String {
        switch self {
        case .plain, .code, .delimited, .richText, .calendar, .contacts, .email: "QuickPreview"
        case .markdown: "libcmark-gfm"
        case .html: "libxml2"
        case .wordDocument, .spreadsheet, .presentation, .openDocument: "expat"
        case .archive: "libarchive"
        case .font: "FreeType"
        case .drawing: "librsvg"
        case .structured(let format): format.libraries
        }
    }
}
