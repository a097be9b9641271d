import PreviewModel

/// The colors of a text, line by line.
protocol LineColours: AnyObject {
    /// The next line in its colors.
    func line(_ text: String) -> StyledText
}

extension CodeColours: LineColours {}

/// Finds the colors of a text by its type and its contents.
enum LineColouring {
    /// The colors of a text that has no escape sequences; `nil` where it has none.
    static func colours(of text: String, _ type: FileType, name: String) -> (any LineColours)? {
        if type.rawValue == "text/x-patch" { return PatchColours() }
        if let code = CodeColours(CodeLanguage(type, name: name), for: text) { return code }
        return type.rawValue == "text/x-log" || LogColours.isLog(text) ? LogColours() : nil
    }
}
