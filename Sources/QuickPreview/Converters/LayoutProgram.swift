import Glibc
import PreviewModel

/// A program of another project that lays documents out as the program does that made them.
package enum LayoutProgram: CaseIterable, Sendable, Hashable {
    /// LibreOffice's part for texts.
    case writer
    /// LibreOffice's part for spreadsheets.
    case calc
    /// LibreOffice's part for presentations.
    case impress
    /// LibreOffice's part for drawings.
    case draw
    /// WeasyPrint, for HTML with its styles.
    case weasyPrint

    /// Creates the program for a type; `nil` where there is none.
    package init?(_ type: FileType) {
        guard let (program, _) = Self.kind(of: type) else { return nil }
        self = program
    }

    /// The Debian package of the program.
    package var package: String {
        switch self {
        case .writer: "libreoffice-writer"
        case .calc: "libreoffice-calc"
        case .impress: "libreoffice-impress"
        case .draw: "libreoffice-draw"
        case .weasyPrint: "weasyprint"
        }
    }

    /// Whether the pages have the paper that the document names, and not that of the layout.
    var keepsOwnPaper: Bool { self != .weasyPrint }

    /// Whether the program writes the current date into the PDF, even with `SOURCE_DATE_EPOCH`.
    var writesDates: Bool { self != .weasyPrint }

    /// The library in LibreOffice's folder that this part consists of; drawings are read by the part for presentations.
    private var library: String? {
        switch self {
        case .writer: "libswlo.so"
        case .calc: "libsclo.so"
        case .impress, .draw: "libsdlo.so"
        case .weasyPrint: nil
        }
    }

    /// Whether the program is installed.
    func isInstalled(_ places: Converter.Places) -> Bool {
        guard let library else { return unsafe access(places.weasyPrint, X_OK) == 0 }
        return unsafe access("\(places.office)/\(library)", R_OK) == 0
            && access("\(places.office)/\(Self.office)", X_OK) == 0
    }

    /// The files of which an update replaces at least one.
    func files(_ places: Converter.Places) -> [String] {
        guard let library else { return [places.weasyPrint, "/usr/bin/python3"] }
        return ["\(places.office)/\(Self.office)", "\(places.office)/\(library)"]
    }

    /// LibreOffice itself; `soffice` is a script that starts it, and others beside it.
    private static let office = "soffice.bin"

    /// The arguments for a document: the files that the program needs (`--file PATH TEXT`), its path, and its own.
    ///
    /// - Parameters:
    ///   - places: Where the programs are.
    ///   - inside: Where the document and its result are.
    ///   - layout: The paper, its margins, and the letters, for documents that name none.
    /// - Returns: The arguments.
    func arguments(
        _ places: Converter.Places,
        _ inside: ConverterSandbox.Inside,
        _ layout: PageLayout
    ) -> [String] {
        guard let filter else {
            // A style sheet of the user: that of the document precedes it.
            let style = "data:text/css;charset=utf-8,\(layout.style)"
            return [
                // Without modules of the user, and beside the document.
                "/usr/bin/python3", "-sP", "-c", Self.webScript, inside.document, inside.result,
                style,
            ] + layout.rollLengths
        }
        let office = "\(places.office)/\(Self.office)"
        if let setup = officeSetup(layout) {
            return officeArguments(program: office, filter: filter, inside, setup)
        }
        // Pictures keep their samples: the usual setting encodes them again, at 300 dpi. Comments are not printed.
        let settings =
            #"{"UseLosslessCompression":{"type":"boolean","value":"true"},"#
            + #""ExportNotes":{"type":"boolean","value":"false"},"#
            + #""ReduceImageResolution":{"type":"boolean","value":"false"}}"#
        return [
            office, "-env:UserInstallation=file://\(inside.home)",
            "--headless", "--norestore", "--nolockcheck", "--convert-to",
            "pdf:\(filter):\(settings)", "--outdir", inside.output, inside.document,
        ]
    }

    /// LibreOffice's name for the PDF of this part.
    private var filter: String? {
        switch self {
        case .writer: "writer_pdf_Export"
        case .calc: "calc_pdf_Export"
        case .impress: "impress_pdf_Export"
        case .draw: "draw_pdf_Export"
        case .weasyPrint: nil
        }
    }

    /// The name under which the program gets a document of a type: it reads the type from the name, too, which must
    /// therefore not be that of the sender.
    static func documentName(of type: FileType) -> String {
        kind(of: type).map { "document.\($0.nameExtension)" } ?? "document"
    }

    private static func kind(
        of type: FileType
    ) -> (program: LayoutProgram, nameExtension: String)? {
        kinds.first { type.rawValue.hasPrefix($0.prefix) }.map { ($0.program, $0.nameExtension) }
    }

    /// The beginnings of the types, the longer one first where one begins another.
    private static let kinds: [(prefix: String, program: LayoutProgram, nameExtension: String)] = {
        let openXML = "application/vnd.openxmlformats-officedocument."
        let openDocument = "application/vnd.oasis.opendocument."
        return [
            (openXML + "wordprocessingml.", .writer, "docx"),
            (openXML + "spreadsheetml.", .calc, "xlsx"),
            (openXML + "presentationml.", .impress, "pptx"),
            ("application/vnd.ms-word.", .writer, "docx"),
            ("application/msword", .writer, "doc"),
            ("application/vnd.ms-excel.sheet.binary.", .calc, "xlsb"),
            ("application/vnd.ms-excel.", .calc, "xlsx"),
            ("application/vnd.ms-excel", .calc, "xls"),
            ("application/vnd.ms-powerpoint.", .impress, "pptx"),
            ("application/vnd.ms-powerpoint", .impress, "ppt"),
            (openDocument + "text-flat-xml", .writer, "fodt"),
            (openDocument + "text", .writer, "odt"),
            (openDocument + "spreadsheet-flat-xml", .calc, "fods"),
            (openDocument + "spreadsheet", .calc, "ods"),
            (openDocument + "presentation-flat-xml", .impress, "fodp"),
            (openDocument + "presentation", .impress, "odp"),
            (openDocument + "graphics-flat-xml", .draw, "fodg"),
            (openDocument + "graphics", .draw, "odg"),
            ("application/rtf", .writer, "rtf"),
            ("text/rtf", .writer, "rtf"),
            ("application/vnd.sun.xml.writer", .writer, "sxw"),
            ("application/vnd.sun.xml.calc", .calc, "sxc"),
            ("application/vnd.sun.xml.impress", .impress, "sxi"),
            ("application/vnd.sun.xml.draw", .draw, "sxd"),
            ("text/html", .weasyPrint, "html"),
            ("application/xhtml+xml", .weasyPrint, "xhtml"),
        ]
    }()
}

