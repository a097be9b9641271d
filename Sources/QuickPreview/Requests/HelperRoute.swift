import PreviewModel

/// Decides which helper a request goes to next: a pure value, without processes or clocks.
///
/// ``Exchange`` asks the helper of the current ``Step``, hands its ``Outcome`` in, and gets the next step:
///
/// ```swift
/// var route = HelperRoute(request, startingWith: .pdf)
/// var step = route.start
/// while case .ask(let family) = step {
///     step = route.next(after: ask(family))
/// }
/// ```
struct HelperRoute {
    /// The next step.
    enum Step {
        /// Ask the helper of this family.
        case ask(RendererFamily)
        /// The request is answered.
        case answer(HelperReply)
        /// The request has failed.
        case fail(PreviewError)
    }

    /// The outcome of asking a helper.
    enum Outcome {
        /// A child answered.
        case answered(HelperReply)
        /// The child ended without a valid answer, or the request was canceled.
        case failed(PreviewError)
        /// The helper itself died.
        case helperDied
        /// There is no such helper, or it does not start.
        case helperMissing(PreviewError)
        /// This helper crashed on the document too often, and was not asked.
        case crashedBefore
    }

    /// The first step.
    var start: Step { .ask(family) }

    private let operation: RequestMessage.Operation
    /// The helper of the current step.
    private var family: RendererFamily
    /// The helpers that have answered, or are missing.
    private var asked: Set<RendererFamily> = []
    /// The answer of a helper that could not read the document, after which a second one was asked.
    private var firstOpinion: HelperReply?
    /// The answer of a helper that named another family.
    private var referral: HelperReply?
    /// The helper in whose place another one was asked.
    private var missing: (family: RendererFamily, error: PreviewError)?
    /// The end of the helper after which the other one that reads such documents was asked.
    private var crash: PreviewError?
    private var helperDeaths = 0
    private var interruptions = 0

    /// A route that begins with a family, or with the smaller one that is asked before it, unless that has no helper here.
    init(
        _ request: RequestMessage,
        startingWith family: RendererFamily,
        without missing: Set<RendererFamily> = []
    ) {
        operation = request.operation
        self.family = family
        if Self.isForSheets(request), !missing.contains(.sheets) {
            self.family = .sheets
        } else if asksForPicture, !request.isDrawing {
            let drawsPage = operation == .thumbnail && request.medium == .screen
            self.family = family.first(
                forExtension: request.nameExtension,
                drawing: drawsPage && request.payloadSize == 0,
                without: missing
            )
        }
    }

    /// The family that a request is about where the caller names none.
    static func family(
        for operation: RequestMessage.Operation,
        nameExtension: String
    ) -> RendererFamily {
        switch operation {
        case .card, .listing, .makeTexts: return .text
        case .makePrintable, .makeRaster: return .pdf
        // Cached thumbnails are PNG files, and only photos carry thumbnails of themselves.
        case .cachedThumbnail, .embeddedThumbnail: return .images
        default:
            let guessed = RendererFamily(guessedFromExtension: nameExtension)
            // Any helper reads the comments of a PostScript file; only its own runs the program.
            let runs = operation == .thumbnail || operation == .makePages
            return guessed == .postscript && !runs ? .pdf : guessed
        }
    }

    /// Whether a request is put to the helper that only prints first: it is to print what is probably a PDF or a JPEG file.
    static func isForSheets(_ request: RequestMessage) -> Bool {
        let name = request.nameExtension
        let format = DocumentFormat(nameExtension: name)
        let isJPEG = format?.types.contains(FileType.jpeg.rawValue) == true
        return switch request.operation {
        case .makePrintable: name.isEmpty || format?.reader == .pdf
        case .prepareSheets: name.isEmpty || format?.reader == .pdf || isJPEG
        case .decode: name.isEmpty || isJPEG
        default: false
        }
    }

    /// Takes the outcome of the current step and returns the next one.
    mutating func next(after outcome: Outcome) -> Step {
        switch outcome {
        case .answered(let reply): next(after: reply)
        case .failed(let error): next(afterFailure: error)
        case .helperDied: nextAfterDeath()
        case .helperMissing(let error): next(withoutHelper: error)
        case .crashedBefore:
            nextEngine() ?? secondReader(after: .crashedBefore) ?? .fail(crash ?? .crashedBefore)
        }
    }

