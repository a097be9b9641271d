extension DocumentFormat {
    /// Presentations of PowerPoint 97 to 2003 ([MS-PPT]).
    static let oldPresentation = DocumentFormat(
        name: "PowerPoint 97 to 2003 (PPT, PPS, POT)",
        types: ["application/vnd.ms-powerpoint"],
        extensions: ["ppt", "pps", "pot"],
        reader: .text(.structured(.oldPresentation))
    )
}
