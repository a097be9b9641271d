extension DocumentFormat {
    /// Messages as Outlook saves them, and the attachment into which it packs what mail does not have.
    static let outlookMessage = DocumentFormat(
        name: "Outlook (MSG, winmail.dat)",
        types: ["application/vnd.ms-outlook", "application/vnd.ms-tnef"],
        extensions: ["msg", "tnef", "tnf"],
        reader: .text(.structured(.outlookMessage))
    )
}
