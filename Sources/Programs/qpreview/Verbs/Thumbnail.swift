import ArgumentParser
import FileAccess
import Glibc
import QuickPreview

/// `qpreview thumbnail`: a page as a PNG.
struct Thumbnail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnail",
        abstract: "Write a page of a file as a PNG image.",
        discussion: """
            A new output file appears only when it is complete. An existing file is overwritten in \
            place and keeps its mode and links; the output may also be a device, a pipe, or \
            /dev/stdout. The order of the arguments is that of the desktop's thumbnailers.

            Examples:
              qpreview thumbnail photo.jpg photo.png
              qpreview thumbnail -s 512 --page 2 report.pdf page2.png
              qpreview thumbnail --card unknown.bin card.png
              qpreview thumbnail -s 128 --scale 1.5 file:///home/ann/a%20b.pdf - > a.png
            """
    )

    @OptionGroup(title: "Picture") var picture: PictureOptions
    @OptionGroup(title: "Encrypted PDF documents") var secret: PasswordOptions

    @Argument(
        help: ArgumentHelp("A path, a file:// URI, or - for standard input.", valueName: "input")
    )
    var input: String

    @Argument(
        help: ArgumentHelp("The PNG file to write, or - for standard output.", valueName: "output")
    )
    var output: String

    func run() async throws {
        let previewer = Previewer.shared()
        do throws(Failure) {
            try await draw(with: previewer)
        } catch {
            error.print()
            await previewer.close()
            throw ExitCode(error.code)
        }
        await previewer.close()
    }

    private func draw(with previewer: Previewer) async throws(Failure) {
        let file = try Input.open(input, folders: true)
        let png = try await Self.png(of: file, picture, secret, previewer)
        do throws(OutputFile.Failure) {
            if output == "-" {
                try OutputFile.write(png, to: STDOUT_FILENO)
            } else {
                try OutputFile(FilePath(output)).write(png)
            }
        } catch {
            let language = PreviewLanguage.ofUser
            throw Failure(
                writing: output == "-"
                    ? language.say("standard output", "标准输出") : FilePath.shown(output),
                error: error.number
            )
        }
    }

    private static func png(
        of file: borrowing Input,
        _ picture: PictureOptions,
        _ secret: PasswordOptions,
        _ previewer: Previewer
    ) async throws(Failure) -> [UInt8] {
        var request = PictureRequest(
            page: picture.page,
            size: picture.size,
            scale: picture.scale,
            password: try secret.read()
        )
        var attempts = secret.attempts
        while true {
            do throws(PreviewError) {
                return try await request.picture(of: file, with: previewer).image.png()
            } catch {
                if let typed = try attempts.next(after: error, name: file.name) {
                    request.password = typed
                    continue
                }
                guard picture.card, error.isAboutFile else { throw Failure(file.argument, error) }
                do throws(PreviewError) {
                    return try await request.card(of: file, reason: error, with: previewer).png()
                } catch {
                    throw Failure(file.argument, error)
                }
            }
        }
    }
}

/// The options of a picture.
struct PictureOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The longest edge in points.", valueName: "points")
    )
    var size = 256

    @Option(help: ArgumentHelp("The page, counted from 1.", valueName: "number"))
    var page = 1

    @Option(
        help: ArgumentHelp(
            "Pixels per point, such as 1.5 or 2 for high-density displays.",
            valueName: "factor"
        )
    )
    var scale = 1.0

    @Flag(help: "Write a card with icon, kind, size, and the reason where there is no picture.")
    var card = false

    func validate() throws {
        guard (try? Previewer.pixels(size, scale)) != nil else {
            throw ValidationError(Self.sizeWords)
        }
        guard page > 0 else { throw ValidationError(Self.pageWords) }
    }

    /// The message for an invalid size.
    static var sizeWords: String {
        PreviewLanguage.ofUser.say(
            "Invalid size: give one from 1 to \(Previewer.sizeLimit) pixels.",
            "尺寸无效：请指定 1 到 \(Previewer.sizeLimit) 像素。"
        )
    }

    /// The message for an invalid page.
    static var pageWords: String {
        PreviewLanguage.ofUser.say(
            "Invalid page: pages are counted from 1.",
            "页码无效：页码从 1 开始。"
        )
    }
}
