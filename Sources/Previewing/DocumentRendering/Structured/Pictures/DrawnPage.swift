/// A page that is a drawing (SVG), and its size in points.
struct DrawnPage {
    var drawing: [UInt8]
    var width: Double
    var height: Double

    /// The page as large as a paper allows.
    func slide(on paper: Paper) -> Block {
        let factor = min(paper.width / width, paper.height / height)
        let (across, down) = (width * factor, height * factor)
        let box = Box(
            x: (paper.width - across) / 2,
            y: (paper.height - down) / 2,
            width: across,
            height: down
        )
        let drawing = drawing
        let picture = InlinePicture(width: across, height: down) { drawing }
        return .slide([Frame(box: box, blocks: [.picture(picture)])])
    }

    /// Paper of the shape of this page, whose longer side is that of A4.
    var paper: Paper {
        let factor = 842 / max(width, height)
        return Paper(width: max(40, width * factor), height: max(40, height * factor), margin: 0)
    }
}
