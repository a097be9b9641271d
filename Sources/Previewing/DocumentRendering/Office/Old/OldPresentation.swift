import PreviewHelper
import PreviewModel

/// A presentation of PowerPoint 97 to 2003 ([MS-PPT]): the texts and pictures of its slides, one per page.
struct OldPresentation {
    private let stream: CompoundStream
    private let pictures: CompoundStream?
    private var places: [UInt32: Int] = [:]
    private var document: OldSlideRecord
    /// Where the pictures are in their stream, by their indices.
    private var pictureplaces: [Int] = []
    private let width: Double
    private let height: Double

    /// The largest record that is read, in bytes.
    private static let recordLimit = 16 << 20
    private static let editsLimit = 1_000

    init(_ descriptor: Int32) throws(DocumentProblemError) {
        let missing = DocumentProblemError(.damaged(why: .init(.noSlides)))
        guard let file = FilePart(whole: descriptor), let compound = CompoundFile(file),
            let stream = CompoundStream("PowerPoint Document", in: compound),
            let user = CompoundStream("Current User", in: compound)?.bytes(at: 0, count: 20)
        else { throw missing }
        self.stream = stream
        pictures = CompoundStream("Pictures", in: compound)
        // The mark of an encrypted presentation.
        guard user.number32(12) != 0xF3D1_C4DF else { throw DocumentProblemError(.encrypted) }
        let (places, main) = Self.places(in: stream, edit: Int(user.number32(16)))
        guard let place = places[main], let document = Self.record(at: place, in: stream, 1000)
        else { throw missing }
        (self.places, self.document) = (places, document)
        var size = (width: 5760.0, height: 4320.0)
        if let atom = document.first(1001)?.bytes, atom.count >= 8 {
            let (across, down) = (Double(atom.number32(0)), Double(atom.number32(4)))
            if (100...60_000).contains(across), (100...60_000).contains(down),
                across < 5 * down, down < 5 * across
            {
                size = (across, down)
            }
        }
        (width, height) = size
        pictureplaces = Self.pictures(document)
    }

    /// Points on the page for a unit of the file, of which an inch has 576.
    private var scale: Double { 720 / max(width, height) }

    /// The page for the slides: the longer side has 720 points.
    var paper: Paper { Paper(width: width * scale, height: height * scale, margin: 48) }

    /// The texts of the slides, with the places of their records.
    private var slides: [(place: Int, texts: [OldSlideRecord])] {
        var found: [(place: Int, texts: [OldSlideRecord])] = []
        let lists = document.children.filter { $0.type == 4080 && $0.instance == 0 }
        for record in lists.flatMap(\.children) {
            if record.type == 1011, record.body.count >= 4 {
                found.append((places[record.bytes.number32(0)] ?? -1, []))
            } else if !found.isEmpty {
                found[found.count - 1].texts.append(record)
            }
        }
        return found
    }

    /// The number of slides.
    var count: Int { slides.count }

    /// Reports the slides until the sink returns false.
    func read(into sink: (Block) -> Bool) throws(DocumentProblemError) {
        let slides = slides
        guard !slides.isEmpty else {
            throw DocumentProblemError(.nothingInside(why: .init(.noSlides)))
        }
        for slide in slides.prefix(ReadingExtent.limit(PageSetter.pagesLimit, whole: 10_001)) {
            let outline = OldSlideText.all(in: slide.texts)
            var shapes: [OldSlideShape] = []
            if slide.place >= 0, let record = Self.record(at: slide.place, in: stream, 1006),
                let drawing = record.first(1036)
            {
                shapes = OldSlideShape.all(in: drawing, outline: outline)
            }
            guard sink(.slide(frames(shapes, outline))) else { return }
        }
    }

    private func frames(_ shapes: [OldSlideShape], _ outline: [OldSlideText]) -> [Frame] {
        let frames = shapes.compactMap(frame)
        let hasText = shapes.contains { $0.text?.paragraphs(scale: 1).isEmpty == false }
        guard !hasText, !outline.isEmpty else { return frames }
        // Texts without a place stand one below the other.
        let paragraphs = outline.flatMap { $0.paragraphs(scale: scale * 8) }
        let margin = paper.margin
        let box = Box(
            x: margin,
            y: margin,
            width: paper.width - 2 * margin,
            height: paper.height - 2 * margin
        )
        return frames + [Frame(box: box, blocks: paragraphs.map(Block.text))]
    }

