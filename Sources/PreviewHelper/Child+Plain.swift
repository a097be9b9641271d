import PreviewModel

extension Child {
    /// The facts or the picture of a JPEG or PNG by its own library; `nil` for what the helper with libvips is to be
    /// asked for.
    func drawPlain(
        _ info: inout DocumentInfo,
        type: FileType
    ) -> (AnswerMessage, Picture?)? {
        guard type == .jpeg || type == .png, request.page == 1,
            let image = try? ImageDocument(Place.document, type: type, in: family)
        else { return nil }
        var told = info
        image.describe(&told)
        switch request.operation {
        case .info: return (AnswerMessage(.done, info: told), nil)
        case .thumbnail:
            guard !image.exceeds(pixelLimit: request.pixelLimit, at: request.pixels),
                let picture = try? image.draw(page: 1, pixels: request.pixels)
            else { return nil }
            let answer = AnswerMessage(
                .done,
                info: told,
                width: UInt32(picture.width),
                height: UInt32(picture.height)
            )
            return (answer, picture)
        default: return nil
        }
    }
}
