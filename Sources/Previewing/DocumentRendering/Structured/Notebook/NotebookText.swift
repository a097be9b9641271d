import PreviewHelper
import PreviewModel

/// A notebook of Jupyter (nbformat 3 and 4): its texts, its programs in colors, and what they have printed and drawn.
struct NotebookText {
    private let language: String
    private let sink: (Block) -> Bool

    /// The largest notebook that is read, in bytes.
    private static let sizeLimit = 64 << 20
    private static var linesLimit: Int { ReadingExtent.limit(2_000, whole: 1_000_000) }

    /// Reports the cells until the sink returns false.
    static func read(
        _ descriptor: Int32,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        let (bytes, isWhole) = FilePart.start(of: descriptor, limit: sizeLimit)
        guard isWhole else {
            throw DocumentProblemError(.tooLarge(why: .init(.textTooLarge, "\(sizeLimit >> 20)")))
        }
        guard let notebook = JSONValue(bytes), case .object = notebook else {
            throw DocumentProblemError(.damaged(why: .init(.notJSON)))
        }
        let cells =
            notebook["cells"]?.elements
            ?? notebook["worksheets"]?.elements.flatMap { $0["cells"]?.elements ?? [] } ?? []
        let facts = notebook["metadata"]
        let language =
            facts?["kernelspec"]?["language"]?.text ?? facts?["language_info"]?["name"]?.text
            ?? "python"
        let reader = NotebookText(language: language, sink: sink)
        for cell in cells { guard reader.emit(cell) else { return } }
    }

    private func emit(_ cell: JSONValue) -> Bool {
        let source = Self.text(cell["source"] ?? cell["input"])
        switch cell["cell_type"]?.text {
        case "markdown":
            var wantsMore = true
            MarkdownText.read(TextDecoding.harmless(source)) { block in
                wantsMore = sink(block)
                return wantsMore
            }
            return wantsMore
        case "heading":
            let level = cell["level"]?.index ?? 1
            return sink(
                .text(Paragraph(StyledText(TextDecoding.harmless(source)), .heading(level)))
            )
        case "code":
            let number = (cell["execution_count"] ?? cell["prompt_number"])?.index
            guard emitCode(source, number: number) else { return false }
            for output in cell["outputs"]?.elements ?? [] {
                guard emit(output: output) else { return false }
            }
            return true
        default: return emitLines(ANSIText(source).lines, shaded: false)
        }
    }

    private func emitCode(_ source: String, number: Int?) -> Bool {
        let source = TextDecoding.harmless(source)
        guard source.contains(where: { !$0.isWhitespace }) else { return true }
        var style = TextStyle.code
        (style.size, style.before, style.after, style.colour) = (7.5, 8, 1, 0x60_6066)
        let label = number.map { "In [\($0)]" } ?? "In [ ]"
        guard sink(.text(Paragraph(StyledText(label), style))) else { return false }
        let colours = CodeColours(CodeLanguage(named: language), for: source)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
            .map { PlainText.styled($0, colours) }
        return emitLines(lines, shaded: true)
    }

    private func emitLines(_ lines: [StyledText], shaded: Bool, isError: Bool = false) -> Bool {
        var lines = lines
        while lines.last?.isVisible == false { lines.removeLast() }
        if lines.count > Self.linesLimit { ReadingExtent.noteOmission() }
        let shown = lines.prefix(Self.linesLimit)
        for (number, line) in shown.enumerated() {
            var style = TextStyle.code
            style.before = number == 0 ? 2 : 0
            style.after = number == shown.count - 1 ? 6 : 0
            var paragraph = Paragraph(line, style)
            paragraph.shaded = shaded
            paragraph.quoted = isError
            guard sink(.text(paragraph)) else { return false }
        }
        return true
    }

    // MARK: Outputs

    private func emit(output: JSONValue) -> Bool {
        switch output["output_type"]?.text {
        case "stream": return emitLines(ANSIText(Self.text(output["text"])).lines, shaded: false)
        case "error", "pyerr":
            let trace = (output["traceback"]?.elements ?? []).compactMap(\.text)
            let words =
                trace.isEmpty
                ? "\(output["ename"]?.text ?? ""): \(output["evalue"]?.text ?? "")"
                : trace.joined(separator: "\n")
            return emitLines(ANSIText(words).lines, shaded: false, isError: true)
        default: return emit(data: output["data"] ?? output)
        }
    }

    /// The best form of a result that can be shown.
    private func emit(data: JSONValue) -> Bool {
        for name in ["image/png", "image/jpeg", "png", "jpeg"] {
            guard let code = data[name].map(Self.text), !code.isEmpty else { continue }
            let bytes = EncodedWords.base64(Array(code.utf8)[...])
            guard bytes.count <= SizeLimit.embeddedPicture else {
                ReadingExtent.noteOmission()
                continue
            }
            if let picture = InlinePicture(decoding: bytes) { return sink(.picture(picture)) }
        }
        if let drawing = data["image/svg+xml"] ?? data["svg"] {
            let bytes = Array(Self.text(drawing).utf8)
            if let picture = InlinePicture(decoding: bytes) { return sink(.picture(picture)) }
        }
        if let markdown = data["text/markdown"] {
            var wantsMore = true
            MarkdownText.read(TextDecoding.harmless(Self.text(markdown))) { block in
                wantsMore = sink(block)
                return wantsMore
            }
            return wantsMore
        }
        let plain = data["text/plain"] ?? data["text"]
        return emitLines(ANSIText(Self.text(plain)).lines, shaded: false)
    }

    /// A text, which is a string or an array of its lines.
    private static func text(_ value: JSONValue?) -> String {
        value?.text ?? value?.elements.compactMap(\.text).joined() ?? ""
    }
}