extension PageLayout {
    /// The paper and the letters in CSS, for documents that do not set them.
    ///
    /// It stands in a URL, and has none of the characters that would have to be escaped there.
    fileprivate var style: String {
        let isWide = orientation?.isLandscape == true
        let whole = textPageSize(isWide: isWide)
        let size = (whole.width, whole.height)
        let margins = margins(usual: Self.usualMargin, isWide: isWide)
        let edges = [margins.top, margins.right, margins.bottom, margins.left].map { "\($0)pt" }
        let letters = fontSize.map { "html{font-size:\($0)pt}" } ?? ""
        // The user's word about the orientation precedes the page's own paper.
        let mark = orientation == nil ? "" : "!important"
        let page =
            "@page{size:\(size.0)pt \(size.1)pt\(mark);margin:\(edges.joined(separator: " "))}"
        // A browser's margin within the page is not wanted beside that of the paper.
        return (page + "body{margin:0}" + letters).replacing(" ", with: "%20")
    }

    /// The least and the greatest length of a page from a roll, in pixels of CSS; zeros for other paper.
    fileprivate var rollLengths: [String] {
        let lengths = lengths ?? 0...0
        return [lengths.lowerBound, lengths.upperBound].map { "\($0 * 4 / 3)" }
    }

    /// The margin of running text, in points, as in our own layout.
    private static let usualMargin = 54.0
}
