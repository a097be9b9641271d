import ArgumentParser
import Glibc
import QuickPreview
import TerminalDisplay

/// `qpreview show`: a page in the terminal.
struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows a page in the terminal.",
        discussion: """
            By kitty's protocol for pictures, as sixels, or in blocks of Unicode, whichever the \
            terminal can. Where a file has no picture, its card is shown, and the exit code tells why.

            Examples:
              qpreview show photo.jpg
              qpreview show --page 2 report.pdf
            """
    )

    @Option(help: "The page, from 1.")
    var page = 1

    @Argument(help: "A path, a file:// URI, or - for standard input.")
    var file: String

    func validate() throws {
        guard page > 0 else { throw ValidationError("Pages are counted from 1.") }
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
        guard TerminalPictures.isPossible else {
            throw Failure(
                64,
                "There is no terminal to show it in. 'qpreview thumbnail \(file) out.png' writes a file."
            )
        }
        guard let terminal = TerminalPictures() else {
            throw Failure(
                1,
                "The terminal cannot show pictures: libchafa is not installed (apt install libchafa0). "
                    + "'qpreview thumbnail \(file) out.png' writes a file."
            )
        }
        let input = try Input.open(file, folders: true)
        var request = PictureRequest(page: page)
        let info = try? await request.info(of: input, with: previewer)
        request.size = terminal.edge(of: 1, aspect: Self.aspect(info))
        var failure: PreviewError?
        let image: PreviewImage
        do throws(PreviewError) {
            do throws(PreviewError) {
                image = try await request.picture(of: input, with: previewer)
            } catch {
                guard error.isAboutFile else { throw error }
                failure = error
                request.size = terminal.edge(of: 1, aspect: 1)
                image = try await request.card(of: input, reason: error, with: previewer)
            }
        } catch {
            throw Failure(file, error)
        }
        guard
            let text = Pixmap(width: image.width, height: image.height, pixels: image.pixels)
                .flatMap({ terminal.text(of: $0) })
        else { throw Failure(1, "The terminal cannot show the picture.") }
        write(text, to: STDOUT_FILENO)
        if let failure { throw Failure(file, failure) }
    }

    /// Width by height, as far as it is known before it is drawn.
    private static func aspect(_ info: DocumentInfo?) -> Double {
        guard let width = info?.width, let height = info?.height, width > 0, height > 0 else {
            return 1
        }
        return min(50, max(0.02, width / height))
    }
}
