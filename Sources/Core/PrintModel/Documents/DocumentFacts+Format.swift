extension DocumentFacts {
    /// The MIME type of a finished PDF.
    public static let pdf = "application/pdf"

    /// Whether the printed form may differ from the original: a PDF with annotations that printers
    /// leave out, PostScript, and compressed data.
    public var mayNeedRework: Bool {
        guard problem == nil else { return false }
        return type == Self.pdf || isPostScript || isCompressed
    }

    /// Whether it is PostScript, which becomes a PDF.
    public var isPostScript: Bool {
        type == "application/postscript" || type == "image/x-eps"
    }

    /// Whether it is compressed with gzip.
    public var isCompressed: Bool {
        type == "application/gzip" || type == "image/x-gzeps"
            || type.hasPrefix("application/x-gz")
    }

    /// Whether the service places its pages on the sheets: a PDF, a picture that it can read, or a document that it
    /// lays out.
    public var isImposable: Bool { type == Self.pdf || layout != nil || isPicture }

    /// Whether it is a picture whose pages the service places.
    public var isPicture: Bool { type.hasPrefix("image/") && pages != nil && layout == nil }

    /// The document with what its owner forbids, or without.
    ///
    /// - Parameter obeys: Whether the owner's word counts.
    /// - Returns: The document.
    public func restricted(obeys: Bool) -> DocumentFacts {
        guard let restriction else { return self }
        var facts = self
        if !obeys {
            facts.restriction = nil
        } else if restriction == .printing, problem == nil {
            facts.problem = .restricted
        }
        return facts
    }

    /// Whether it can show pictures of a folder that the user names.
    var showsPicturesBeside: Bool {
        ["text/html", "application/xhtml+xml", "text/markdown"].contains(type)
    }

    /// Whether it is a workbook.
    var isWorkbook: Bool {
        [
            "application/vnd.openxmlformats-officedocument.spreadsheetml.",
            "application/vnd.ms-excel", "application/vnd.oasis.opendocument.spreadsheet",
            "application/vnd.sun.xml.calc",
        ].contains(where: type.hasPrefix)
    }

    /// The document before pages were made for a paper.
    public var withoutPages: DocumentFacts {
        guard layout != nil else { return self }
        var facts = self
        (facts.pages, facts.pageSizes) = (nil, nil)
        facts.parts = parts?.map(\.withoutPages)
        (facts.pageSetup, facts.simplification, facts.isTruncated) = (nil, nil, nil)
        (facts.leftOut, facts.worksheets) = (nil, nil)
        return facts
    }

    /// The pages that were made of the document: a PDF.
    public var asPages: DocumentFacts {
        guard layout != nil else { return self }
        var facts = self
        facts.type = Self.pdf
        facts.layout = nil
        return facts
    }
}
