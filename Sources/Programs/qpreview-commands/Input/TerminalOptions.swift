import ArgumentParser
import QuickPreview
import TerminalDisplay

/// The options about the terminal in which something is shown.
struct TerminalOptions: ParsableArguments {
    /// How a file is shown.
    enum Form: Equatable {
        /// As a picture.
        case picture(TerminalFormat)
        /// A text as text, and other files as pictures of characters.
        case text
    }

    @Option(
        help: ArgumentHelp(
            "Fit the picture into this many cells, such as 80x24 (default: the terminal).",
            valueName: "cells"
        ),
        transform: Self.size
    )
    var size: TerminalArea?

    @Option(
        help: ArgumentHelp(
            "Draw at this place, such as 40x20@60x1: the size, and the column and row of the top left corner, from 0.",
            valueName: "place"
        ),
        transform: Self.place
    )
    var place: TerminalArea?

    @Option(
        help: ArgumentHelp(
            "kitty, sixels, symbols, or text: texts as text, and symbols for the rest (default: what the terminal supports).",
            valueName: "format"
        ),
        transform: Self.format
    )
    var format: Form?

    @Option(
        help: ArgumentHelp(
            "none, 16, 256, or full: how many colors characters have (default: what the terminal supports).",
            valueName: "number"
        ),
        transform: Self.colors
    )
    var colors: TerminalColors?

    /// The part of the terminal that was named.
    var area: TerminalArea? { size ?? place }

    /// The protocol that was named.
    var protocolName: TerminalFormat? {
        switch format {
        case .picture(let format): format
        case .text: .symbols
        case nil: nil
        }
    }

    /// What shows pictures there; `nil` where its library is missing.
    var pictures: TerminalPictures? { pictures(in: area) }

    /// What shows pictures in a part of the terminal.
    func pictures(in area: TerminalArea?) -> TerminalPictures? {
        TerminalPictures(in: area, by: protocolName, colors: colors)
    }

    /// Whether a text is shown as text, where pictures are shown by a protocol.
    func showsText(_ format: TerminalFormat) -> Bool {
        self.format == .text || (self.format == nil && format == .symbols)
    }

    private static func size(_ text: String) throws -> TerminalArea {
        try valid(
            TerminalArea(size: text),
            "Invalid size '\(text)': give columns and rows, such as 80x24.",
            "大小“\(text)”无效：请指定列数和行数，例如 80x24。"
        )
    }

    private static func place(_ text: String) throws -> TerminalArea {
        try valid(
            TerminalArea(place: text),
            "Invalid place '\(text)': give a size and a corner, such as 40x20@60x1.",
            "位置“\(text)”无效：请指定大小和左上角，例如 40x20@60x1。"
        )
    }

    private static func format(_ text: String) throws -> Form {
        if text == "text" { return .text }
        return .picture(
            try valid(
                TerminalFormat(rawValue: text),
                "Invalid format '\(text)': use kitty, sixels, symbols, or text.",
                "格式“\(text)”无效：请使用 kitty、sixels、symbols 或 text。"
            )
        )
    }

    private static func colors(_ text: String) throws -> TerminalColors {
        try valid(
            TerminalColors(rawValue: text),
            "Invalid colors '\(text)': use none, 16, 256, or full.",
            "颜色“\(text)”无效：请使用 none、16、256 或 full。"
        )
    }

    /// A value of an option, or the error that it is none.
    private static func valid<Value>(
        _ value: Value?,
        _ english: String,
        _ chinese: String
    ) throws -> Value {
        guard let value else {
            throw ValidationError(PreviewLanguage.ofUser.say(english, chinese))
        }
        return value
    }
}
