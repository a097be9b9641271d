import ArgumentParser
import FileAccess
import Glibc
import PreviewModel
import QuickPreview
import TerminalDisplay

/// `qpreview pages`: all pages of a file as a PDF.
struct Pages: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pages",
        abstract: "Write the pages of a file as a PDF.",
        discussion: """
            Texts, Office documents, web pages, mail, books, drawings, pictures, and PostScript have \
            pages. Text stays text, and drawings stay drawings. A PDF is written as it prints. The \
            pages of PostScript have their own size, those of an EPS file the size of its picture.

            Office documents look as in LibreOffice, where it is installed; otherwise they have their \
            words, headings, lists, and tables. Notices on standard error say so, and where a part of \
            the text, or a picture, exceeds a limit.

            A new output file appears only when it is complete. An existing file is overwritten in \
            place and keeps its mode and links, unless it is the input.

            Examples:
              qpreview pages notes.txt notes.pdf
              qpreview pages --line-numbers --font-size 9 main.swift main.pdf
              qpreview pages --media letter --margins 1in README.md - | lp
              qpreview pages --orientation landscape table.csv table.pdf
              qpreview pages --pictures site site/index.html index.pdf
            """
    )

    @OptionGroup(title: "Layout") var options: LayoutOptions
    @OptionGroup(title: "Pictures beside the file") var pictures: PicturesOption
    @OptionGroup(title: "Encrypted PDF documents") var secret: PasswordOptions

    @Argument(
        help: ArgumentHelp("A path, a file:// URI, or - for standard input.", valueName: "input")
    )
    var input: String

    @Argument(
        help: ArgumentHelp("The PDF file to write, or - for standard output.", valueName: "output")
    )
    var output: String

    func run() async throws {
        try await Previewer.withShared { previewer throws(Failure) in
            try await write(with: previewer)
        }
    }

    private func write(with previewer: Previewer) async throws(Failure) {
        try OutputFile.check(output, against: input, format: "pdf")
        let file = try pictures.open(input)
        let result = try TemporaryFile()
        try await makePages(of: file, into: result.descriptor, previewer)
        let pdf = try result.contents()
        try OutputFile.write(pdf, as: output)
    }

    private static func printNotice(of argument: String, _ english: String, _ chinese: String) {
        let shown = FilePath.shown(argument)
        let notice = PreviewLanguage.ofUser.say(
            "'\(shown)': notice: \(english)",
            "“\(shown)”：注意：\(chinese)"
        )
        qpreview_commands.write("qpreview: \(TerminalText.printable(notice))\n", to: STDERR_FILENO)
    }

    private func makePages(
        of file: borrowing Input,
        into output: Int32,
        _ previewer: Previewer
    ) async throws(Failure) {
        let plain = try TemporaryFile()
        let made = try await secret.opening(file.name, with: try secret.read()) {
            password throws(PreviewError) in
            let isDecrypted = try await previewer.decrypt(
                file.descriptor,
                name: file.name,
                password: password,
                into: plain.descriptor
            )
            return try await previewer.makePages(
                of: isDecrypted ? plain.descriptor : file.descriptor,
                name: file.name,
                layout: options.layout,
                into: output
            )
        }
        let pages: DocumentPages
        do throws(PreviewError) {
            pages = try made.get()
        } catch {
            throw Failure(file.argument, error)
        }
        if let package = pages.missingPackage {
            Self.printNotice(
                of: file.argument,
                "laid out simply: install \(package) for the document's own look.",
                "排版已简化：安装 \(package) 后可保持文档原有外观。"
            )
        }
        if pages.isTruncated {
            Self.printNotice(
                of: file.argument,
                "some of its text or pictures exceeds a limit and is not on the pages.",
                "部分文字或图片超出限制，未包含在页面中。"
            )
        }
        noteLeftOut(pages.leftOut, of: file.argument)
    }
    /// Says what the pages do not show, because it is not in the file.
    private func noteLeftOut(_ leftOut: LeftOut, of argument: String) {
        let beside = leftOut.pictures
        if beside > 0, pictures.pictures == nil {
            Self.printNotice(
                of: argument,
                "\(beside) of its pictures may lie beside it: add --pictures FOLDER to show them.",
                "其中 \(beside) 张图片可能在文件旁边：加上 --pictures FOLDER 可显示它们。"
            )
        }
        let others = leftOut.elsewhere + (pictures.pictures == nil ? 0 : beside)
        if others > 0 {
            Self.printNotice(
                of: argument,
                "\(others) of its pictures are not in it, and are not on the pages.",
                "其中 \(others) 张图片不在文件内，未包含在页面中。"
            )
        }
        if !leftOut.letters.isEmpty {
            let letters = leftOut.letters
                .map { "U+" + String($0.value, radix: 16, uppercase: true) }
                .joined(separator: ", ")
            Self.printNotice(
                of: argument,
                "no font here has some of its letters (\(letters)): boxes or gaps are in their place.",
                "没有任何字体包含其中的部分文字（\(letters)），以方框或空白代替。"
            )
        }
        if leftOut.isVertical {
            Self.printNotice(
                of: argument,
                "its lines should run from top to bottom, but run from left to right.",
                "其文字应为竖排，但已横排。"
            )
        }
        if leftOut.styleSheets > 0 {
            Self.printNotice(
                of: argument,
                "\(leftOut.styleSheets) of its style sheets are not in it, and are not used.",
                "其中 \(leftOut.styleSheets) 个样式表不在文件内，未使用。"
            )
        }
    }
}
