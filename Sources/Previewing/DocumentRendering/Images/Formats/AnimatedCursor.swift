import PreviewHelper

/// An animated cursor (ANI): icons in a RIFF file, of which the first is shown.
struct AnimatedCursorReader: PixelReader {
    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)? {
        Self.icon(descriptor).flatMap { IconReader(file: $0).header(descriptor) }
    }

    func read(_ descriptor: Int32) -> DecodedImage? {
        Self.icon(descriptor).flatMap { IconReader(file: $0).read(descriptor) }
    }

    private static let chunkLimit = 4096

    /// The first icon: a chunk of the list of frames.
    private static func icon(_ descriptor: Int32) -> FilePart? {
        guard let file = FilePart(whole: descriptor), let head = file.bytes(at: 0, count: 12),
            head.starts(with: "RIFF".utf8), head[8..<12].elementsEqual("ACON".utf8)
        else { return nil }
        var place = 12
        for _ in 0..<chunkLimit {
            guard let chunk = file.bytes(at: place, count: 8) else { return nil }
            let size = Int(chunk.number32(4))
            if chunk.starts(with: "icon".utf8) {
                return file.part(at: place + 8, count: min(size, file.size - place - 8))
            }
            // Within a list, chunks follow its name.
            let isFrames =
                chunk.starts(with: "LIST".utf8)
                && file.bytes(at: place + 8, count: 4)?.elementsEqual("fram".utf8) == true
            place += isFrames ? 12 : 8 + size + size % 2
        }
        return nil
    }
}
