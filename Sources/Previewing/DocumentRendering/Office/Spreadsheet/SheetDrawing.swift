import PreviewHelper
import PreviewModel

/// The pictures and charts of a sheet (ECMA-376, part 1, 20.5 and 21.2).
enum SheetDrawing {
    private static let limit = 100

    /// What is drawn on a sheet, in the order of the file; what cannot be read is left out.
    static func blocks(
        _ package: OfficePackage,
        of sheet: String,
        drawing id: String?,
        cells: @escaping (String) -> [String]
    ) -> [Block] {
        guard let id, let part = (try? package.relationships(of: sheet))?[id],
            let targets = try? package.relationships(of: part)
        else { return [] }
        var blocks: [Block] = []
        var (width, height) = (0.0, 0.0)
        var pending: [String] = []
        // A drawing is shown as far as it can be read.
        try? package.scan(part) { event in
            switch event {
            case .begin("twoCellAnchor", _), .begin("oneCellAnchor", _),
                .begin("absoluteAnchor", _):
                (width, height) = (0, 0)
            case .begin("ext", let attributes):
                guard let across = attributes.number("cx"), let down = attributes.number("cy"),
                    across > 0, down > 0
                else { break }
                (width, height) = (Double(across) / 12_700, Double(down) / 12_700)
            case .begin("blip", let attributes):
                guard let target = attributes.prefixed("embed").flatMap({ targets[$0] }) else {
                    break
                }
                pending.append(target)
            case .end("pic"):
                if let target = pending.popLast(),
                    let picture = package.picture(
                        target,
                        width: width > 0 ? width : 240,
                        height: height > 0 ? height : 160
                    )
                {
                    blocks.append(.picture(picture))
                }
            case .begin("chart", let attributes):
                guard let target = attributes.prefixed("id").flatMap({ targets[$0] }),
                    let chart = try? SheetChart(package, target, cells: cells)
                else { break }
                blocks.append(.picture(chart.picture))
            default: break
            }
            if blocks.count >= limit { ReadingExtent.noteOmission() }
            return blocks.count < limit
        }
        return blocks
    }
}
