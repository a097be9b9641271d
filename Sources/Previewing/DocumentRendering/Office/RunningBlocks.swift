/// The blocks of a header or footer, as far as there is room for them.
struct RunningBlocks {
    private static let limit = 12

    private var blocks: [Block] = []

    /// Takes a block; returns false once there is no more room.
    mutating func take(_ block: Block) -> Bool {
        guard blocks.count < Self.limit else { return false }
        switch block {
        case .text(var paragraph):
            paragraph.style.after = 1
            paragraph.style.size = min(paragraph.style.size, 11)
            blocks.append(.text(paragraph))
        case .picture(let picture):
            // Limit a letterhead to a part of the page.
            blocks.append(Self.fitting(picture, height: 90))
        case .table(let table): addLines(of: table)
        default: break
        }
        return blocks.count < Self.limit
    }

    /// The blocks without the last lines, which are often empty.
    var visible: [Block] {
        blocks.dropLast(blocks.reversed().prefix { !$0.isVisible }.count)
    }

    /// Adds the rows of a table as lines, with tabs between the cells.
    private mutating func addLines(of table: Table) {
        for row in table.rows where blocks.count < Self.limit {
            for picture in row.compactMap(\.picture) {
                blocks.append(Self.fitting(picture, height: 60))
            }
            let cells = row.filter { !$0.text.isEmpty }
            guard var text = cells.first?.text else { continue }
            for cell in cells.dropFirst() {
                text.append("\t")
                text.append(cell.text)
            }
            blocks.append(.text(Paragraph(text)))
        }
    }

    private static func fitting(_ picture: InlinePicture, height: Double) -> Block {
        let size = picture.size(width: 400, height: height)
        var picture = picture
        (picture.width, picture.height) = (size.width, size.height)
        return .picture(picture)
    }
}
