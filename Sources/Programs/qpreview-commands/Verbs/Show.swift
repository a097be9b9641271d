import ArgumentParser
import FileAccess
import Glibc
import QuickPreview
import TerminalDisplay

/// `qpreview show`: pages in the terminal.
struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a page of a file in the terminal.",
        discussion: """
            The picture is sent by the kitty graphics protocol, as sixels, or as Unicode blocks, \
            whichever the terminal supports; where the environment does not tell, the terminal is \
            asked. Where pictures are blocks, a text is shown as text, in the colors of its \
            language, as far as there are rows for it. Where a file has no picture, its card is \
            shown, and the exit code says why.

            With --interactive, the keys n, p, the arrow keys, Page Up, Page Down, Home, and End go \
            through the pages, + and - zoom, and q ends. The picture follows the size of the window.

            File managers pass the size of their preview with --size, or its place with --place; \
            then standard output may be a pipe. See Docs/file-managers.md.

            Examples:
              qpreview show photo.jpg
              qpreview show --page 2 report.pdf
              qpreview show --interactive report.pdf
              qpreview show --size 60x30 --format symbols photo.jpg | less -R
              qpreview show --size 60x30 --format text --colors 256 main.c
            """
    )

    @Option(help: ArgumentHelp("The page, counted from 1.", valueName: "number"))
    var page = 1

    @Flag(name: .shortAndLong, help: "Leaf through the pages with keys.")
    var interactive = false

    @OptionGroup(title: "Terminal") var terminal: TerminalOptions
    @OptionGroup(title: "Pictures beside the file") var pictures: PicturesOption
    @OptionGroup(title: "Encrypted PDF documents") var secret: PasswordOptions

    @Argument(help: "A path, a file:// URI, or - for standard input.")
    var file: String

    func validate() throws {
        guard page > 0 else { throw ValidationError(PictureOptions.pageWords) }
        guard terminal.size == nil || terminal.place == nil, !interactive || area == nil else {
            throw ValidationError(
                PreviewLanguage.ofUser.say(
                    "Use only one of --size, --place, and --interactive.",
                    "--size、--place 和 --interactive 只能使用其中一个。"
                )
            )
        }
    }

    func run() async throws {
        try await Previewer.withShared { previewer throws(Failure) in
            try await show(with: previewer)
        }
    }

    private func show(with previewer: Previewer) async throws(Failure) {
        // Whoever names a size has a terminal behind the pipe.
        guard TerminalPictures.isPossible || area != nil else {
            throw Failure(
                64,
                "There is no terminal to show it in. To write a file, run: \(instead)",
                "没有可显示图片的终端。写入文件：\(instead)"
            )
        }
        guard let pictures = terminal.pictures else {
            throw Failure(
                1,
                "The terminal cannot show pictures without libchafa. Install the package libchafa0.",
                "缺少 libchafa，终端无法显示图片。请安装软件包 libchafa0。"
            )
        }
        let output = TerminalOutput()
        let document = PagedDocument(
            try self.pictures.open(file, folders: true),
            with: previewer
        )
        let password = try secret.read()
        if interactive {
            // The viewer shows the card where it does not open.
            _ = try await secret.opening(document.name, with: password) {
                password throws(PreviewError) in
                await document.set(password: password)
                _ = try await document.picture(page: page, size: 16)
            }
            let viewer = TerminalViewer(document, page: page, terminal, output)
            if let reason = try await viewer.run() { throw Failure(document.argument, reason) }
            return
        }
        if page == 1, terminal.showsText(pictures.format), let lines = await document.lines() {
            return try put(pictures.text(of: lines, in: area), to: output)
        }
        let (image, reason) = try await drawn(document, password)
        try put(image, to: output)
        if let reason { throw Failure(document.argument, reason) }
    }

    private var area: TerminalArea? { terminal.area }

    private var instead: String { "qpreview thumbnail '\(FilePath.shown(file))' out.png" }

    /// Writes the picture for the terminal.
    private func put(_ image: PreviewImage, to output: TerminalOutput) throws(Failure) {
        guard let terminal = terminal.pictures,
            let pixels = Pixmap(width: image.width, height: image.height, pixels: image.pixels),
            let text = area.map({ terminal.text(of: pixels, in: $0) })
                ?? terminal.text(of: pixels)
        else {
            throw Failure(
                1,
                "The terminal cannot show the picture. To write a file, run: \(instead)",
                "终端无法显示该图片。写入文件：\(instead)"
            )
        }
        try put(text, to: output)
    }

    private func put(_ text: [UInt8], to output: TerminalOutput) throws(Failure) {
        let error = output.write(text)
        if error != 0 { throw Failure(writing: "standard output", error: error) }
    }

    /// The picture, or the card and its reason.
    private func drawn(
        _ document: PagedDocument,
        _ password: String
    ) async throws(Failure) -> (PreviewImage, PreviewError?) {
        let drawn = try await secret.opening(document.name, with: password) {
            password throws(PreviewError) in
            await document.set(password: password)
            let aspect = (await document.info())?.aspect ?? 1
            return try await document.picture(page: page, size: edge(aspect: aspect))
        }
        do throws(PreviewError) {
            return (try drawn.get(), nil)
        } catch {
            guard error.isAboutFile else { throw Failure(document.argument, error) }
            do throws(PreviewError) {
                return (try await document.card(for: error, size: edge(aspect: 1)), error)
            } catch {
                throw Failure(document.argument, error)
            }
        }
    }

    /// The longest edge of a picture in the terminal, which may have another size than before.
    private func edge(aspect: Double) -> Int {
        terminal.pictures?.edge(of: 1, aspect: aspect) ?? 256
    }
}

extension DocumentInfo {
    /// The width divided by the height, as far as it is known before drawing.
    var aspect: Double {
        guard let width, let height, width > 0, height > 0 else { return 1 }
        return min(50, max(0.02, width / height))
    }
}
