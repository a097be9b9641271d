import CText
import Glibc

/// The colors of a program, line by line, by libt3highlight.
@safe final class CodeColours {
    /// The longest program that is colored, in bytes.
    static let sizeLimit = 2 << 20
    /// The longest line: reading one takes time that grows with its square.
    static let lineLimit = 2_000
    /// The processor time that all lines may take; those after that are plain.
    ///
    /// It does not pass while others have the processor: how a program looks does not depend on them.
    private static let timeLimit = Duration.seconds(4)

    private let code: OpaquePointer
    private var spans = [ctext_span](repeating: ctext_span(), count: lineLimit)
    private let deadline = processorTime() + timeLimit
    private var count = 0
    private var isOver = false

    /// The colors of a text; `nil` where its language is not known, it is too long, or the library is missing.
    init?(_ language: CodeLanguage?, for text: String) {
        guard let language, text.utf8.count <= Self.sizeLimit else { return nil }
        let code =
            switch language {
            case .file(let name): unsafe ctext_code_open(name, nil, 0)
            case .definition(let text): unsafe ctext_code_open(nil, text, text.utf8.count)
            }
        guard let code = unsafe code else { return nil }
        unsafe self.code = code
    }

    deinit { unsafe ctext_code_free(code) }

    /// The processor time of this thread.
    private static func processorTime() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The next line in its colors; plain where it is too long.
    func line(_ text: String) -> StyledText {
        var text = text
        guard !text.utf8.isEmpty, text.utf8.count <= Self.lineLimit, !isOver else {
            // The state of the reader stays as it is: what begins there is plain, too.
            return StyledText(text)
        }
        count += 1
        if count % 64 == 0, Self.processorTime() > deadline { isOver = true }
        let found = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                unsafe ctext_code_line(code, bytes.baseAddress, bytes.count, &spans, spans.count)
            }
        }
        let runs = spans[..<found].compactMap { span -> StyledText.Run? in
            guard let (colour, look) = Self.looks[span.style.rawValue] else { return nil }
            return StyledText.Run(
                range: Int(span.start)..<Int(span.end),
                look: look,
                colour: colour
            )
        }
        return StyledText(text, runs: runs)
    }

    /// Colors that are dark enough for paper; a printer without colors has bold keywords and italic comments.
    private static let looks: [UInt32: (UInt32, Look)] = [
        CTEXT_KEYWORD.rawValue: (0x12_3A8C, .bold), CTEXT_STRING.rawValue: (0x8A_1F1F, []),
        CTEXT_ESCAPE.rawValue: (0x8A_1F1F, .bold), CTEXT_COMMENT.rawValue: (0x4F_5B4F, .italic),
        CTEXT_NUMBER.rawValue: (0x5A_2A86, []), CTEXT_DIRECTIVE.rawValue: (0x6A_4300, []),
        CTEXT_VARIABLE.rawValue: (0x0B_5656, []), CTEXT_ADDITION.rawValue: (0x0B_5A1E, []),
        CTEXT_DELETION.rawValue: (0x8A_1414, .italic),
    ]
}