    private var asksForPicture: Bool { operation == .info || operation == .thumbnail }

    private mutating func ask(_ next: RendererFamily) -> Step {
        family = next
        return start
    }

    private mutating func next(after reply: HelperReply) -> Step {
        asked.insert(family)
        // The other helper reads no such documents, or not this one.
        if let crash, reply.answer.outcome == .otherFamily || reply.isUnreadable {
            return .fail(crash)
        }
        if let firstOpinion, reply.answer.outcome == .otherFamily, family.traits.onlyDraws {
            return .answer(firstOpinion)
        }
        if reply.answer.outcome == .otherFamily {
            // A document of no family may still carry a picture.
            let isForAny = family.traits.onlyPrints && operation.isForAnyType
            let right = isForAny ? .pdf : reply.type.family(for: operation) ?? .pdf
            if !asked.contains(right) {
                // A helper that only prints knows no facts.
                if !family.traits.onlyPrints { referral = reply }
                return ask(right)
            }
            if let facts = facts(in: reply) { return .answer(facts) }
            if let missing { return next(afterFailure: missing.error) }
        }
        // A second opinion, so that what can be shown has facts, and prints too.
        if firstOpinion == nil, reply.isUnreadable, operation.mayBeReadTwice,
            let second = reply.type.secondFamily(for: operation), !asked.contains(second)
        {
            firstOpinion = reply
            return ask(second)
        }
        return conclude(with: reply)
    }

    /// The end of the route, at a helper that reads the document, or the last that could.
    private mutating func conclude(with reply: HelperReply) -> Step {
        if let missing, missing.family == reply.type.family,
            operation == .thumbnail || operation == .makePages,
            reply.image == nil, !reply.bringsPicture
        {
            return next(afterFailure: missing.error)
        }
        // Of a document that neither helper can read, the first one's answer counts.
        if let firstOpinion, !reply.bringsPicture,
            reply.answer.info.problem != nil || reply.answer.outcome != .done
        {
            return .answer(firstOpinion)
        }
        return .answer(reply)
    }

    private mutating func next(afterFailure error: PreviewError) -> Step {
        // Something outside killed the child: the document is not at fault, and gets a second child.
        if error.code == .interrupted, interruptions == 0 {
            interruptions += 1
            return start
        }
        if let firstOpinion, operation == .info { return .answer(firstOpinion) }
        switch error.code {
        case .crashed, .forbiddenCall, .memoryLimit, .processorLimit:
            return nextEngine() ?? secondReader(after: error) ?? .fail(crash ?? error)
        default: return .fail(error)
        }
    }

    /// Asks the family that reads images with other libraries; `nil` where it cannot help.
    private mutating func secondReader(after error: PreviewError) -> Step? {
        guard error.endsReader, family == .images, operation.mayBeReadTwice,
            !asked.contains(.rareImages), firstOpinion == nil
        else { return nil }
        crash = error
        asked.insert(family)
        return ask(.rareImages)
    }

    /// Asks the family that reads the same documents with another library; `nil` where there is none.
    private mutating func nextEngine() -> Step? {
        guard family.traits.onlyDraws || family.traits.onlyPrints,
            let larger = family.traits.precedes
        else { return nil }
        asked.insert(family)
        return ask(larger)
    }

    private mutating func nextAfterDeath() -> Step {
        helperDeaths += 1
        guard helperDeaths < 2 else { return nextEngine() ?? .fail(.helperDiedTwice) }
        return start
    }

    private mutating func next(withoutHelper error: PreviewError) -> Step {
        if let firstOpinion { return .answer(firstOpinion) }
        if let facts = referral.flatMap(facts) { return .answer(facts) }
        if family.traits.onlyPrints, error.code == .unavailable, let step = nextEngine() {
            return step
        }
        guard asksForPicture, error.code == .unavailable, missing == nil,
            let substitute = family.traits.substitute
        else { return .fail(error) }
        missing = (family, error)
        asked.insert(family)
        return ask(substitute)
    }

    /// A referral as the answer to a request for facts: any helper can identify the type.
    private func facts(in reply: HelperReply) -> HelperReply? {
        guard operation == .info else { return nil }
        var reply = reply
        reply.answer.outcome = .done
        return reply
    }
}
