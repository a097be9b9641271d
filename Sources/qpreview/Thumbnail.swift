import ArgumentParser
import Glibc
import QuickPreview

/// `qpreview thumbnail`: a page as a PNG.
struct Thumbnail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnail",
        abstract: "Writes a picture of a page as PNG.",
        discussion: """
            The order of the arguments is that of the desktop's thumbnailers. The output appears \
            only when it is complete.

            Examples:
              qpreview thumbnail photo.jpg photo.png
              qpreview thumbnail -s 512 --page 2 report.pdf page2.png
              qpreview thumbnail -s 128 --scale 2 file:///home/ann/a%20b.pdf - > a.png
            """
    )

    @Option(name: .shortAndLong, help: "The longest edge, in pixels (at scale 1).")
    var size = 256

    @Option(help: "The page, from 1.")
    var page = 1

    @Option(help: "Pixels to a point of the display, for sharp pictures on dense ones.")
    var scale = 1

    @Flag(help: "Where there is no picture, write a card with icon, kind, size and the reason.")
    var card = false

    @Option(
        help: ArgumentHelp(
            "Read the password of an encrypted PDF from this open descriptor, up to the end of the line.",
            valueName: "number"
        )
    )
    var passwordFd: Int32?

    @Argument(help: "A path, a file:// URI, or - for standard input.")
    var input: String

    @Argument(help: "The PNG to write, or - for standard output.")
    var output: String

    func validate() throws {
        guard size > 0, scale > 0, size <= Previewer.sizeLimit,
            size * scale <= Previewer.sizeLimit
        else {
            throw ValidationError(
                "The size in pixels has to be between 1 and \(Previewer.sizeLimit)."
            )
        }
        guard page > 0 else { throw ValidationError("Pages are counted from 1.") }
    }

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
        let password =
            if let passwordFd { try Self.line(of: passwordFd) } else { "" }
        let png: [UInt8]
        let request = PictureRequest(
            page: page,
            size: size,
            scale: scale,
            password: password,
            hasCard: card
        )
        do throws(PreviewError) {
            png = try await request.picture(of: file, with: previewer).png()
        } catch {
            throw Failure(input, error)
        }
        if output == "-" {
            guard write(png, to: STDOUT_FILENO) else {
                throw Failure(1, "The picture cannot be written to standard output.")
            }
        } else {
            try OutputFile(output).replace(with: png)
        }
    }

    /// The first line of a descriptor, without its end.
    private static func line(of descriptor: Int32) throws(Failure) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 1024 {
            let count = unsafe read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != UInt8(ascii: "\n") else { break }
            bytes.append(byte)
        }
        guard !bytes.isEmpty else {
            throw Failure(64, "No password can be read from descriptor \(descriptor).")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
