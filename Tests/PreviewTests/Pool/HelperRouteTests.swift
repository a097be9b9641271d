import Testing

@testable import QuickPreview

/// Which helper is asked next, decided without processes.
@Suite struct `The route of a request` {
    @Test(arguments: FirstHelper.all)
    func `begins with the helper that the name suggests`(row: FirstHelper) {
        let request = RequestMessage(row.operation, name: row.name)
        let family = HelperRoute.family(
            for: row.operation,
            nameExtension: request.nameExtension
        )
        let walk = Walk(HelperRoute(request, startingWith: family, without: [.pdfium]))
        #expect(walk.step == .ask(row.family))
    }

    // PDFium, where it is installed.

    @Test(arguments: PDFiumRequest.all)
    func `begins with PDFium for a page on the screen alone`(row: PDFiumRequest) {
        let walk = Walk(HelperRoute(row.request, startingWith: .pdf))
        #expect(walk.step == .ask(row.isForPDFium ? .pdfium : .pdf))
        #expect(
            Walk(HelperRoute(row.request, startingWith: .pdf, without: [.pdfium])).step
                == .ask(.pdf)
        )
    }

    @Test(arguments: [
        PreviewError.Code.crashed, .forbiddenCall, .memoryLimit, .processorLimit,
    ])
    func `goes on to poppler where PDFium fails`(code: PreviewError.Code) {
        var walk = Walk.ofPage
        #expect(walk.next(.failed(PreviewError(code, "", chinese: ""))) == .ask(.pdf))
        #expect(walk.answer(.pdf) == .answer(.pdf, .done))
    }

    @Test func `goes on to poppler where PDFium cannot draw the page, or is missing`() {
        var walk = Walk.ofPage
        #expect(walk.answer(.pdf, .otherFamily) == .ask(.pdf))
        #expect(walk.answer(.pdf, .problem, isDamaged: true) == .answer(.pdf, .problem))
        walk = .ofPage
        #expect(walk.next(.crashedBefore) == .ask(.pdf))
        #expect(walk.next(.crashedBefore) == .fail(.crashedBefore))
        walk = .ofPage
        #expect(walk.next(.helperMissing(Self.missing)) == .ask(.pdf))
        #expect(walk.answer(.pdf) == .answer(.pdf, .done))
        walk = .ofPage
        #expect(walk.next(.helperDied) == .ask(.pdfium))
        #expect(walk.next(.helperDied) == .ask(.pdf))
    }

    @Test(arguments: [PreviewError.Code.timeLimit, .canceled])
    func `ends when the time is up, or the request is canceled`(code: PreviewError.Code) {
        var walk = Walk.ofPage
        #expect(walk.next(.failed(PreviewError(code, "", chinese: ""))) == .fail(code))
    }

    @Test func `continues from PDFium with the family that the contents name`() {
        var walk = Walk.ofPage
        #expect(walk.answer(.png, .otherFamily) == .ask(.images))
        #expect(walk.answer(.png) == .answer(.images, .done))
    }

    @Test(arguments: [RequestMessage.Operation.info, .thumbnail])
    func `ends at a helper that reads the document`(operation: RequestMessage.Operation) {
        var walk = Walk(operation, "a.pdf")
        #expect(walk.answer(.pdf) == .answer(.pdf, .done))
    }

    @Test func `continues with the family that the contents name`() {
        var walk = Walk(.thumbnail, "a.pdf")
        #expect(walk.answer(.postScript, .otherFamily) == .ask(.postscript))
        #expect(walk.answer(.postScript) == .answer(.postscript, .done))
    }

    @Test func `continues from the plain helper to the image helper`() {
        var walk = Walk(.info, "a.png")
        #expect(walk.step == .ask(.plain))
        #expect(walk.answer(.png, .otherFamily) == .ask(.images))
        #expect(walk.answer(.png) == .answer(.images, .done))
    }

    @Test func `asks the helper for PDF where no family reads the type`() {
        var walk = Walk(.thumbnail, "a.txt")
        #expect(walk.answer(.unknown, .otherFamily) == .ask(.pdf))
        #expect(walk.answer(.unknown, .noPreview) == .answer(.pdf, .noPreview))
    }

    @Test func `answers with the type if a helper names a family that was already asked`() {
        var walk = Walk(.info, "a.pdf")
        #expect(walk.answer(.png, .otherFamily) == .ask(.images))
        #expect(walk.answer(.pdf, .otherFamily) == .answer(.images, .done))
    }

    @Test func `passes on a picture that no family can draw`() {
        var walk = Walk(.thumbnail, "a.pdf")
        #expect(walk.answer(.png, .otherFamily) == .ask(.images))
        #expect(walk.answer(.pdf, .otherFamily) == .answer(.images, .otherFamily))
    }

    @Test func `does not ask the plain helper for a drawing`() {
        var request = RequestMessage(.thumbnail, name: "")
        request.isDrawing = true
        let walk = Walk(HelperRoute(request, startingWith: .text))
        #expect(walk.step == .ask(.text))
    }

    // A second opinion on a document that the first helper cannot read.

    @Test(arguments: [RequestMessage.Operation.info, .thumbnail, .prepareSheets])
    func `asks a second helper where the first one cannot read the document`(
        operation: RequestMessage.Operation
    ) {
        var walk = Walk(operation, "a.tif")
        #expect(walk.answer(.tiff, .problem, isDamaged: true) == .ask(.rareImages))
        #expect(walk.answer(.tiff) == .answer(.rareImages, .done))
    }

    @Test func `keeps the first answer if the second helper cannot read the document either`() {
        var walk = Walk(.thumbnail, "a.tif")
        #expect(walk.answer(.tiff, .problem, isDamaged: true) == .ask(.rareImages))
        #expect(walk.answer(.tiff, .memoryLimit) == .answer(.images, .problem))
    }

    @Test func `keeps the first answer if the second helper is missing`() {
        var walk = Walk(.thumbnail, "a.tif")
        #expect(walk.answer(.tiff, .problem, isDamaged: true) == .ask(.rareImages))
        #expect(walk.next(.helperMissing(Self.missing)) == .answer(.images, .problem))
    }

    @Test(arguments: [
        (RequestMessage.Operation.info, Seen.answer(.images, .done)),
        (.thumbnail, .fail(.crashed)),
    ])
    func `keeps the facts if the second helper crashes`(
        operation: RequestMessage.Operation,
        end: Seen
    ) {
        var walk = Walk(operation, "a.tif")
        _ = walk.answer(.tiff, operation == .info ? .done : .problem, isDamaged: true)
        #expect(walk.next(.failed(Self.crash)) == end)
    }

    @Test func `takes the picture that the second helper finds inside`() {
        var walk = Walk(.thumbnail, "a.eps")
        #expect(walk.answer(.eps, .problem, isDamaged: true) == .ask(.images))
        #expect(walk.answer(.eps, .embedded) == .answer(.images, .embedded))
    }

    @Test func `asks only one helper to write a document`() {
        var walk = Walk(
            HelperRoute(RequestMessage(.makePrintable, name: "a.eps"), startingWith: .pdf)
        )
        #expect(walk.answer(.tiff, .problem, isDamaged: true) == .answer(.pdf, .problem))
    }

    @Test(arguments: [RequestMessage.Operation.makePrintable, .prepareSheets])
    func `goes on to poppler where libqpdf alone does not do`(
        _ operation: RequestMessage.Operation
    ) {
        var walk = Walk(operation, "a.pdf")
        #expect(walk.answer(.pdf, .otherFamily) == .ask(.pdf))
        #expect(walk.answer(.pdf, .problem, isDamaged: true) == .answer(.pdf, .problem))
        walk = Walk(operation, "a.pdf")
        #expect(walk.next(.helperMissing(Self.missing)) == .ask(.pdf))
        walk = Walk(operation, "a.pdf")
        #expect(walk.next(.failed(PreviewError(.crashed, "", chinese: ""))) == .ask(.pdf))
        walk = Walk(operation, "a.pdf")
        #expect(walk.next(.failed(PreviewError(.timeLimit, "", chinese: ""))) == .fail(.timeLimit))
        walk = Walk(operation, "a.pdf")
        #expect(walk.answer(.pdf, .done) == .answer(.sheets, .done))
        // One that does not start is not asked again.
        let request = RequestMessage(operation, name: "a.pdf")
        #expect(
            Walk(HelperRoute(request, startingWith: .pdf, without: [.sheets])).step == .ask(.pdf)
        )
    }

    @Test(arguments: [RequestMessage.Operation.decode, .prepareSheets])
    func `goes on to libvips where libjpeg alone does not do`(
        _ operation: RequestMessage.Operation
    ) {
        var walk = Walk(operation, "a.jpg")
        #expect(walk.answer(.jpeg, .done) == .answer(.sheets, .done))
        walk = Walk(operation, "a.jpg")
        #expect(walk.answer(.jpeg, .otherFamily) == .ask(.images))
        // The helper with poppler says which family reads it.
        walk = Walk(operation, "a.jpg")
        #expect(walk.next(.failed(PreviewError(.crashed, "", chinese: ""))) == .ask(.pdf))
        #expect(walk.answer(.jpeg, .otherFamily) == .ask(.images))
        let request = RequestMessage(operation, name: "a.jpg")
        let route = HelperRoute(request, startingWith: .images, without: [.sheets])
        #expect(Walk(route).step == .ask(.images))
    }

    @Test func `has what libqpdf alone cannot do done by poppler, whatever it is`() {
        var walk = Walk(.makePrintable, "a")
        #expect(walk.answer("application/gzip", .otherFamily) == .ask(.pdf))
        // The count of the pages of a finished PDF: no helper knows it.
        walk = Walk(HelperRoute(RequestMessage(.info, name: ".pdf"), startingWith: .sheets))
        #expect(walk.answer(.pdf, .otherFamily) == .ask(.pdf))
        #expect(walk.next(.helperMissing(Self.missing)) == .fail(.unavailable))
    }

    // A helper that is not installed.

    @Test(arguments: RendererFamily.allCases.filter { $0 != .pdf })
    func `asks the substitute of a missing helper`(family: RendererFamily) throws {
        let substitute = try #require(family.traits.substitute)
        var request = RequestMessage(.info, name: "a.none")
        request.name = "a.none"
        var walk = Walk(HelperRoute(request, startingWith: family))
        #expect(walk.next(.helperMissing(Self.missing)) == .ask(substitute))
    }

    @Test func `fails where the helper for PDF is missing`() {
        var walk = Walk(.info, "a.pdf")
        #expect(walk.next(.helperMissing(Self.missing)) == .fail(.unavailable))
    }

    @Test func `fails where the substitute is missing, too`() {
        var walk = Walk(.info, "a.tif")
        #expect(walk.next(.helperMissing(Self.missing)) == .ask(.pdf))
        #expect(walk.next(.helperMissing(Self.missing)) == .fail(.unavailable))
    }

    @Test func `asks no substitute where the sandbox is incomplete`() {
        var walk = Walk(.info, "a.tif")
        let error = PreviewError(.unconfined, "No Landlock.")
        #expect(walk.next(.helperMissing(error)) == .fail(.unconfined))
    }

    @Test(arguments: [RequestMessage.Operation.prepareSheets, .unlock])
    func `asks no substitute to write`(operation: RequestMessage.Operation) {
        let request = RequestMessage(operation, name: "a.png")
        var walk = Walk(HelperRoute(request, startingWith: .images))
        #expect(walk.next(.helperMissing(Self.missing)) == .fail(.unavailable))
    }

    @Test func `reports the missing helper where its substitute names it`() {
        var walk = Walk(.thumbnail, "a.mp4")
        #expect(walk.next(.helperMissing(Self.missing)) == .ask(.pdf))
        #expect(walk.answer("video/mp4", .otherFamily) == .fail(.unavailable))
    }

    @Test func `identifies a type without the helper that would draw it`() {
        var walk = Walk(.info, "a.mp4")
        #expect(walk.next(.helperMissing(Self.missing)) == .ask(.pdf))
        #expect(walk.answer("video/mp4", .otherFamily) == .answer(.pdf, .done))
    }

    @Test func `answers with the type where the helper that it belongs to is missing`() {
        var walk = Walk(.info, "a.pdf")
        #expect(walk.answer("video/mp4", .otherFamily) == .ask(.video))
        #expect(walk.next(.helperMissing(Self.missing)) == .answer(.pdf, .done))
    }

    @Test func `asks the substitute where a picture's own helper is missing`() {
        var walk = Walk(.thumbnail, "a.pdf")
        #expect(walk.answer(.postScript, .otherFamily) == .ask(.postscript))
        #expect(walk.next(.helperMissing(Self.missing)) == .ask(.images))
        #expect(walk.answer(.postScript, .embedded) == .answer(.images, .embedded))
    }

    @Test func `reports the missing helper where its substitute finds no picture`() {
        var walk = Walk(.thumbnail, "a.ps")
        #expect(walk.next(.helperMissing(Self.missing)) == .ask(.images))
        #expect(walk.answer(.postScript, .noPreview) == .fail(.unavailable))
    }

    // Children and helpers that die.

    @Test func `gives a document a second child where something outside killed the first`() {
        var walk = Walk(.info, "a.pdf")
        #expect(walk.next(.failed(.interrupted)) == .ask(.pdf))
        #expect(walk.next(.failed(.interrupted)) == .fail(.interrupted))
    }

    @Test(arguments: [PreviewError.time, .memory, .canceled, .systemLimit])
    func `ends where a child fails`(error: PreviewError) {
        var walk = Walk(.info, "a.pdf")
        #expect(walk.next(.failed(error)) == .fail(error.code))
    }

    @Test func `restarts a helper that died, once`() {
        var walk = Walk(.info, "a.pdf")
        #expect(walk.next(.helperDied) == .ask(.pdf))
        #expect(walk.next(.helperDied) == .fail(.unavailable))
    }

    @Test func `ends at a document that crashed the helper before`() {
        var walk = Walk(.info, "a.tif")
        #expect(walk.answer(.tiff, .done, isDamaged: true) == .ask(.rareImages))
        #expect(walk.next(.crashedBefore) == .fail(.crashedBefore))
    }

    @Test(arguments: [RequestMessage.Operation.info, .thumbnail, .makePages])
    func `goes on to the other reader of images where the first one crashes`(
        operation: RequestMessage.Operation
    ) {
        var walk = Walk(operation, "a.tif")
        #expect(walk.next(.failed(Self.crash)) == .ask(.rareImages))
        #expect(walk.answer(.tiff, .done) == .answer(.rareImages, .done))
        for again in [HelperRoute.Outcome.failed(Self.crash), .crashedBefore] {
            walk = Walk(operation, "a.tif")
            _ = walk.next(.crashedBefore)
            #expect(walk.next(again) == .fail(.crashedBefore))
        }
        // One that cannot read it says nothing about the document.
        walk = Walk(operation, "a.tif")
        _ = walk.next(.failed(Self.crash))
        #expect(walk.answer(.tiff, .problem, isDamaged: true) == .fail(.crashed))
    }

    private static let missing = PreviewError(.unavailable, "A package is missing.")
    private static let crash = PreviewError(.crashed, "It crashed.")
}

