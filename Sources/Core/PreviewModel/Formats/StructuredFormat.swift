/// A format of which a reader of this project reports what it contains as text, tables, and pictures.
public enum StructuredFormat: Sendable, Hashable {
    /// Word 6 to 2003.
    case oldWord
    /// Excel 2 to 2003.
    case oldSpreadsheet
    /// PowerPoint 97 to 2003.
    case oldPresentation
    /// Notebooks of Jupyter.
    case notebook
    /// Databases of SQLite.
    case database

    /// Whether its pages have the words of a document, and not the looks that its program gives it.
    public var isOfOffice: Bool {
        switch self {
        case .oldWord, .oldSpreadsheet, .oldPresentation: true
        default: false
        }
    }

    /// Whether it consists of tables that may be wider than a page.
    public var isTabular: Bool { self == .oldSpreadsheet }

    /// Whether its pages keep their shape, whatever the paper is.
    public var isOfFigures: Bool { isOfOffice }
}
