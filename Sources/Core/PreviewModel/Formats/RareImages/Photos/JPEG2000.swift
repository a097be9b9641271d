extension DocumentFormat {
    /// JPEG 2000: files and codestreams.
    static let jpeg2000 = DocumentFormat(
        name: "JPEG 2000",
        types: ["image/jp2", "image/jpx", "image/x-jp2-codestream"],
        extensions: ["jp2", "j2k", "jpf", "jpx", "j2c", "jpc"],
        reader: .rareImage(.vips)
    )
}
