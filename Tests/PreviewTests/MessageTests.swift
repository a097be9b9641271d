import PreviewModel
import QuickPreview
import Testing

struct `Messages between pool and zygote` {
    private static let info: DocumentInfo = {
        var info = DocumentInfo(type: .pdf)
        info.title = "Jahresbericht – 2026"
        info.pages = 3
        info.pageSizes = [PageSize(width: 595.3, height: 841.9), PageSize(width: 1, height: 2)]
        info.width = 595.3
        info.height = 841.9
        info.problem = .damaged(why: "A reason.")
        info.typeReport = TypeReport(rule: .containerNamed)
        info.typeReport?.isMisnamed = true
        info.typeReport?.name = "image/png"
        info.typeReport?.sign = "mimetype"
        info.typeReport?.microseconds = 700
        return info
    }()

    @Test func `a request survives the way`() {
        var request = RequestMessage(.thumbnail, name: "report.pdf")
        request.page = 7
        request.pixels = 512
        request.medium = .paper
        request.memoryMebibytes = 300
        let bytes = request.encoded()
        #expect(bytes.count == RequestMessage.size)
        #expect(RequestMessage(decoding: bytes) == request)
        #expect(RequestMessage(decoding: Array(bytes.dropLast())) == nil)
    }

    @Test(arguments: [
        StatusMessage.ready(
            .init(
                family: .images,
                confinement: ConfinementLevel(
                    landlock: 3,
                    refusesWritableCode: true,
                    memoryMebibytes: 700
                ),
                edition: 0xFEDC_BA98_7654_3210,
                microseconds: 41_000
            )
        ),
        .unable(.renderer), .unable(.filter), .started, .notStarted(errno: 11),
        .ended(.init(signal: 9, code: 0, milliseconds: 3, mebibytes: 20)),
        .ended(
            .init(signal: 31, code: 0, milliseconds: 3, mebibytes: 20, call: 41, outOfMemory: true)
        ),
    ])
    func `a status survives the way`(status: StatusMessage) {
        #expect(StatusMessage(decoding: status.encoded()) == status)
    }

    @Test func `an answer survives the way`() {
        let answer = AnswerMessage(.done, info: Self.info, width: 4, height: 5)
        #expect(AnswerMessage(decoding: answer.encoded()) == answer)
    }

    @Test func `an answer that ends early is none`() {
        let bytes = AnswerMessage(.done, info: Self.info).encoded()
        for length in 0..<bytes.count {
            #expect(AnswerMessage(decoding: Array(bytes.prefix(length))) == nil)
        }
        #expect(AnswerMessage(decoding: bytes + [0]) == nil)
    }

    @Test func `no change of a byte makes decoding fail otherwise than by refusing`() {
        let bytes = AnswerMessage(.done, info: Self.info).encoded()
        for index in bytes.indices {
            for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = byte
                guard let answer = AnswerMessage(decoding: changed) else { continue }
                #expect(answer.info.title?.contains("\n") != true)
                #expect(answer.info.width?.isFinite != false)
            }
        }
    }

    @Test func `texts of a document become single lines`() {
        var info = Self.info
        info.title = " a\u{1B}[31mb\nc\u{202E}d\u{7F} "
        let answer = AnswerMessage(decoding: AnswerMessage(.done, info: info).encoded())
        #expect(answer?.info.title == "a [31mb c d")
    }

    @Test func `a long title is cut between characters`() {
        var info = Self.info
        info.title = String(repeating: "é", count: 3000)
        let answer = AnswerMessage(decoding: AnswerMessage(.done, info: info).encoded())
        #expect(answer?.info.title == String(repeating: "é", count: 512))
    }

    @Test(arguments: [
        ("application/pdf", "PDF document"), ("image/jpeg", "JPEG image"),
        ("text/plain", "plain text document"), ("image/x-unheard-of", "image"),
        ("application/x-unheard-of", "document"),
    ])
    func `kinds are in words`(type: String, kind: String) {
        #expect(DocumentInfo(type: FileType(rawValue: type)).kind == kind)
    }
}
