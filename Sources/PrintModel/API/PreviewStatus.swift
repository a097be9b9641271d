/// What the background service says of its previews.
public struct PreviewStatus: Codable, Sendable, Equatable {
    /// One of the helpers that read documents.
    public struct Helper: Codable, Sendable, Equatable {
        /// Whether it works.
        public enum State: String, Codable, Sendable {
            /// Nothing has needed it yet.
            case notStarted = "not-started"
            /// It runs, and its documents are confined.
            case ready
            /// It cannot be had, for want of a wall or of a library; nothing of its family is opened.
            case off
        }

        /// Whether it works.
        public var state: State
        /// The walls around each document while it is read; where it is ready.
        public var confinement: String?
        /// Why it is off, as a sentence for people.
        public var reason: String?

        /// Makes a state of a helper.
        public init(state: State, confinement: String? = nil, reason: String? = nil) {
            self.state = state
            self.confinement = confinement
            self.reason = reason
        }
    }

    /// The helper for PDF.
    public var documents: Helper
    /// The helper for pixel images.
    public var images: Helper
    /// The helper for texts, listings, fonts and cards.
    public var texts: Helper
    /// The helper for pixel images of rarer formats.
    public var codecs: Helper
    /// The helper for videos.
    public var videos: Helper
    /// The helper for PostScript.
    public var postScript: Helper
    /// How many requests ended in which way since the service began: "shown", "refused", "time-limit",
    /// "processor-limit", "memory-limit", "pixel-limit", "crashed", "forbidden-call", "crashed-before",
    /// "canceled", "unavailable".
    public var ends: [String: Int]
    /// How often a helper died, and was started again.
    public var helperDeaths: Int

    /// Makes a status.
    public init(
        documents: Helper,
        images: Helper,
        texts: Helper,
        codecs: Helper,
        videos: Helper,
        postScript: Helper,
        ends: [String: Int],
        helperDeaths: Int
    ) {
        self.documents = documents
        self.images = images
        self.texts = texts
        self.codecs = codecs
        self.videos = videos
        self.postScript = postScript
        self.ends = ends
        self.helperDeaths = helperDeaths
    }
}
