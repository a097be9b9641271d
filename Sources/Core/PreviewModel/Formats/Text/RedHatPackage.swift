extension DocumentFormat {
    /// Packages of RPM: their headers and files.
    static let redHatPackage = DocumentFormat(
        name: "RPM packages",
        types: ["application/x-rpm", "application/x-source-rpm"],
        extensions: ["rpm"],
        reader: .text(.structured(.redHatPackage))
    )
}
