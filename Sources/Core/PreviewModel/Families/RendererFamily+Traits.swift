extension RendererFamily {
    /// The traits that distinguish a family: its program, its libraries, its sandbox, and its order
    /// among the others.
    ///
    /// The pool, the helper programs, the sandbox, and the tests read the same row. A new family is a case, a
    /// row, and a renderer.
    package struct Traits: Sendable {
        /// When the children may open fonts, and the tables that belong to them.
        package enum FontAccess: Sendable {
            /// Never.
            case never
            /// Always.
            case always
        }

        /// The argument of the helper program that selects this family.
        package let argument: String
        /// The name in the output of `qpreview explain`, which other programs read and which never changes.
        package let publishedName: String
        /// The name in the status of the print service, which never changes; `nil` for a family that
        /// the status leaves out, because another one replaces it.
        package let statusName: String?
        /// The documents of the family in words, in each language.
        package let documents: (english: String, chinese: String)
        /// The suffix of `qpreview-zygote` in the name of the program, where the family has a
        /// smaller program of its own; otherwise empty.
        package var programSuffix = ""
        /// The rendering libraries, by the names under which they are commonly known.
        package let libraries: String
        /// The Debian packages of these libraries; the first is the one that is most likely to be missing.
        package let packages: [String]
        /// The address space of a child, in MiB.
        package let memoryMebibytes: Int
        /// Whether the libraries start threads: libvips computes in threads, and Pango looks up
        /// fonts in one.
        package let startsThreads: Bool
        /// When the children may open fonts.
        package let fonts: FontAccess
        /// Whether the fonts that the user has installed are used, too.
        package let usesUserFonts: Bool
        /// Folders beside those of fonts that the libraries read while they draw.
        package var folders: [String] = []
        /// The memory files that a child has for writing pages: one for an unpacked document, the others as the
        /// scratch files that the libraries create.
        package var scratchFiles = 0
        /// Whether the size of a document is in pixels; otherwise it is in points.
        package let measuresPixels: Bool
        /// Whether this project makes finished PDFs from these documents, so that their pages are
        /// the pages that print.
        package let isImposed: Bool
        /// The family to ask where this one is not installed; `nil` where no other can help.
        package let substitute: RendererFamily?
        /// The family that is asked after this one, for files whose format this one may read and
        /// for names without an extension.
        package var precedes: RendererFamily?
        /// Whether the helper draws pictures only, and tells no facts.
        package var onlyDraws = false
        /// Whether the helper does nothing but what printing needs.
        package var onlyPrints = false
    }

    /// The traits that distinguish this family from the others.
    package var traits: Traits {
        switch self {
        case .pdf: .pdf
        case .images: .images
        case .text: .text
        case .rareImages: .rareImages
        case .video: .video
        case .postscript: .postscript
        case .plain: .plain
        case .pdfium: .pdfium
        case .sheets: .sheets
        }
    }
}

