import ArgumentParser
import FileAccess
import Glibc
import PrintModel
import QuickPreview

/// `qpreview thumbnail`: a page as a PNG.
struct Thumbnail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnail",
        abstract: "Write a page of a file as a PNG image.",
        discussion: """
            A new output file appears only when it is complete. An existing file is overwritten in \
            place and keeps its mode and links, unless it is the input; the output may also be a \
            device, a pipe, or /dev/stdout. The order of the arguments is that of the desktop's thumbnailers.

            Examples:
              qpreview thumbnail photo.jpg photo.png
              qpreview thumbnail -s 512 --page 2 report.pdf page2.png
              qpreview thumbnail --card unknown.bin card.png
              qpreview thumbnail --cache -s 256 photo.jpg photo.png
              qpreview thumbnail -s 128 --scale 1.5 file:///home/ann/a%20b.pdf - > a.png
            """
    )

    @OptionGroup(title: "Picture") var picture: PictureOptions
    @OptionGroup(title: "Pictures beside the file") var pictures: PicturesOption
    @OptionGroup(title: "Encrypted PDF documents") var secret: PasswordOptions

    @Flag(
        help: """
            Use the desktop's thumbnail cache: take the picture from it, or draw and keep it there.
            """
    )
    var cache = false

    @Argument(
        help: ArgumentHelp("A path, a file:// URI, or - for standard input.", valueName: "input")
    )
    var input: String

    @Argument(
        help: ArgumentHelp("The PNG file to write, or - for standard output.", valueName: "output")
    )
    var output: String

    func run() async throws {
        try end { () throws(Failure) in
            try OutputFile.check(output, against: input, format: "png")
        }
        // Before anything else is made: it takes less than a millisecond.
        if let png = kept {
            return try end { () throws(Failure) in try OutputFile.write(png, as: output) }
        }
        try await Previewer.withShared { previewer throws(Failure) in
            try await draw(with: previewer)
        }
    }

    /// The file and the size, where the picture can be in the cache.
    private var inCache: (ThumbnailCache, ThumbnailSubject, ThumbnailSize)? {
        guard cache, input != "-", picture.page == 1, pictures.pictures == nil,
            secret.passwordFd == nil,
            let pixels = try? Previewer.pixels(picture.size, picture.scale),
            let size = ThumbnailSize(enoughFor: pixels), size.edge == pixels,
            let path = FilePath(argument: input), let subject = ThumbnailSubject(path),
            subject.isFile, let cache = ThumbnailCache(version: projectVersion)
        else { return nil }
        return (cache, subject, size)
    }

    /// The bytes of the thumbnail in the user's cache, where the file can be read.
    private var kept: [UInt8]? {
        guard let (cache, subject, size) = inCache,
            // What lies on another computer is opened first, and then taken from the cache.
            !subject.isDistant,
            unsafe subject.path.withCString({ unsafe access($0, R_OK) }) == 0,
            let found = cache.thumbnail(of: subject, size), !found.isShared
        else { return nil }
        return found.bytes()
    }

    /// The file and the size of the thumbnail that the output is: PCManFM has its thumbnailers write into the cache.
    private var asThumbnail: (ThumbnailCache, ThumbnailSubject, ThumbnailSize)? {
        guard output.hasPrefix("/"), input != "-", picture.page == 1, pictures.pictures == nil,
            let cache = ThumbnailCache(version: projectVersion), output.hasPrefix(cache.folder),
            let path = FilePath(argument: input), let subject = ThumbnailSubject(path),
            let size = ThumbnailSize.allCases.first(where: {
                cache.path(of: subject.uri, $0) == output
            })
        else { return nil }
        return (cache, subject, size)
    }

    /// Keeps the output as the standard asks, with its texts and its mode.
    private func keep(
        _ subject: ThumbnailSubject,
        _ size: ThumbnailSize,
        in cache: ThumbnailCache,
        _ previewer: Previewer
    ) async throws(Failure) {
        let kept: CachedPicture
        do throws(PreviewError) {
            kept = try await previewer.picture(of: subject, size, in: cache, isRenewed: true)
        } catch {
            throw Failure(input, error)
        }
        if let number = kept.writing { throw Failure(writing: output, error: number) }
        guard kept.isKept else {
            let name = subject.path.shown
            throw Failure(
                1,
                "No thumbnail of '\(name)' is kept. Its folder is private or temporary; see qpreview(1).",
                "不保存“\(name)”的缩略图：所在文件夹是私密或临时文件夹，详见 qpreview(1)。"
            )
        }
    }

    private func draw(with previewer: Previewer) async throws(Failure) {
        let file = try pictures.open(input, folders: true)
        if let (cache, subject, size) = asThumbnail {
            return try await keep(subject, size, in: cache, previewer)
        }
        guard let (cache, subject, size) = inCache else {
            return try OutputFile.write(
                try await Self.png(of: file, picture, secret, previewer),
                as: output
            )
        }
        let png: [UInt8]?
        do throws(PreviewError) {
            switch try await previewer.picture(of: subject, size, in: cache).origin {
            case .found(let found): png = found.bytes()
            case .drawn(let image): png = try image.png()
            }
        } catch {
            // An encrypted document may open with a password, and for the others there may be a card.
            guard error.isAboutFile, picture.card || error.code == .encrypted else {
                throw Failure(file.argument, error)
            }
            png = nil
        }
        if let png { return try OutputFile.write(png, as: output) }
        try OutputFile.write(try await Self.png(of: file, picture, secret, previewer), as: output)
    }

    private func end(_ body: () throws(Failure) -> Void) throws {
        do throws(Failure) {
            try body()
        } catch {
            error.print()
            throw ExitCode(error.code)
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
            scale: picture.scale
        )
        let drawn = try await secret.opening(file.name, with: try secret.read()) {
            password throws(PreviewError) in
            request.password = password
            return try await request.picture(of: file, with: previewer).image.png()
        }
        do throws(PreviewError) {
            return try drawn.get()
        } catch {
            guard picture.card, error.isAboutFile else { throw Failure(file.argument, error) }
            do throws(PreviewError) {
                return try await request.card(of: file, reason: error, with: previewer).png()
            } catch {
                throw Failure(file.argument, error)
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
