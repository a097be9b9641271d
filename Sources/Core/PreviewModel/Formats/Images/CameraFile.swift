extension DocumentFormat {
    /// Raw photos in a TIFF container.
    ///
    /// Their extensions are not listed: most of these photos contain a preview image, which any
    /// helper can extract.
    static let cameraFile = DocumentFormat(
        name: "Raw photos (ARW, CR2, DCR, DNG, K25, KDC, NEF, NRW, PEF, SR2, SRF)",
        types: [
            "image/x-adobe-dng", "image/x-canon-cr2", "image/x-kodak-dcr", "image/x-kodak-k25",
            "image/x-kodak-kdc", "image/x-nikon-nef", "image/x-nikon-nrw", "image/x-pentax-pef",
            "image/x-sony-arw", "image/x-sony-sr2", "image/x-sony-srf",
        ],
        extensions: [],
        reader: .cameraFile
    )
}
