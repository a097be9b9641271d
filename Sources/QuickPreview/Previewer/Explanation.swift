import PreviewModel

/// How a preview was made: the steps in order, and how long each took.
public struct Explanation: Sendable {
    /// One step.
    public struct Step: Sendable, Equatable {
        /// The kind of a step, by a name that never changes.
        public enum Name: String, Sendable {
            /// Starting the helper, or finding it already running.
            case helper
            /// Asking for the facts; it includes `type`.
            case facts
            /// Identifying the type, in the child.
            case type
            /// Drawing the first page, 256 pixels large.
            case picture
        }

        /// The kind of the step.
        public var name: Name
        /// The helper or library that did it, such as "poppler"; `nil` for none.
        public var provider: String?
        /// The outcome: "done", or the code of a ``PreviewError``.
        public var outcome: String
        /// The duration of the step.
        public var duration: Duration
    }

    /// The facts; `nil` where there is no answer.
    public var info: DocumentInfo?
    /// The library that draws documents of this type; `nil` for none.
    public var provider: String?
    /// The steps, in order.
    public var steps: [Step] = []
    /// The layers of the sandbox around the child that read the document, by names that never change.
    public var confinement: [String] = []
    /// The error, where there is no answer.
    public var failure: PreviewError?

    /// An empty explanation.
    public init() {}

    /// The libraries of a helper, by the names that people know.
    public static func provider(of family: RendererFamily) -> String {
        family.traits.libraries
    }
}

extension Previewer {
    /// Makes the same requests as ``info(of:name:)`` and ``thumbnail(of:name:page:size:scale:medium:password:)``, and
    /// records their steps.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's and keeps its position.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never
    ///     opened.
    /// - Returns: The explanation, with the error where a step failed.
    public func explain(_ descriptor: Int32, name: String) async -> Explanation {
        var explanation = Explanation()
        let clock = ContinuousClock()
        let nameExtension = RequestMessage.nameExtension(of: Self.lastPart(of: name))
        let guessed = RendererFamily(guessedFromExtension: nameExtension)
            .first(forExtension: nameExtension, drawing: false, without: [])
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
            note(.helper, guessed.traits.publishedName, nil)
            begin = clock.now
            let reply = try await perform(.info, of: descriptor, name: name)
            let info = reply.answer.info
            explanation.info = info
            let family = info.readAs.family
            explanation.provider =
                info.carriesPicture
                ? Explanation.provider(of: .images) : family.map(Explanation.provider)
            note(.facts, reply.family.traits.publishedName, nil)
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
            note(explanation.steps.isEmpty ? .helper : .facts, guessed.traits.publishedName, error)
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
