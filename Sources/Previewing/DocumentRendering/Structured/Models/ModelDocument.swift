import CPNG
import PreviewHelper
import PreviewModel

/// A file with a model: STL, OBJ, PLY, 3MF, or glTF.
struct ModelDocument {
    private let model: Model
    private let title: String

    private static let sizeLimit = 256 << 20
    /// The edge of the picture on a page, in pixels, and in points.
    private static let printedPixels = 1_000
    private static let printedPoints = 440.0

    init(_ descriptor: Int32, type: FileType, name: String) throws(DocumentProblemError) {
        let (bytes, isWhole) = FilePart.start(of: descriptor, limit: Self.sizeLimit)
        if !isWhole { ReadingExtent.noteOmission() }
        let model: Model?
        var others: [String] = []
        switch type.rawValue {
        case "model/stl": model = STLModel.read(bytes)
        case "model/obj": model = OBJModel.read(bytes)
        case "model/x-ply": model = PLYModel.read(bytes)
        case "model/3mf": model = try PackedModel.read(descriptor)
        default:
            let found = GLTFModel.read(bytes)
            (model, others) = (found?.model, found?.others ?? [])
        }
        if !others.isEmpty {
            guard let model, model.count > 0 else {
                let names = others.prefix(3).map { TextDecoding.harmless($0) }
                let list = names.joined(separator: ", ") + (others.count > 3 ? ", …" : "")
                throw DocumentProblemError(.filesMissing(why: .init(.otherFiles, list)))
            }
            ReadingExtent.noteOmission()
        }
        guard let model, model.count > 0 else {
            throw DocumentProblemError(.damaged(why: .init(.noModel)))
        }
        self.model = model
        let plain = name.split(separator: "/").last.map(String.init) ?? ""
        title = plain.split(separator: ".").dropLast().joined(separator: ".")
    }

    /// Draws the model in a square.
    func draw(pixels: Int) throws(DocumentProblemError) -> Picture {
        guard let picture = ModelPicture.draw(model, pixels: pixels) else {
            throw DocumentProblemError(.damaged(why: .init(.noModel)))
        }
        return picture
    }

    /// Reports the picture, and the number of triangles, until the sink returns false.
    func read(into sink: (Block) -> Bool) throws(DocumentProblemError) {
        let picture = try draw(pixels: Self.printedPixels)
        if let file = Self.png(picture) {
            let points = Self.printedPoints
            var drawing = InlinePicture(width: points, height: points) { file }
            drawing.alignment = .center
            guard sink(.picture(drawing)) else { return }
        }
        var facts = FactSheet(title)
        if model.points > 0 {
            facts.add("Points", "\(model.points)")
        } else {
            facts.add("Triangles", "\(model.count)")
        }
        facts.add("Size", model.size)
        _ = facts.emit(into: sink)
    }

    /// The picture as a PNG file.
    static func png(_ picture: Picture, hasAlpha: Bool = false) -> [UInt8]? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        let status = unsafe cpng_encode(
            picture.pixels,
            UInt32(clamping: picture.width),
            UInt32(clamping: picture.height),
            picture.width * 4,
            hasAlpha ? CPNG_RGBA : CPNG_RGB,
            nil,
            0,
            &bytes,
            &length
        )
        guard status == 0, let bytes = unsafe bytes else { return nil }
        defer { unsafe cpng_free(bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
    }
}
