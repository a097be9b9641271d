extension DocumentFormat {
    /// Netpbm PBM, PGM, and PPM.
    static let netpbm = DocumentFormat(
        name: "PBM, PGM and PPM",
        types: [
            "image/x-portable-anymap", "image/x-portable-bitmap", "image/x-portable-graymap",
            "image/x-portable-pixmap",
        ],
        extensions: ["pbm", "pgm", "ppm", "pnm"],
        reader: .rareImage(.swift(.netpbm))
    )
}
