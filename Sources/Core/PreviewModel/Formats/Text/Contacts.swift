extension DocumentFormat {
    /// Contacts (RFC 6350).
    static let contacts = DocumentFormat(
        name: "Contacts (vCard)",
        types: ["text/vcard", "text/x-vcard", "text/directory"],
        extensions: ["vcf"],
        reader: .text(.contacts)
    )
}
