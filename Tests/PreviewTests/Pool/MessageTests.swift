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
        info.problem = .damaged(why: .init(.programError, "undefined"))
        info.typeReport = TypeReport(rule: .containerNamed)
        info.typeReport?.isMisnamed = true
        info.typeReport?.name = "image/png"
        info.typeReport?.sign = "mimetype"
        info.typeReport?.microseconds = 700
        return info
    }()

    @Test func `a request survives encoding and decoding`() {
        var request = RequestMessage(.thumbnail, name: "report.pdf")
        request.page = 7
        request.pixels = 512
        request.medium = .paper
        request.memoryMebibytes = 300
        request.isDrawing = true
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
        .ended(
            .init(signal: 0, code: 1, milliseconds: 3, mebibytes: 20, stage: .sandbox, failure: 24)
        ),
    ])
    func `a status survives encoding and decoding`(status: StatusMessage) {
        #expect(StatusMessage(decoding: status.encoded()) == status)
    }

    @Test func `an answer survives encoding and decoding`() {
        let answer = AnswerMessage(.done, info: Self.info, width: 4, height: 5)
        #expect(AnswerMessage(decoding: answer.encoded()) == answer)
    }

    @Test func `a truncated answer is rejected`() {
        let bytes = AnswerMessage(.done, info: Self.info).encoded()
        for length in 0..<bytes.count {
            #expect(AnswerMessage(decoding: Array(bytes.prefix(length))) == nil)
        }
        #expect(AnswerMessage(decoding: bytes + [0]) == nil)
    }

    @Test func `any changed byte is decoded or rejected, and never crashes`() {
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

    /// An answer with other facts or another size, as a child that lies would send it.
    private func lie(
        _ width: UInt32 = 1,
        _ change: (inout DocumentInfo) -> Void = { _ in }
    ) -> AnswerMessage? {
        var info = Self.info
        change(&info)
        let bytes = AnswerMessage(.done, info: info, width: width, height: 1).encoded()
        return AnswerMessage(decoding: bytes)
    }

    @Test func `numbers from a child are bounded`() throws {
        #expect(lie()?.info == Self.info)
        #expect(lie(AnswerMessage.edgeLimit) != nil)
        #expect(lie(AnswerMessage.edgeLimit + 1) == nil)
        for edge in [.infinity, .nan, -1, 0, PageSize.edgeLimit * 2] {
            #expect(lie { $0.pageSizes = [PageSize(width: edge, height: 1)] } == nil, "\(edge)")
            #expect(lie { $0.pageSizes = [PageSize(width: 1, height: edge)] } == nil, "\(edge)")
        }
        for length in [-.infinity, .nan, -2, -0.5] {
            #expect(lie { $0.width = length } == nil, "\(length)")
            #expect(lie { $0.height = length } == nil, "\(length)")
        }
        #expect(lie { $0.pages = -2 } == nil)
        // An honest child counts no further than the limit.
        #expect(lie { $0.pages = .max }?.info.pages == DocumentInfo.pagesLimit)
        #expect(lie { $0.width = 1e300 }?.info.width == DocumentInfo.lengthLimit)
        // A liar writes the bytes itself: the page count follows the texts.
        let bytes = AnswerMessage(.done, info: Self.info).encoded()
        let title = try #require(Self.info.title)
        let place = 13 + 2 + "application/pdf".utf8.count + 1 + 2 + title.utf8.count
        #expect(bytes[place] == 3)
        for number in [100_001, Int64(Int32.max), .max, .min] {
            var changed = bytes
            for index in 0..<8 {
                changed[place + index] = UInt8(truncatingIfNeeded: number >> (8 * Int64(index)))
            }
            #expect(AnswerMessage(decoding: changed) == nil, "\(number)")
        }
    }

    @Test(arguments: [
        StatusMessage.ended(.init(signal: -1, code: 0, milliseconds: 3, mebibytes: 20)),
        .ended(.init(signal: 128, code: 0, milliseconds: 3, mebibytes: 20)),
        .ended(.init(signal: 0, code: 256, milliseconds: 3, mebibytes: 20)),
        .ended(.init(signal: 0, code: -1, milliseconds: 3, mebibytes: 20)),
        .ended(.init(signal: 31, code: 0, milliseconds: 3, mebibytes: 20, call: -2)),
    ])
    func `an impossible exit status is rejected`(status: StatusMessage) {
        #expect(StatusMessage(decoding: status.encoded()) == nil)
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
