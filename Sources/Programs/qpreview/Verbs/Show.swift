import ArgumentParser
import FileAccess
import Glibc
import QuickPreview
import TerminalDisplay

/// `qpreview show`: a page in the terminal.
struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a page of a file in the terminal.",
        discussion: """
            The picture is sent by the kitty graphics protocol, as sixels, or as Unicode blocks, \
            whichever the terminal supports. Where a file has no picture, its card is shown, and \
            the exit code says why.

            Examples:
              qpreview show photo.jpg
              qpreview show --page 2 report.pdf
            """
    )

    @Option(help: ArgumentHelp("The page, counted from 1.", valueName: "number"))
    var page = 1

    @OptionGroup(title: "Encrypted PDF documents") var secret: PasswordOptions

    @Argument(help: "A path, a file:// URI, or - for standard input.")
    var file: String

    func validate() throws {
        guard page > 0 else { throw ValidationError(PictureOptions.pageWords) }
    }

    func run() async throws {
        let previewer = Previewer.shared()
        var code: Int32 = 0
        do throws(Failure) {
            try await show(with: previewer)
        } catch {
            error.print()
            code = error.code
        }
        await previewer.close()
        if code != 0 { throw ExitCode(code) }
    }

    private func show(with previewer: Previewer) async throws(Failure) {
        let instead = "qpreview thumbnail '\(FilePath.shown(file))' out.png"
        guard TerminalPictures.isPossible else {
            throw Failure(
                64,
                "There is no terminal to show it in. To write a file, run: \(instead)",
                "没有可显示图片的终端。写入文件：\(instead)"
            )
        }
        guard let terminal = TerminalPictures() else {
            throw Failure(
                1,
                "The terminal cannot show pictures without libchafa. Install the package libchafa0.",
                "缺少 libchafa，终端无法显示图片。请安装软件包 libchafa0。"
            )
        }
        let input = try Input.open(file, folders: true)
        let (image, reason) = try await drawn(input, terminal, previewer)
        guard
            let text = Pixmap(width: image.width, height: image.height, pixels: image.pixels)
                .flatMap({ terminal.text(of: $0) })
        else {
            throw Failure(
                1,
                "The terminal cannot show the picture. To write a file, run: \(instead)",
                "终端无法显示该图片。写入文件：\(instead)"
            )
        }
        do throws(OutputFile.Failure) {
            try OutputFile.write(text, to: STDOUT_FILENO)
        } catch {
            throw Failure(writing: "standard output", error: error.number)
        }
        if let reason { throw Failure(input.argument, reason) }
    }

    /// The picture, or the card and its reason.
    private func drawn(
        _ input: borrowing Input,
        _ terminal: TerminalPictures,
        _ previewer: Previewer
    ) async throws(Failure) -> (PreviewImage, PreviewError?) {
        var request = PictureRequest(page: page, password: try secret.read())
        var attempts = secret.attempts
        while true {
            let info = try? await request.info(of: input, with: previewer)
            request.size = terminal.edge(of: 1, aspect: Self.aspect(info))
            do throws(PreviewError) {
                return (try await request.picture(of: input, with: previewer).image, nil)
            } catch {
                if let typed = try attempts.next(after: error, name: input.name) {
                    request.password = typed
                    continue
                }
                guard error.isAboutFile else { throw Failure(input.argument, error) }
                request.size = terminal.edge(of: 1, aspect: 1)
                do throws(PreviewError) {
                    return (
                        try await request.card(of: input, reason: error, with: previewer), error
                    )
                } catch {
                    throw Failure(input.argument, error)
                }
            }
        }
    }

    /// The width divided by the height, as far as it is known before drawing.
    private static func aspect(_ info: DocumentInfo?) -> Double {
        guard let width = info?.width, let height = info?.height, width > 0, height > 0 else {
            return 1
        }
        return min(50, max(0.02, width / height))
    }
}
