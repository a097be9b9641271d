import Foundation
import Testing

@testable import PreviewModel
@testable import QuickPreview

struct `Words of errors` {
    private static func isChinese(_ text: String) -> Bool {
        let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
        return letters.contains { (0x4E00...0x9FFF).contains($0.value) }
    }

    private static let answers: [AnswerMessage] = {
        var damaged = DocumentInfo(type: .pdf)
        damaged.problem = .damaged(why: "It has no pages.")
        var locked = DocumentInfo(type: .pdf)
        locked.problem = .encrypted
        var large = DocumentInfo(type: .jpeg)
        large.problem = .tooLarge(why: "The image has 600 megapixels; the limit is 128.")
        var paged = DocumentInfo(type: .pdf)
        paged.pages = 3
        let plain = DocumentInfo(type: .unknown)
        return [
            AnswerMessage(.noPreview, info: plain), AnswerMessage(.problem, info: damaged),
            AnswerMessage(.problem, info: locked), AnswerMessage(.problem, info: large),
            AnswerMessage(.pageOutOfRange, info: paged),
            AnswerMessage(.pageOutOfRange, info: plain),
            AnswerMessage(.memoryLimit, info: plain), AnswerMessage(.outputFailed, info: plain),
        ]
    }()

    @Test func `are there in both languages`() throws {
        var errors: [PreviewError] = [
            .time, .processor, .noPicture, .crashedBefore, .memory, .systemLimit, .wrongPassword,
            .canceled,
        ]
        for operation in [RequestMessage.Operation.thumbnail, .prepareSheets, .unlock] {
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

    @Test func `tell a wrong password from none`() {
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

    /// The sentences of the helpers, as they stand in their sources.
    private static func sentences() throws -> Set<String> {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources").standardized
        var found: Set<String> = []
        for folder in ["PreviewRendering", "PreviewHelper"] {
            let files = FileManager.default.enumerator(
                at: root.appendingPathComponent(folder),
                includingPropertiesForKeys: nil
            )
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift" else { continue }
                let text = try String(contentsOf: file, encoding: .utf8)
                for mark in ["why:", "damaged:"] {
                    for piece in text.components(separatedBy: mark).dropFirst() {
                        let rest = piece.drop { $0.isWhitespace }
                        guard rest.first == "\"" else { continue }
                        let line = rest.dropFirst().prefix { $0 != "\n" }
                        guard let end = line.range(of: ".\"") else { continue }
                        found.insert(String(line[..<end.lowerBound]) + ".")
                    }
                }
            }
        }
        return found
    }

    @Test func `of helpers all have Chinese ones`() throws {
        let sentences = try Self.sentences()
        #expect(sentences.count > 20)
        for sentence in sentences {
            // What is filled in is some word.
            let pieces = sentence.components(separatedBy: "\\(")
            let filled = pieces[0] + pieces.dropFirst().map(Self.filled).joined()
            let chinese = ReasonWords.chinese(filled)
            #expect(chinese.map(Self.isChinese) == true, "no Chinese words for: \(sentence)")
        }
    }

    /// A piece of a sentence whose beginning is Swift that is filled in, up to its bracket.
    private static func filled(_ piece: String) -> String {
        var depth = 1
        let rest = piece.drop { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth > 0
        }
        return "word" + rest.dropFirst()
    }

    @Test func `of helpers take over what stands in them`() {
        #expect(
            ReasonWords.chinese("The image has 600 megapixels; the limit is 128.")
                == "图像有 600 百万像素，上限为 128 百万像素。"
        )
        #expect(ReasonWords.chinese("Some library's words.") == nil)
        let unknown = DocumentProblem.damaged(why: "Some library's words.")
        #expect(unknown.message(in: .simplifiedChinese) == "文件已损坏。")
        #expect(unknown.message(in: .english) == "The file is damaged. Some library's words.")
    }
}