/// The table: one row for each family.
extension RendererFamily.Traits {
    fileprivate static let pdf = Self(
        argument: "pdf",
        publishedName: "documents",
        statusName: "documents",
        documents: ("PDF documents", "PDF 文档"),
        libraries: "poppler",
        packages: ["libpoppler-glib8"],
        memoryMebibytes: 1024,
        startsThreads: false,
        fonts: .always,
        usesUserFonts: true,
        measuresPixels: false,
        isImposed: true,
        substitute: nil
    )
    fileprivate static let images = Self(
        argument: "images",
        publishedName: "images",
        statusName: "images",
        documents: ("images", "图像"),
        libraries: "libvips",
        packages: ["libvips42"],
        memoryMebibytes: 2048,
        startsThreads: true,
        fonts: .never,
        usesUserFonts: false,
        measuresPixels: true,
        isImposed: true,
        substitute: .pdf
    )
    fileprivate static let text = Self(
        argument: "text",
        publishedName: "text",
        statusName: "texts",
        documents: ("text files", "文本文件"),
        libraries: "pango",
        packages: [
            "libpangocairo-1.0-0", "libarchive13", "libcmark-gfm-extensions0.29.0.gfm.6",
            "libuchardet0",
        ],
        memoryMebibytes: 1024,
        startsThreads: true,
        fonts: .always,
        usesUserFonts: true,
        // The definitions of programming languages.
        folders: ["/usr/share/libt3highlight2"],
        measuresPixels: false,
        isImposed: false,
        substitute: .pdf
    )
    fileprivate static let rareImages = Self(
        argument: "rareImages",
        publishedName: "codecs",
        statusName: "codecs",
        documents: ("images in rarer formats", "较少见格式的图像"),
        libraries: "libvips and ImageMagick",
        packages: ["libmagickwand-6.q16-6", "libvips42"],
        memoryMebibytes: 2048,
        startsThreads: true,
        fonts: .never,
        usesUserFonts: false,
        measuresPixels: true,
        isImposed: true,
        substitute: .pdf
    )
    fileprivate static let video = Self(
        argument: "video",
        publishedName: "video",
        statusName: "videos",
        documents: ("videos", "视频"),
        libraries: "libffmpegthumbnailer",
        packages: ["libffmpegthumbnailer4v5"],
        memoryMebibytes: 2048,
        startsThreads: true,
        fonts: .never,
        usesUserFonts: false,
        measuresPixels: true,
        isImposed: false,
        substitute: .pdf
    )
    fileprivate static let postscript = Self(
        argument: "postscript",
        publishedName: "postscript",
        statusName: "postScript",
        documents: ("PostScript documents", "PostScript 文档"),
        libraries: "Ghostscript",
        packages: ["libgs10"],
        memoryMebibytes: 1024,
        startsThreads: false,
        fonts: .always,
        // Ghostscript has its own fonts.
        usesUserFonts: false,
        // Ghostscript's programs, and its tables for Chinese, Japanese, and Korean.
        folders: ["/usr/share/ghostscript", "/var/lib/ghostscript", "/etc/ghostscript"],
        // The device that writes PDF opens four when it is selected.
        scratchFiles: 5,
        measuresPixels: false,
        isImposed: false,
        // This family draws the preview image that many PostScript files contain.
        substitute: .images
    )
    fileprivate static let plain = Self(
        argument: "plain",
        publishedName: "plain",
        statusName: nil,
        documents: ("JPEG and PNG images", "JPEG 和 PNG 图像"),
        programSuffix: "-plain",
        libraries: "libjpeg and libpng",
        packages: ["libjpeg62-turbo", "libpng16-16"],
        memoryMebibytes: 1024,
        startsThreads: false,
        fonts: .never,
        usesUserFonts: false,
        measuresPixels: true,
        isImposed: false,
        substitute: .pdf,
        precedes: .images
    )
    fileprivate static let pdfium = Self(
        argument: "pdfium",
        publishedName: "pdfium",
        statusName: nil,
        documents: ("PDF documents", "PDF 文档"),
        programSuffix: "-pdfium",
        libraries: "PDFium",
        packages: ["libreoffice-core-nogui"],
        memoryMebibytes: 1024,
        startsThreads: false,
        fonts: .always,
        usesUserFonts: true,
        measuresPixels: false,
        isImposed: false,
        substitute: .pdf,
        precedes: .pdf,
        onlyDraws: true
    )
    fileprivate static let sheets = Self(
        argument: "sheets",
        publishedName: "sheets",
        statusName: nil,
        documents: ("PDF documents and JPEG images", "PDF 文档和 JPEG 图像"),
        programSuffix: "-sheets",
        libraries: "libqpdf, libjpeg, and libpng",
        packages: ["libqpdf29", "libjpeg62-turbo", "libpng16-16"],
        memoryMebibytes: 1024,
        startsThreads: false,
        fonts: .never,
        usesUserFonts: false,
        measuresPixels: false,
        isImposed: false,
        substitute: .pdf,
        precedes: .pdf,
        onlyPrints: true
    )
}
