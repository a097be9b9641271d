import CommandNames

/// The room on the paper.
extension EnglishWords {
    /// Margins, a header, or a footer leave no room.
    func noRoom(for option: String) -> (String, String) {
        guard option == Flag.ofTicket("margins") else {
            return (
                "The paper is too small for \(option).",
                "Use larger paper, or leave \(option) out."
            )
        }
        return (
            "Margins of \(value("value")) leave no room on the paper.",
            "Use smaller margins, or larger paper."
        )
    }

    /// A header or footer takes the room of pages.
    func madeSmaller(_ pagesAre: String) -> (String, String) {
        (
            "\(pagesAre) made smaller, so that \(Flag.ofTicket(value("for"))) covers nothing.",
            "To keep the size, use \(Flag.scaling) none; what the line would cover is cut off."
        )
    }
}
