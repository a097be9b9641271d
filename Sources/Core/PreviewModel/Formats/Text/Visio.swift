extension DocumentFormat {
    /// Drawings of Visio.
    static let visio = DocumentFormat(
        name: "Visio (VSD, VSDX)",
        types: [
            "application/vnd.visio", "application/vnd.ms-visio.drawing.main+xml",
            "application/vnd.ms-visio.drawing.macroEnabled.main+xml",
            "application/vnd.ms-visio.template.main+xml",
            "application/vnd.ms-visio.template.macroEnabled.main+xml",
            "application/vnd.ms-visio.stencil.main+xml",
            "application/vnd.ms-visio.stencil.macroEnabled.main+xml",
        ],
        extensions: ["vsd", "vsdx", "vsdm"],
        reader: .text(.structured(.visio))
    )
}
