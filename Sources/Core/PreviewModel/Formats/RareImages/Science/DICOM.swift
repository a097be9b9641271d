extension DocumentFormat {
    /// DICOM: images of medical scanners.
    static let dicom = DocumentFormat(
        name: "DICOM",
        types: ["application/dicom"],
        extensions: ["dcm", "dicom"],
        reader: .rareImage(.swift(.dicom))
    )
}
