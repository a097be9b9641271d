package import PreviewModel

/// What a helper draws, once its children stand behind their walls.
package protocol Renderer {
    /// The folders that its libraries read while they draw, such as those of fonts.
    var folders: [String] { get }

    /// Reads the fonts of the user, behind the walls of the zygote.
    func addUserFonts()

    /// Touches in a new child what drawing writes to: until then it shares that memory with the zygote, and
    /// each first write to a page of it costs a copy.
    ///
    /// Only where no thread is started by that: a thread would stay outside of the child's walls.
    func touch()

    /// Tells or draws what a request wants of a document that is of this helper's family, or of none.
    func work(
        _ request: RequestMessage,
        on type: FileType,
        _ info: DocumentInfo
    ) -> (AnswerMessage, Picture?)

    /// Draws what the request tells in a file of its own, or a picture that is at hand.
    func drawTold(_ request: RequestMessage) -> (AnswerMessage, Picture?)
}

/// Where the descriptors of a request lie in a child.
package enum Place {
    package static let document: Int32 = 3
    package static let answer: Int32 = 4
    /// What is written; for a picture the memory file for one that lies in the document.
    package static let output: Int32 = 5
    /// The layout or the password, where something is written.
    package static let payload: Int32 = 6
    /// The pixels, where nothing is written.
    package static let picture: Int32 = 6
    /// From here on no place is taken.
    package static let free: Int32 = 7
}

/// The most bytes that a child writes, where not pixels are wanted.
package enum SizeLimit {
    /// The largest picture that is taken out of a document.
    package static let embeddedPicture = 32 << 20
    /// The largest picture that a photo brings along in its EXIF data: one segment of a JPEG file.
    package static let quickPicture = 65_536
}
