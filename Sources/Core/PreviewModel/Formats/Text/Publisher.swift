extension DocumentFormat {
    /// Publications of Publisher.
    static let publisher = DocumentFormat(
        name: "Publisher (PUB)",
        types: ["application/vnd.ms-publisher"],
        extensions: ["pub"],
        reader: .text(.structured(.publisher))
    )
}
