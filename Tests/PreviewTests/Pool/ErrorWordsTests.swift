import Foundation
import Testing

@testable import PreviewModel
@testable import QuickPreview

struct `Error messages` {
    private static func isChinese(_ text: String) -> Bool {
        let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
        return letters.contains { (0x4E00...0x9FFF).contains($0.value) }
    }

    private static let answers: [AnswerMessage] = {
        var damaged = DocumentInfo(type: .pdf)
        damaged.problem = .damaged(why: .init(.noPages))
        var locked = DocumentInfo(type: .pdf)
        locked.problem = .encrypted
        var large = DocumentInfo(type: .jpeg)
        large.problem = .tooLarge(why: .init(.tooManyPixels, "600", "128"))
        var paged = DocumentInfo(type: .pdf)
        paged.pages = 3
        let plain = DocumentInfo(type: .unknown)
        return [
            AnswerMessage(.noPreview, info: plain), AnswerMessage(.problem, info: damaged),
            AnswerMessage(.problem, info: locked), AnswerMessage(.problem, info: large),
            AnswerMessage(.pageOutOfRange, info: paged),
            AnswerMessage(.pageOutOfRange, info: plain),
            AnswerMessage(.memoryLimit, info: plain), AnswerMessage(.outputFailed, info: plain),
            AnswerMessage(.outputTooLarge, info: plain),
        ]
    }()

    @Test func `exist in both languages`() throws {
        var errors: [PreviewError] = [
            .time, .processor, .noPicture, .crashedBefore, .memory, .systemLimit, .wrongPassword,
            .canceled,
        ]
        let operations: [RequestMessage.Operation] = [
            .thumbnail, .prepareSheets, .unlock, .makeRaster, .makePages,
        ]
        for operation in operations {
            errors += Self.answers.compactMap {
                PreviewError(answer: $0, request: RequestMessage(operation))
            }
            for signal in [0, SIGXCPU, SIGKILL, SIGSYS, SIGXFSZ, SIGSEGV] {
                let ended = StatusMessage.Ended(
                    signal: signal,
                    code: 1,
                    milliseconds: 0,
                    mebibytes: 0
                )
                errors.append(PreviewError(ended: ended, request: RequestMessage(operation)))
            }
        }
        for number in Int32(1)...7 {
            let refusal = try #require(StatusMessage.Refusal(rawValue: number))
            errors += RendererFamily.allCases.map { PreviewError(refusal: refusal, by: $0) }
        }
        for error in errors {
            #expect(error.message.utf8.allSatisfy { $0 < 0x80 }, "\(error)")
            // A command to type ends a sentence, with no stop that would be typed as well.
            let hasCommand = error.message.contains(" run: ")
            #expect(error.message.hasSuffix(".") != hasCommand, "\(error)")
            let chinese = error.message(in: .simplifiedChinese)
            #expect(Self.isChinese(chinese), "\(chinese)")
            #expect(chinese.hasSuffix("。") != hasCommand, "\(chinese)")
            #expect(!chinese.contains(". ") && !chinese.contains("The "), "\(chinese)")
        }
    }

    @Test func `distinguish a wrong password from a missing one`() {
        var info = DocumentInfo(type: .pdf)
        info.problem = .encrypted
        let answer = AnswerMessage(.problem, info: info)
        var request = RequestMessage(.thumbnail)
        #expect(PreviewError(answer: answer, request: request)?.code == .encrypted)
        request.payloadSize = 3
        let wrong = PreviewError(answer: answer, request: request)
        #expect(wrong?.code == .wrongPassword && wrong?.message == "That password is wrong.")
        // Of other kinds of files no password is taken.
        info.type = "application/zip"
        let other = PreviewError(answer: AnswerMessage(.problem, info: info), request: request)
        #expect(other?.code == .encrypted)
    }

    @Test(arguments: DocumentReason.Code.allCases)
    func `of a reason are a sentence in each language`(code: DocumentReason.Code) {
        let (english, chinese) = code.words
        #expect(english.first?.isUppercase == true && english.hasSuffix("."))
        #expect(Self.isChinese(chinese) && chinese.hasSuffix("。"))
        for value in ["%1", "%2", "%3"] {
            #expect(english.contains(value) == chinese.contains(value), "\(value)")
        }
        #expect(!english.contains("%3"))
    }

    @Test func `of a reason are different for each code`() {
        let codes = DocumentReason.Code.allCases
        #expect(Set(codes.map(\.words.english)).count == codes.count)
        #expect(Set(codes.map(\.words.chinese)).count == codes.count)
    }

    @Test func `of a reason contain its values`() {
        let problem = DocumentProblem.tooLarge(why: .init(.tooManyPixels, "600", "128"))
        #expect(
            problem.message(in: .english) == "The image has 600 megapixels; the limit is 128."
        )
        #expect(problem.message(in: .simplifiedChinese) == "图像有 600 百万像素，上限为 128 百万像素。")
        let damaged = DocumentProblem.damaged(why: .init(.noPages))
        #expect(damaged.message(in: .english) == "The file is damaged. It has no pages.")
        #expect(damaged.message(in: .simplifiedChinese) == "文件已损坏。其中没有页面。")
    }
}
