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

    /// The MIME type of what is sent: a PDF made for the job wherever the pages are known, else the
    /// document itself, which the scheduler lays out.
    ///
    /// Source code and the like print as plain text; a web page does not.
    public var deliveryFormat: String {
        if isImposable { return "application/pdf" }
        let isText =
            (type.hasPrefix("text/") && !Self.renderedText.contains(type))
            || Self.textTypes.contains(type)
        return isText ? "text/plain" : type
    }

    /// Whether its pages are placed on the sheets here: a PDF, or a picture that can be read.
    public var isImposable: Bool {
        type == "application/pdf" || (type.hasPrefix("image/") && pages != nil)
    }
}
