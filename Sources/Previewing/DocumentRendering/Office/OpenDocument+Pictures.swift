import PreviewHelper

// The pictures and the slides of a document.
extension OpenDocument {
    /// The elements of drawn shapes, which may have text.
    static let shapes: Set<String> = [
        "custom-shape", "rect", "ellipse", "circle", "line", "polyline", "polygon", "path", "g",
        "connector", "caption", "regular-polygon", "measure", "control",
    ]

    func beginFrame(_ attributes: XMLScanner.Attributes) {
        frame = (
            OpenDocumentStyles.points(attributes["width"]) ?? 0,
            OpenDocumentStyles.points(attributes["height"]) ?? 0
        )
        isTitle = ["title", "subtitle"].contains(attributes["class"] ?? "")
        frames.append(depth)
    }

    /// Takes the picture of the package to which a frame refers.
    func takePicture(_ reference: String?) {
        guard hidden == 0, let reference, max(frame.width, frame.height) >= 16,
            let picture = package.picture(
                reference.hasPrefix("./") ? String(reference.dropFirst(2)) : reference,
                width: frame.width,
                height: frame.height
            )
        else { return }
        add(picture)
    }

    /// Takes the picture that a document in a single file has in its frame.
    func endBinary() {
        guard let code = binary, min(frame.width, frame.height) > 0,
            max(frame.width, frame.height) >= 16
        else { return }
        let bytes = EncodedWords.base64(Array(code.utf8)[...])
        add(InlinePicture(width: frame.width, height: frame.height) { bytes })
    }

    private func add(_ picture: InlinePicture) {
        if isPresentation {
            slide.append(.picture(picture))
        } else if nested > 0 {
            if cell.picture == nil, !isSheet {
                cell.picture = picture
            } else {
                ReadingExtent.noteOmission()
            }
        } else if pictures.count < 100 {
            pictures.append(picture)
        } else {
            ReadingExtent.noteOmission()
        }
    }

    /// Emits the slide that has ended; returns false for no more of them.
    func endSlide() -> Bool {
        let paper = TextDocument.slidePaper
        let box = Box(
            x: paper.margin,
            y: paper.margin,
            width: paper.width - 2 * paper.margin,
            height: paper.height - 2 * paper.margin
        )
        return sink(.slide([Frame(box: box, blocks: slide)]))
    }
}
