extension DocumentFormat {
    /// All formats.
    ///
    /// A format that accepts types that no format lists (``includes``) is asked after those before
    /// it.
    package static let all: [DocumentFormat] = [
        // Pages.
        pdf, compressedPDF, postScript, encapsulatedPostScript, compressedPostScriptPicture,
        illustrator,
        // Images.
        jpeg, png, webp, tiff, gif, svg, cameraFile,
        // Rarer images.
        animatedCursor, appleIcon, bitmap, cursor, dcx, dicom, directDraw, fits, floatMap, gimp,
        gimpBrush, heif,
        icon, jpeg2000, jpegXL, netpbm, openEXR, pam, pcx, photoshop, pict, qoi, radiance, sgi,
        sunRaster,
        targa,
        wirelessBitmap, xBitmap, xPixmap, xWindowDump,
        // Videos.
        video, jng,
        // Text, and formats that are listed or typeset here. Code comes last: it accepts all other
        // text.
        plainText, markdown, html, delimitedText, richText, email, calendar, contacts,
        outlookMessage,
        wordDocument, spreadsheet, presentation, openDocument, archive, font,
        oldWordDocument, oldSpreadsheet, oldPresentation, notebook,
        patch, log, database, djvu, certificate, debianPackage, redHatPackage, appImage,
        desktopEntry, subtitles, torrent, diskImage, track, model, xps, visio, publisher, corelDraw,
        metafile, mobiBook, fictionBook, binarySpreadsheet,
        code,
    ]
}
