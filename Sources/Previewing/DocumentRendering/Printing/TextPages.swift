import PreviewHelper
import PreviewModel

/// Writes the texts of headers, footers, and stamps, a page for each, which another child places on sheets.
struct TextPages {
    let texts: SheetTexts

    /// Writes the PDF.
    func write(into output: Int32) throws(DrawingFailure) {
        let canvas = try Canvas(pagesFor: output, size: (1, 1), title: "")
        for text in texts.all {
            let set = try text.isStamp ? setStamp(text.string) : set(text.string)
            let height = text.isStamp ? set.height : SheetTexts.height
            canvas.resizePage(width: set.width + 2 * SheetTexts.padding, height: height)
            canvas.draw(
                set,
                x: SheetTexts.padding,
                y: text.isStamp ? 0 : SheetTexts.baseline - set.baseline,
                lines: 0..<1
            )
            try canvas.endPage()
        }
        try canvas.finishPages()
    }

    private func setStamp(_ string: String) throws(DrawingFailure) -> SetText {
        var style = TextStyle()
        style.size = SheetTexts.stampSize
        style.look = .bold
        style.colour = 0
        style.spacing = 0
        return try SetText(StyledText(string), style, width: nil)
    }

    private func set(_ string: String) throws(DrawingFailure) -> SetText {
        var style = TextStyle()
        style.size = SheetLayout.Label.fontSize
        style.colour = 0
        style.spacing = 0
        let text = try SetText(StyledText(string), style, width: nil)
        guard text.width > SheetTexts.widest else { return text }
        style.cut = .middle
        return try SetText(StyledText(string), style, width: SheetTexts.widest)
    }
}

extension DocumentWork {
    /// Writes the pages of texts.
    func makeTexts() -> AnswerMessage.Outcome {
        guard let bytes = FilePart.sealed(ChildDescriptor.payload, count: Int(request.payloadSize)),
            let texts = SheetTexts(decoding: bytes)
        else { return .pageOutOfRange }
        do throws(DrawingFailure) {
            try TextPages(texts: texts).write(into: ChildDescriptor.output)
            return .done
        } catch {
            switch error {
            case .memory: return .memoryLimit
            case .output: return .outputFailed
            default: return .problem
            }
        }
    }
}
