import PreviewModel

extension PlainText {
    /// The size of letters on pages: 81 letters fit on a line of A4.
    private static let usualSize = 10.0
    /// The width of a letter, as a part of its size, in the usual fonts.
    private static let letterWidth = 0.602
    private static let columnsToTab = 8
    /// The most characters of a line that are set in one piece.
    private static let pieceLimit = 2_000

    /// Reports the lines of a text for pages: in letters of one width, with tab stops, form feeds, and numbers.
    static func readPages(
        _ text: String,
        layout: PageLayout,
        colours: (any LineColours)?,
        into sink: (Block) -> Bool
    ) {
        var style = TextStyle.code
        style.size = layout.fontSize ?? usualSize
        style.marksWraps = true
        style.tab = style.size * letterWidth * Double(columnsToTab)
        var text = text
        text.withUTF8 { bytes in
            if layout.numbersLines {
                let lines = unsafe bytes.count { $0 == 0x0A } + 1
                let digits = max(3, String(lines).utf8.count)
                style.indent = Double(digits + 2) * style.size * letterWidth
            }
            var (start, number) = (0, 1)
            while start < bytes.count {
                var end = start
                while end < bytes.count, unsafe bytes[end] != 0x0A, unsafe bytes[end] != 0x0C {
                    end += 1
                }
                let line = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
                let ends = end < bytes.count ? unsafe bytes[end] : 0x0A
                // Nothing is left of a form feed on a line of its own but the page that it begins.
                let isShown = ends == 0x0A || !line.isEmpty
                if isShown {
                    let isWanted = unsafe emit(
                        line,
                        style,
                        number: layout.numbersLines ? number : nil,
                        colours,
                        into: sink
                    )
                    guard isWanted else { return }
                }
                if ends == 0x0C { guard sink(.pageBreak) else { return } }
                if ends == 0x0A { number += 1 }
                start = end + 1
            }
        }
    }

    /// Reports a line, in pieces where it is long.
    private static func emit(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ style: TextStyle,
        number: Int?,
        _ colours: (any LineColours)?,
        into sink: (Block) -> Bool
    ) -> Bool {
        var (number, colours) = (number, colours)
        var line = unsafe expanded(bytes)[...]
        repeat {
            let piece: Substring
            if line.utf8.count <= pieceLimit {
                (piece, line) = (line, "")
            } else {
                let cut = line.unicodeScalars.index(
                    line.startIndex,
                    offsetBy: pieceLimit,
                    limitedBy: line.endIndex
                )
                (piece, line) = (line[..<(cut ?? line.endIndex)], line[(cut ?? line.endIndex)...])
            }
            var paragraph = Paragraph(styled(piece, colours), style)
            paragraph.number = number
            (number, colours) = (nil, nil)
            guard sink(.text(paragraph)) else { return false }
        } while !line.isEmpty
        return true
    }

    /// A line whose tabs are spaces, where only ASCII is before them; Pango sets the others.
    private static func expanded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard unsafe bytes.contains(0x09) else {
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
        var line: [UInt8] = []
        var isPlain = true
        for index in bytes.indices {
            let byte = unsafe bytes[index]
            isPlain = isPlain && byte < 0x80
            if byte == 0x09, isPlain {
                let spaces = columnsToTab - line.count % columnsToTab
                line += repeatElement(0x20, count: spaces)
            } else {
                line.append(byte)
            }
        }
        return String(decoding: line, as: UTF8.self)
    }
}
