extension DocumentFormat {
    /// Packages of Debian: their control fields, icon, and files.
    static let debianPackage = DocumentFormat(
        name: "Debian packages",
        types: ["application/vnd.debian.binary-package", "application/x-deb"],
        extensions: ["deb", "udeb"],
        reader: .text(.structured(.debianPackage))
    )
}