    private func frame(_ shape: OldSlideShape) -> Frame? {
        var place = Box(
            x: shape.box.x * scale,
            y: shape.box.y * scale,
            width: shape.box.width * scale,
            height: shape.box.height * scale
        )
        guard place.width > 1, place.height > 1 else { return nil }
        if let text = shape.text {
            let paragraphs = text.paragraphs(scale: scale * 8)
            guard !paragraphs.isEmpty else { return nil }
            let (across, down) = (min(7, place.width / 4), min(3.6, place.height / 8))
            place.x += across
            place.y += down
            place.width -= 2 * across
            place.height -= 2 * down
            return Frame(
                box: place,
                blocks: paragraphs.map(Block.text),
                anchor: text.isTitle ? .middle : .top
            )
        }
        guard let index = shape.picture, let file = picture(index) else { return nil }
        let picture = InlinePicture(width: place.width, height: place.height) { file }
        return Frame(box: place, blocks: [.picture(picture)])
    }

    // MARK: Parts of the file

    /// Where the records are by their numbers, and the number of the document: the newest edit comes first.
    private static func places(
        in stream: CompoundStream,
        edit: Int
    ) -> (places: [UInt32: Int], document: UInt32) {
        var (places, document): ([UInt32: Int], UInt32) = ([:], 0)
        var next = edit
        for round in 0..<editsLimit {
            guard let atom = record(at: next, in: stream, 4085)?.bytes, atom.count >= 20 else {
                break
            }
            if round == 0 { document = atom.number32(16) }
            if let entries = record(at: Int(atom.number32(12)), in: stream, 6002)?.bytes {
                add(entries, to: &places)
            }
            let before = Int(atom.number32(8))
            guard before > 0, before < next else { break }
            next = before
        }
        return (places, document)
    }

    private static func add(_ entries: [UInt8], to places: inout [UInt32: Int]) {
        var place = 0
        while place + 4 <= entries.count {
            let (first, count) = (
                entries.number32(place) & 0xF_FFFF, Int(entries.number32(place) >> 20)
            )
            place += 4
            for index in 0..<count where place + 4 <= entries.count {
                let number = first + UInt32(clamping: index)
                if places[number] == nil { places[number] = Int(entries.number32(place)) }
                place += 4
            }
        }
    }

    private static func record(
        at place: Int,
        in stream: CompoundStream,
        _ type: UInt16
    ) -> OldSlideRecord? {
        guard let header = stream.bytes(at: place, count: 8), header.number16(2) == type else {
            return nil
        }
        let count = min(Int(header.number32(4)), recordLimit)
        let body = stream.available(at: place + 8, count: count)
        return OldSlideRecord(instance: header.number16(0) >> 4, type: type, body: body[...])
    }

    private static func pictures(_ document: OldSlideRecord) -> [Int] {
        let store = document.first(1035)?.first(0xF000)?.first(0xF001)
        return (store?.children ?? []).map { entry in
            guard entry.type == 0xF007, entry.body.count >= 36 else { return -1 }
            return Int(entry.bytes.number32(28))
        }
    }

    /// A picture that a file of its own could be: JPEG or PNG.
    private func picture(_ index: Int) -> [UInt8]? {
        guard pictureplaces.indices.contains(index - 1), pictureplaces[index - 1] >= 0,
            let header = pictures?.bytes(at: pictureplaces[index - 1], count: 8)
        else { return nil }
        let type = header.number16(2)
        guard [0xF01D, 0xF01E, 0xF02A].contains(type) else { return nil }
        // One checksum or two, and a byte.
        let hasTwo = [0x46B, 0x6E1, 0x6E3].contains(header.number16(0) >> 4)
        let skipped = hasTwo ? 33 : 17
        let size = Int(header.number32(4))
        guard size > skipped, size <= SizeLimit.embeddedPicture else { return nil }
        return pictures?.bytes(at: pictureplaces[index - 1] + 8 + skipped, count: size - skipped)
    }
}
