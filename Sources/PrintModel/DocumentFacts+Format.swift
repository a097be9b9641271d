extension DocumentFacts {
    /// Types that are text in all but name, and print as text.
    private static let textTypes: Set<String> = [
        "application/json", "application/javascript", "application/x-shellscript",
        "application/x-perl", "application/x-ruby", "application/x-php", "application/toml",
        "application/yaml", "application/x-yaml", "application/sql", "application/xml",
        "message/rfc822",
    ]
    /// Text whose source is not what people mean by printing it.
    private static let renderedText: Set<String> = ["text/html", "text/rtf", "text/richtext"]

    /// The MIME type under which the document goes to the scheduler.
    ///
    /// Source code and the like print as plain text; a web page does not.
    public var deliveryFormat: String {
        let isText =
            (type.hasPrefix("text/") && !Self.renderedText.contains(type))
            || Self.textTypes.contains(type)
        return isText ? "text/plain" : type
    }

    /// Whether pages can be chosen, because the document is a PDF.
    public var hasSelectablePages: Bool { type == "application/pdf" }
}
