import PreviewModel

extension DocumentReason {
    /// The detail, as a sentence for people in a language.
    func message(in language: PreviewLanguage) -> String {
        let (english, chinese) = code.words
        var message = language.say(english, chinese)
        for (index, value) in values.enumerated() {
            message = message.replacing("%\(index + 1)", with: value, maxReplacements: 1)
        }
        return message
    }
}

extension DocumentReason.Code {
    /// The sentence in English and Simplified Chinese; %1 and %2 stand for the values.
    var words: (english: String, chinese: String) {
        switch self {
        case .cannotBeRead: ("It cannot be read.", "无法读取。")
        case .noPages: ("It has no pages.", "其中没有页面。")
        case .tooManyPages: ("The document has more than %1 pages.", "文档超过 %1 页。")
        case .firstPage: ("Its first page cannot be read.", "其首页无法读取。")
        case .onePage: ("One of its pages cannot be read.", "其中一页无法读取。")
        case .allPages: ("None of its pages can be read.", "其中没有可读取的页面。")
        case .pageList:
            (
                "Its list of pages is damaged and too long to repair.",
                "其页面列表已损坏，且页数过多，无法修复。"
            )
        case .pageTree: ("Its page tree cannot be read.", "其页面树无法读取。")
        case .crossReferences:
            (
                "Its cross-reference table is damaged and could not be repaired.",
                "其交叉引用表已损坏，无法修复。"
            )
        case .notPDF: ("It cannot be read as PDF.", "无法作为 PDF 读取。")
        case .pageNotDrawn: ("The page cannot be drawn.", "页面无法绘制。")
        case .pagesNotCopied: ("Its pages cannot be copied.", "其页面无法复制。")
        case .pictureNotPlaced:
            (
                "The picture cannot be placed on the page.",
                "图片无法放到页面上。"
            )
        case .annotationsNotCopied: ("Its annotations cannot be copied.", "其批注无法复制。")
        case .annotationsNotDrawn: ("Its annotations cannot be drawn.", "其批注无法绘制。")
        case .notRewritten: ("It cannot be written to a new file.", "无法写入新文件。")
        case .noPostScript: ("It contains no PostScript.", "其中没有 PostScript。")
        case .noSize: ("It does not state its size.", "其中没有说明尺寸。")
        case .pageTooLarge: ("Its page is too large to draw.", "页面过大，无法绘制。")
        case .programError:
            (
                "Its program ends with an error (%1).",
                "其程序因错误而终止（%1）。"
            )
        case .notUnpacked: ("It cannot be decompressed.", "无法解压。")
        case .tooLargeUnpacked:
            (
                "It is larger than %1 MB when decompressed.",
                "解压后超过 %1 MB。"
            )
        case .imageHeader:
            (
                "The header of the image cannot be read.",
                "图像的头部信息无法读取。"
            )
        case .imagePage: ("A page of the image cannot be read.", "图像的某一页无法读取。")
        case .imageNotDecoded: ("The image cannot be decoded.", "图像无法解码。")
        case .tooManyPixels:
            (
                "The image has %1 megapixels; the limit is %2.",
                "图像有 %1 百万像素，上限为 %2 百万像素。"
            )
        case .pageTooManyPixels:
            (
                "A page has more than %1 megapixels.",
                "有一页超过 %1 百万像素。"
            )
        case .notText: ("It is not text.", "它不是文本。")
        case .notRTF: ("It cannot be read as RTF.", "无法作为 RTF 读取。")
        case .noBody: ("Its text is missing.", "缺少正文。")
        case .noSheet: ("Its first sheet is missing.", "缺少第一个工作表。")
        case .noSlides: ("It has no slides.", "其中没有幻灯片。")
        case .xml: ("Its XML cannot be parsed.", "其中的 XML 无法解析。")
        case .fileList: ("Its list of files cannot be read.", "其文件列表无法读取。")
        case .partList: ("Its list of parts cannot be read.", "其组成部分列表无法读取。")
        case .part: ("A part of it cannot be read.", "其中一部分无法读取。")
        case .harmfulPart: ("A part of it is malicious.", "其中一部分是恶意构造的。")
        case .tooManyParts:
            (
                "The archive has too many parts, or parts that are too large.",
                "压缩包中的部分过多或过大。"
            )
        case .notFont: ("It cannot be read as a font.", "无法作为字体读取。")
        case .fontTooLarge: ("The font file is too large.", "字体文件过大。")
        case .notVideo: ("It cannot be read as a video.", "无法作为视频读取。")
        case .textTooLarge: ("Its text is larger than %1 MB.", "文本超过 %1 MB。")
        case .notDatabase: ("It cannot be read as a database.", "无法作为数据库读取。")
        case .packageNeeded: ("To see it, install the package %1.", "要查看它，请安装软件包 %1。")
        case .tooLargeToRead: ("It is larger than %1 MB.", "文件超过 %1 MB。")
        case .notCertificate: ("It contains no certificate or key.", "其中没有证书或密钥。")
        case .noModel: ("It contains no triangles.", "其中没有三角形。")
        case .variant:
            (
                "It is of a variant of its format that cannot be shown: %1.",
                "此文件属于无法显示的格式变体：%1。"
            )
        case .otherFiles: ("Its contents are in other files: %1.", "其内容在其他文件中：%1。")
        case .noSheets: ("It has no sheets.", "其中没有工作表。")
        case .notJSON: ("It cannot be read as JSON.", "无法作为 JSON 读取。")
        }
    }
}
