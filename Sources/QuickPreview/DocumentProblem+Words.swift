import PreviewModel

extension DocumentProblem {
    /// The problem, as one or two sentences for people in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The sentences; a detail that has no wording in the language is left out.
    public func message(in language: PreviewLanguage) -> String {
        guard language == .simplifiedChinese else { return message }
        switch self {
        case .empty: return "文件是空的。"
        case .damaged(let why): return "文件已损坏。" + (ReasonWords.chinese(why) ?? "")
        case .encrypted: return "此文档需要密码。"
        case .tooLarge(let why): return ReasonWords.chinese(why) ?? "文件超出处理上限。"
        }
    }
}

/// What helpers tell about documents, in other languages than their own.
///
/// A helper says one of a few sentences of ours, with numbers and names of errors in them. What stands in the
/// place of a `*` is taken over.
enum ReasonWords {
    /// A sentence of a helper in Simplified Chinese, or `nil` where it has no wording.
    static func chinese(_ sentence: String) -> String? {
        if let words = sentences[sentence] { return words }
        for (pattern, words) in sentences where pattern.contains("*") {
            guard let parts = match(sentence, pattern) else { continue }
            var words = words
            for part in parts {
                guard let star = words.firstIndex(of: "*") else { break }
                words.replaceSubrange(star...star, with: part)
            }
            return words
        }
        return nil
    }

    /// What stands in the place of each `*`.
    private static func match(_ sentence: String, _ pattern: String) -> [Substring]? {
        var rest = sentence[...]
        var parts: [Substring] = []
        let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
            guard index > 0 else {
                guard rest.hasPrefix(piece) else { return nil }
                rest = rest.dropFirst(piece.count)
                continue
            }
            guard let place = place(of: piece, in: rest, isLast: index == pieces.count - 1) else {
                return nil
            }
            parts.append(rest[..<place])
            rest = rest[place...].dropFirst(piece.count)
        }
        return rest.isEmpty ? parts : nil
    }

    private static func place(
        of piece: Substring,
        in text: Substring,
        isLast: Bool
    ) -> Substring.Index? {
        guard !isLast else {
            guard text.hasSuffix(piece) else { return nil }
            return text.index(text.endIndex, offsetBy: -piece.count)
        }
        return text.indices.first { text[$0...].hasPrefix(piece) }
    }

    /// Each sentence of the helpers.
    private static let sentences: [String: String] = [
        "It does not say how large it is.": "其中没有说明尺寸。",
        "It has no program.": "其中没有程序。",
        "It is larger than * MB when it is unpacked.": "解压后超过 * MB。",
        "It is not text in any encoding known here.": "它不是任何已知编码的文本。",
        "Its list of pages is broken, and it has too many to be repaired.": "其页面列表已损坏，页数过多，无法修复。",
        "None of its pages can be read.": "其中没有可读取的页面。",
        "One of its pages cannot be read.": "其中一页无法读取。",
        "A page has more than * megapixels.": "有一页超过 * 百万像素。",
        "The document has more than * pages.": "文档超过 * 页。",
        "The text is not UTF-8, and with more than * MB too large to be converted.":
            "文本不是 UTF-8，且超过 * MB，无法转换。",
        "A page of the image cannot be read.": "图像的某一页无法读取。",
        "A part of it cannot be read.": "其中一部分无法读取。",
        "A part of it is made to do harm.": "其中一部分是恶意构造的。",
        "It cannot be read as PDF.": "无法作为 PDF 读取。",
        "It cannot be read as RTF.": "无法作为 RTF 读取。",
        "It cannot be read as a font.": "无法作为字体读取。",
        "It cannot be read as a video.": "无法作为视频读取。",
        "It cannot be read.": "无法读取。",
        "It cannot be unpacked.": "无法解压。",
        "It is larger than 512 MB when it is unpacked.": "解压后超过 512 MB。",
        "Its annotations cannot be copied.": "其批注无法复制。",
        "Its annotations cannot be drawn.": "其批注无法绘制。",
        "The text is not UTF-8, and with more than 64 MB too large to be converted.":
            "该文本不是 UTF-8 编码，且超过 64 MB，无法转换。",
        "It cannot be written again.": "无法重新写出。",
        "It has no pages.": "其中没有页面。",
        "It has no slides.": "其中没有幻灯片。",
        "It is not text.": "它不是文本。",
        "Its XML cannot be read.": "其中的 XML 无法读取。",
        "Its cross-reference table is broken and could not be repaired.": "其交叉引用表已损坏，无法修复。",
        "Its first page cannot be read.": "其首页无法读取。",
        "Its first sheet is missing.": "缺少第一个工作表。",
        "Its list of files cannot be read.": "其文件列表无法读取。",
        "Its list of parts cannot be read.": "其组成部分列表无法读取。",
        "Its page is too large to be drawn.": "页面过大，无法绘制。",
        "Its page tree cannot be read.": "其页面树无法读取。",
        "Its pages cannot be copied.": "其页面无法复制。",
        "Its program ends with an error (*).": "其程序因错误而终止（*）。",
        "Its text is missing.": "缺少正文。",
        "The archive has too many parts, or too large ones.": "压缩包中的部分过多或过大。",
        "The description of the image cannot be read.": "图像的描述信息无法读取。",
        "The font has too many bytes.": "字体文件过大。",
        "The image cannot be decoded.": "图像无法解码。",
        "The image has * megapixels; the limit is *.": "图像有 * 百万像素，上限为 * 百万像素。",
        "The page cannot be drawn.": "页面无法绘制。",
        "The picture cannot be placed.": "图片无法放到页面上。",
        "There is no PostScript in it.": "其中没有 PostScript。",
    ]
}
