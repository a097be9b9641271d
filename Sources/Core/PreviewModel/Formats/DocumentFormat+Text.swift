extension DocumentFormat {
    /// Whether files of a type of this format may be text from their first byte on.
    ///
    /// Of all others, bytes that are words are none, whatever magic number the words begin with.
    package func mayBeWritten(_ type: String) -> Bool {
        switch reader {
        case .pdf, .postScript, .encapsulatedPostScript: true
        case .compressedPDF: false
        case .image, .rareImage: Self.writtenImages.contains(type)
        case .plainImage, .cameraFile, .video: false
        case .text(.drawing): true
        case .text(let format): format.isOfText
        }
    }

    /// Images in letters, or with a header in letters before their pixels.
    package static let writtenImages: Set<String> = [
        "application/fits", "image/vnd.radiance", "image/x-portable-anymap",
        "image/x-portable-arbitrarymap", "image/x-portable-bitmap", "image/x-portable-floatmap",
        "image/x-portable-graymap", "image/x-portable-pixmap", "image/x-xbitmap",
        "image/x-xpixmap",
    ]
}

extension TextFormat {
    /// Whether files of the format may be text: words between marks, and no container.
    package var isOfText: Bool {
        switch self {
        case .plain, .code, .markdown, .html, .delimited, .richText, .email, .calendar, .contacts:
            true
        case .structured(let format): format.isOfText
        case .wordDocument, .spreadsheet, .presentation, .openDocument, .archive, .font: false
        // A drawing is a picture: one that is damaged is not shown as its source.
        case .drawing: false
        }
    }
}

extension StructuredFormat {
    /// Whether files of the format may be text.
    package var isOfText: Bool {
        switch self {
        case .notebook, .certificate, .desktopEntry, .subtitles, .torrent, .track, .model,
            .fictionBook:
            true
        case .oldWord, .oldSpreadsheet, .oldPresentation, .database, .djvu, .debianPackage,
            .redHatPackage, .appImage, .diskImage, .xps, .visio, .publisher, .corelDraw,
            .outlookMessage, .metafile, .mobiBook, .binarySpreadsheet:
            false
        }
    }
}
