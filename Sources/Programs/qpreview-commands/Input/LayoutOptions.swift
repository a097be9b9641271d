import ArgumentParser
import PreviewModel
import PrintModel
import QuickPreview

/// The options of pages: paper, margins, and letters.
struct LayoutOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The paper: a common name such as A4 or letter, a size such as 100x150mm, or a PWG name.",
            valueName: "name"
        )
    )
    var media = "A4"

    @Option(
        help: ArgumentHelp(
            "portrait or landscape (default: what suits the file).",
            valueName: "orientation"
        )
    )
    var orientation: String?

    @Option(
        help: ArgumentHelp(
            "One length for all margins, two (top and bottom, left and right), or four (top, right, bottom, left), such as 20mm or 1in,0.5in; without a unit, in points.",
            valueName: "lengths"
        )
    )
    var margins: String?

    @Option(
        help: ArgumentHelp(
            "The size of letters in points (default: 10 in plain text, the file's own in others).",
            valueName: "points"
        )
    )
    var fontSize: Double?

    @Flag(help: "Number the lines of plain text and source code.")
    var lineNumbers = false

    /// The layout, once it has been validated.
    var layout: PageLayout { (try? parsed()) ?? .a4 }

    func validate() throws { _ = try parsed() }

    private func parsed() throws -> PageLayout {
        let language = PreviewLanguage.ofUser
        guard let size = MediaName(typed: media).size else {
            throw ValidationError(
                language.say(
                    "Unknown paper '\(media)': give a name such as A4 or letter, or a size such as 100x150mm.",
                    "未知纸张“\(media)”：请指定 A4 或 letter 等名称，或 100x150mm 等尺寸。"
                )
            )
        }
        var layout = PageLayout(
            width: Double(size.width) * 72 / 2540,
            length: Double(size.length) * 72 / 2540
        )
        switch orientation {
        case nil: break
        case "portrait"?: layout.orientation = .portrait
        case "landscape"?: layout.orientation = .landscape
        case let other?:
            throw ValidationError(
                language.say(
                    "Invalid orientation '\(other)': use portrait or landscape.",
                    "方向“\(other)”无效：请使用 portrait 或 landscape。"
                )
            )
        }
        if let margins {
            guard let parsed = MediaMargins(typed: margins) else {
                throw ValidationError(
                    language.say(
                        "Invalid margins '\(margins)': give one, two, or four lengths, such as 20mm or 1in,0.5in.",
                        "页边距“\(margins)”无效：请指定一个、两个或四个长度，例如 20mm 或 1in,0.5in。"
                    )
                )
            }
            func points(_ hundredths: Int) -> Double { Double(hundredths) * 72 / 2540 }
            layout.margins = PageLayout.Margins(
                top: points(parsed.top),
                right: points(parsed.right),
                bottom: points(parsed.bottom),
                left: points(parsed.left)
            )
        }
        layout.fontSize = fontSize
        layout.numbersLines = lineNumbers
        if let fontSize, !PageLayout.fontSizeRange.contains(fontSize) {
            let range = PageLayout.fontSizeRange
            let (least, most) = (Int(clamping: range.lowerBound), Int(clamping: range.upperBound))
            throw ValidationError(
                language.say(
                    "Invalid font size: give one from \(least) to \(most) points.",
                    "字号无效：请指定 \(least) 到 \(most) 点。"
                )
            )
        }
        guard layout.isValid else {
            throw ValidationError(
                language.say(
                    "The margins leave no room on this paper: use smaller ones, or larger paper.",
                    "页边距在此纸张上没有留出空间：请使用更小的页边距或更大的纸张。"
                )
            )
        }
        return layout
    }
}
