extension DocumentFormat {
    /// Documents of Adobe Photoshop, with their layers merged.
    static let photoshop = DocumentFormat(
        name: "PSD and PSB",
        types: ["image/vnd.adobe.photoshop"],
        extensions: ["psd", "psb"],
        reader: .rareImage(.swift(.photoshop))
    )
}