/// What a step says, without the pictures and facts of its reply.
enum Seen: Equatable, Sendable {
    case ask(RendererFamily)
    case answer(RendererFamily, AnswerMessage.Outcome)
    case fail(PreviewError.Code)
}

/// A route, walked step by step.
private struct Walk {
    private var route: HelperRoute
    private(set) var step: Seen
    private(set) var reply: HelperReply?
    private var asked: RendererFamily?

    init(_ route: HelperRoute) {
        self.route = route
        self.step = .fail(.canceled)
        take(route.start)
    }

    /// The route of a page on the screen, where PDFium is installed.
    static var ofPage: Walk {
        Walk(HelperRoute(RequestMessage(.thumbnail, name: "a.pdf"), startingWith: .pdf))
    }

    init(_ operation: RequestMessage.Operation, _ name: String) {
        let request = RequestMessage(operation, name: name)
        let family = HelperRoute.family(
            for: operation,
            nameExtension: request.nameExtension
        )
        self.init(HelperRoute(request, startingWith: family, without: [.pdfium]))
    }

    mutating func next(_ outcome: HelperRoute.Outcome) -> Seen {
        take(route.next(after: outcome))
        return step
    }

    /// Has the helper of the current step answer about a document of a type.
    mutating func answer(
        _ type: FileType,
        _ outcome: AnswerMessage.Outcome = .done,
        isDamaged: Bool = false
    ) -> Seen {
        guard let asked else { return step }
        var info = DocumentInfo(type: type)
        if isDamaged { info.problem = .damaged(why: .init(.cannotBeRead)) }
        let answer = AnswerMessage(outcome, info: info)
        return next(.answered(HelperReply(answer: answer, image: nil, family: asked)))
    }

    mutating func answer(_ type: String, _ outcome: AnswerMessage.Outcome) -> Seen {
        answer(FileType(rawValue: type), outcome)
    }

    private mutating func take(_ next: HelperRoute.Step) {
        switch next {
        case .ask(let family):
            asked = family
            step = .ask(family)
        case .answer(let reply):
            self.reply = reply
            step = .answer(reply.family, reply.answer.outcome)
        case .fail(let error): step = .fail(error.code)
        }
    }
}
