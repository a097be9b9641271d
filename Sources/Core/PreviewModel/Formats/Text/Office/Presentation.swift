extension DocumentFormat {
    /// Presentations and templates of PowerPoint (ECMA-376).
    static let presentation = DocumentFormat(
        name: "PowerPoint (PPTX, PPSX, POTX, PPTM, PPSM, POTM)",
        types: [
            "application/vnd.openxmlformats-officedocument.presentationml.presentation",
            "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
            "application/vnd.openxmlformats-officedocument.presentationml.template",
            "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
            "application/vnd.ms-powerpoint.presentation.macroenabled.12",
            "application/vnd.ms-powerpoint.slideshow.macroEnabled.12",
            "application/vnd.ms-powerpoint.slideshow.macroenabled.12",
            "application/vnd.ms-powerpoint.template.macroEnabled.12",
            "application/vnd.ms-powerpoint.template.macroenabled.12",
        ],
        extensions: ["pptx", "ppsx", "potx", "pptm", "ppsm", "potm"],
        reader: .text(.presentation)
    )
}
