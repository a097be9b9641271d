import PreviewModel

/// How an answer about a document came about: what was tried, in order, and how long it took.
public struct Explanation: Sendable {
    /// One thing that was tried.
    public struct Step: Sendable, Equatable {
        /// What was tried, under a name that never changes.
        public enum Name: String, Sendable {
            /// Starting the helper, or finding it already running.
            case helper
            /// Asking for the facts; it includes `type`.
            case facts
            /// Telling the type, in the child.
            case type
            /// Drawing the first page, 256 pixels large.
            case picture
        }

        /// What was tried.
        public var name: Name
        /// The helper or library that did it, such as "poppler"; `nil` where it was none.
        public var provider: String?
        /// How it ended: "done", or the code of a ``PreviewError``.
        public var outcome: String
        /// How long it took.
        public var duration: Duration
    }

    /// The facts, or `nil` where there is no answer at all.
    public var info: DocumentInfo?
    /// The library that draws documents of this type, or `nil` where none does.
    public var provider: String?
    /// What was tried, in order.
    public var steps: [Step] = []
    /// What kept the child that read the document from doing harm, under names that never change.
    public var confinement: [String] = []
    /// Why there is no answer.
    public var failure: PreviewError?

    /// An explanation of nothing yet.
    public init() {}

    /// The library behind a helper, by the name that people know.
    public static func provider(of family: RendererFamily) -> String {
        switch family {
        case .documents: "poppler"
        case .images: "libvips"
        case .text: "pango"
        case .codecs: "libvips and ImageMagick"
        case .video: "libffmpegthumbnailer"
        case .plain: "libjpeg and libpng"
        case .postscript: "Ghostscript"
        }
    }
}

extension Previewer {
    /// Asks about a document as ``info(of:name:)`` and ``thumbnail(of:name:page:size:scale:medium:password:)`` do,
    /// and tells how that went.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's and keeps its position.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never
    ///     opened.
    /// - Returns: The explanation; what failed is a part of it.
    public func explain(_ descriptor: Int32, name: String) async -> Explanation {
        var explanation = Explanation()
        let clock = ContinuousClock()
        let nameExtension = RequestMessage.nameExtension(of: Self.lastPart(of: name))
        let guessed = RendererFamily(guessedFromExtension: nameExtension)
            .first(forExtension: nameExtension)
        var begin = clock.now
        func note(_ step: Explanation.Step.Name, _ provider: String?, _ error: PreviewError?) {
            explanation.steps.append(
                Explanation.Step(
                    name: step,
                    provider: provider,
                    outcome: error?.code.rawValue ?? "done",
                    duration: begin.duration(to: clock.now)
                )
            )
            if let error, explanation.failure == nil { explanation.failure = error }
        }
        do throws(PreviewError) {
            explanation.confinement = try await confinement(of: guessed).names
            note(.helper, guessed.name, nil)
            begin = clock.now
            let told = try await perform(.info, of: descriptor, name: name)
            let info = told.answer.info
            explanation.info = info
            let family = FileType(rawValue: info.type).family
            explanation.provider =
                info.carriesPicture
                ? Explanation.provider(of: .images) : family.map(Explanation.provider)
            note(.facts, told.family.name, nil)
            if let report = info.typeReport {
                explanation.steps.append(
                    Explanation.Step(
                        name: .type,
                        provider: nil,
                        outcome: "done",
                        duration: .microseconds(Int64(report.microseconds))
                    )
                )
            }
            guard explanation.provider != nil else { return explanation }
        } catch {
            note(explanation.steps.isEmpty ? .helper : .facts, guessed.name, error)
            return explanation
        }
        begin = clock.now
        do throws(PreviewError) {
            let drawn = try await perform(.thumbnail, of: descriptor, name: name) { request in
                request.pixels = 256
            }
            explanation.provider = Explanation.provider(of: drawn.family)
            note(.picture, explanation.provider, nil)
        } catch {
            note(.picture, explanation.provider, error)
        }
        return explanation
    }
}

extension RendererFamily {
    /// The name of the helper, as it is given to its program.
    package var name: String {
        switch self {
        case .documents: "documents"
        case .text: "text"
        case .codecs: "codecs"
        case .video: "video"
        case .plain: "plain"
        case .postscript: "postscript"
        case .images: "images"
        }
    }
}
