package import PreviewModel

/// Draws the documents of a family, in sandboxed children.
package protocol Renderer {
    /// The folders that the libraries read while they draw, such as those of fonts.
    var folders: [String] { get }

    /// Reads the user's fonts, in the sandbox of the zygote.
    func addUserFonts()

    /// Writes, in a new child, to the memory that drawing uses.
    ///
    /// Until then the child shares its pages with the zygote, and the first write to each page
    /// copies it. An implementation must not start a thread, which would stay outside the sandbox
    /// of the child.
    func touch()

    /// Fulfills a request for a document of this family, or for one without a family.
    func work(
        _ request: RequestMessage,
        on type: FileType,
        _ info: DocumentInfo
    ) -> (AnswerMessage, Picture?)

    /// Draws the payload of the request, or an existing thumbnail.
    func drawPayload(_ request: RequestMessage) -> (AnswerMessage, Picture?)
}

/// What a renderer does that draws one kind of document and passes all others on.
extension Renderer {
    /// Draws nothing in advance.
    package func touch() {}

    /// Passes the request on to another helper.
    package func drawPayload(_ request: RequestMessage) -> (AnswerMessage, Picture?) {
        (AnswerMessage(.otherFamily, info: DocumentInfo(type: .unknown)), nil)
    }
}

/// The most bytes that a child writes, apart from pixels.
package enum SizeLimit {
    /// The largest picture inside a document, in bytes.
    package static let embeddedPicture = 32 << 20
    /// The largest thumbnail in EXIF data, in bytes: one segment of a JPEG file.
    package static let embeddedThumbnail = 65_536
}

extension AnswerMessage {
    /// The answer that goes with a picture.
    package init(_ outcome: Outcome, info: DocumentInfo, _ picture: Picture) {
        self.init(
            outcome,
            info: info,
            width: UInt32(clamping: picture.width),
            height: UInt32(clamping: picture.height)
        )
    }
}
