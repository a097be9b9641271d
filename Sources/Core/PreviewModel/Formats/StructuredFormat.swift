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
    /// Scanned pages in DjVu.
    case djvu
    /// Certificates and keys: what is public of them.
    case certificate
    /// Packages of Debian.
    case debianPackage
    /// Packages of RPM.
    case redHatPackage
    /// Programs in AppImages.
    case appImage
    /// Entries of the menu, and references to Flatpaks.
    case desktopEntry
    /// Subtitles of films.
    case subtitles
    /// Torrents.
    case torrent
    /// Images of disks.
    case diskImage
    /// Tracks and places on a map.
    case track
    /// Models in space.
    case model
    /// Pages in XPS and OpenXPS.
    case xps
    /// Drawings of Visio.
    case visio
    /// Publications of Publisher.
    case publisher
    /// Drawings of CorelDRAW.
    case corelDraw
    /// Messages of Outlook: MSG, and what it puts into winmail.dat.
    case outlookMessage
    /// Drawings in the commands of Windows: EMF and WMF.
    case metafile
    /// Books of Mobipocket and Kindle.
    case mobiBook
    /// Books in FictionBook.
    case fictionBook
    /// Excel's workbooks in binary records (XLSB).
    case binarySpreadsheet

    /// Whether its pages have the words of a document, and not the looks that its program gives it.
    public var isOfOffice: Bool {
        switch self {
        case .oldWord, .oldSpreadsheet, .oldPresentation, .binarySpreadsheet: true
        default: false
        }
    }

    /// Whether it consists of tables that may be wider than a page.
    public var isTabular: Bool { self == .oldSpreadsheet || self == .binarySpreadsheet }

    /// Whether its pages become drawings, which may be less than the picture that its program has saved.
    public var isOfDrawings: Bool {
        switch self {
        case .xps, .visio, .publisher, .corelDraw, .metafile: true
        default: false
        }
    }

    /// Whether its pages keep their shape, whatever the paper is.
    public var isOfFigures: Bool { isOfOffice || isOfPictures || isOfDrawings }

    /// Whether it is a book, of which a picture shows the cover.
    public var isOfBooks: Bool { self == .mobiBook || self == .fictionBook }

    /// Whether its pages are pictures.
    public var isOfPictures: Bool { self == .djvu }

    /// The libraries that read such files, for the table of formats.
    var libraries: String {
        switch self {
        case .notebook: "QuickPreview, libcmark-gfm"
        case .database: "SQLite"
        case .djvu: "DjVuLibre"
        case .visio: "libvisio"
        case .publisher: "libmspub"
        case .corelDraw: "libcdr"
        case .mobiBook: "libmobi"
        case .fictionBook: "expat"
        default: "QuickPreview"
        }
    }
}
