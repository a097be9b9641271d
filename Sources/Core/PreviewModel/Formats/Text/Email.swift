extension DocumentFormat {
    /// Messages (RFC 5322), news, web archives in MIME, and mailboxes.
    static let email = DocumentFormat(
        name: "Mail (EML, MBOX) and MHTML",
        types: [
            "message/rfc822", "message/news", "application/x-mimearchive", "application/mbox",
        ],
        extensions: ["eml", "mbox"],
        reader: .text(.email),
        supplement: [
            SupplementaryType(
                "application/x-mimearchive",
                parents: ["message/rfc822"],
                names: [],
                english: "MHTML web archive",
                chinese: "MHTML 网页归档"
            )
        ]
    )
}
