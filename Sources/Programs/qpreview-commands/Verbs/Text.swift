import ArgumentParser
import FileAccess
import Glibc
import PreviewModel
import PrintModel
import QuickPreview
import TerminalDisplay

/// `qpreview text`: the text of a file, page by page.
struct Text: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract: "Write the text of a file, page by page.",
        discussion: """
            Everything that has pages has text: what is not a PDF is laid out on A4 first, so that the \
            text is what the pages show. Each page ends with a form feed, as with pdftotext. Control \
            characters become spaces.

            Office documents and web pages are laid out simply, which takes milliseconds and cuts no number. \
            With --layout full, they have the pages of LibreOffice or WeasyPrint, where these are installed.

            With --json, each page is an object on a line of its own. --positions adds the words with \
            their places: x and y of the top left corner, width, and height, in points from the top left \
            of the page.

            A page has at most 4 MiB of text and 100,000 words with their places.

            Examples:
              qpreview text report.pdf
              qpreview text --pages 2-3 letter.docx
              qpreview text --json --positions report.pdf | jq '.words[0]'
            """
    )

    enum Layout: String, ExpressibleByArgument, CaseIterable {
        case simple, full
    }

    @Option(
        help: ArgumentHelp(
            "The pages, such as 1-3,7 or 5- (default: all).",
            valueName: "list"
        )
    )
    var pages: String?

    @Option(
        help: ArgumentHelp(
            "The pages of office documents and web pages: simple or full.",
            valueName: "name"
        )
    )
    var layout = Layout.simple

    @Flag(help: "Write one JSON object per page.")
    var json = false

    @Flag(help: "Add the places of words; implies --json.")
    var positions = false

    @OptionGroup(title: "Encrypted PDF documents") var secret: PasswordOptions

    @Argument(
        help: ArgumentHelp("A path, a file:// URI, or - for standard input.", valueName: "input")
    )
    var input: String

    func validate() throws {
        guard let pages else { return }
        do throws(PageSelection.SyntaxError) {
            _ = try PageSelection(pages)
        } catch {
            throw ValidationError(
                PreviewLanguage.ofUser.say(
                    error.description,
                    "页码列表“\(pages)”无效：请使用 1-3,7 或 5- 这样的列表。"
                )
            )
        }
    }

    func run() async throws {
        try await Previewer.withShared { previewer throws(Failure) in
            try await write(with: previewer)
        }
    }

    private func write(with previewer: Previewer) async throws(Failure) {
        let file = try Input.open(input)
        var iterator = try await text(of: file, with: previewer).makeAsyncIterator()
        while true {
            let page: PageText?
            do throws(PreviewError) {
                page = try await iterator.next()
            } catch {
                throw Failure(file.argument, error)
            }
            guard let page else { return }
            do throws(OutputFile.Failure) {
                let line = json || positions ? self.line(page) : "\(page.text)\n\u{0C}"
                try OutputFile.write(Array(line.utf8), to: STDOUT_FILENO)
            } catch {
                let output = PreviewLanguage.ofUser.say("standard output", "标准输出")
                throw Failure(writing: output, error: error.number)
            }
        }
    }

    /// The text, for which a person is asked for a password where one is needed.
    private func text(
        of file: borrowing Input,
        with previewer: Previewer
    ) async throws(Failure) -> DocumentText {
        let selection = pages.flatMap { try? PageSelection($0) }
        let text = try await secret.opening(file.name, with: try secret.read()) {
            password throws(PreviewError) in
            try await previewer.text(
                of: file.descriptor,
                name: file.name,
                hasPositions: positions,
                layout: layout == .full ? .full : .simple,
                password: password
            ) { count in
                guard let selection else { return Array(1...count) }
                // A page that is not there is refused.
                return (try? selection.pages(of: count).get()) ?? [0]
            }
        }
        do throws(PreviewError) {
            return try text.get()
        } catch {
            throw Failure(file.argument, error)
        }
    }

    /// A page as JSON.
    private func line(_ page: PageText) -> String {
        let words = page.words.map { word in
            JSON.object([
                ("text", JSON.quoted(word.text)), ("x", JSON.rounded(word.x)),
                ("y", JSON.rounded(word.y)), ("width", JSON.rounded(word.width)),
                ("height", JSON.rounded(word.height)),
            ])
        }
        return JSON.object([
            ("page", "\(page.page)"), ("width", JSON.rounded(page.width)),
            ("height", JSON.rounded(page.height)), ("text", JSON.quoted(page.text)),
            ("words", positions ? JSON.array(words) : nil),
        ]) + "\n"
    }
}
