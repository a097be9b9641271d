import ArgumentParser
import FileAccess
import Glibc
import PrintCenterClient
import PrintModel
import TerminalDisplay

extension Printq {
    /// Shows a preview of the sheets.
    struct Preview: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview",
            abstract: "Show the sheets of a file or a job before they are printed.",
            discussion: """
                Examples:
                  printq preview report.pdf --duplex
                  printq preview report.pdf --pages 2-3 --output sheets.png
                  printq preview report.pdf --number-up 2 --output sheets.pdf
                  printq preview --contact-sheet 4x5 *.jpg --output sheets.png
                  printq preview --together letter.docx map.svg --output - > sheets.pdf
                  printq preview 12

                It shows the file that would be sent to the printer: in gray for a monochrome printer, \
                with the margins that the printer cannot reach shaded. Sheets appear as they are fed, \
                unless all of them are read the other way. A number is a job, unless a file has that \
                name. Several images become sheets-1.png, sheets-2.png, and so on, one for each side. \
                For the file itself, use a name that ends in .pdf, or - for standard output.
                """
        )

        /// The default number of sheets in a terminal.
        private static let usualSheets = 3

        @Argument(
            help:
                "The file, or the number of a job; - is standard input. Several files are one job.",
            completion: .file()
        )
        var subjects: [String]

        @OptionGroup(title: "Options of the job") var ticket: TicketOptions
        @OptionGroup(title: "Options of the job") var together: TogetherOption
        @OptionGroup(title: "Options of the job") var preset: PresetOption
        @OptionGroup(title: "Options of the job") var pictures: PicturesOption
        @OptionGroup var secret: SecretOptions
        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        @Option(
            help: ArgumentHelp(
                "Write PNG files, or the PDF that would be sent; - writes that to standard output.",
                valueName: "out.png|out.pdf|-"
            )
        )
        var output: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The longer edge of each PNG, in pixels.", valueName: "pixels")
        )
        var size = 1024

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Show only this sheet.", valueName: "number")
        )
        var sheet: Int?

        @Flag(help: "Show all sheets (default: the first 3 in a terminal).")
        var all = false

        @Option(help: "The MIME type, such as text/markdown, where the contents allow several.")
        var type: String?

        @Option(
            name: [.customShort("t", allowingJoined: true), .long],
            help: "The name of the job, for {title} (default: the title of the document)."
        )
        var title: String?

        mutating func validate() throws {
            if !isJob, let mistake = pictures.mistake(for: subjects, type: type) { throw mistake }
            if let sheet, sheet < 1 {
                throw ValidationError("Invalid sheet '\(sheet)': use 1 or more.")
            }
            guard (16...16384).contains(size) else {
                throw ValidationError("Invalid size '\(size)': use 16 to 16384 pixels.")
            }
            guard together.together != false || subjects.count == 1 else {
                throw ValidationError(
                    "A preview shows one job: name a single file, or leave --no-together out."
                )
            }
            if let output, output.isEmpty || output.hasSuffix("/") {
                throw ValidationError("Invalid output '\(output)': use a name such as sheets.png.")
            }
            if let output, OutputFile.isNamedUnlike("png", output), !writesDocument {
                throw ValidationError(
                    "Sheets are written as PNG or PDF: use a name such as sheets.png or sheets.pdf."
                )
            }
            guard !writesToOutput || !common.json else {
                throw ValidationError(
                    "Use --json or --output -, not both: each writes to standard output."
                )
            }
            guard !writesToOutput || isatty(STDOUT_FILENO) == 0 else {
                throw ValidationError(
                    "A terminal cannot show the PDF. Redirect it, as in --output - > sheets.pdf, or leave --output out."
                )
            }
            guard !writesDocument || sheet == nil else {
                throw ValidationError(
                    "A PDF has all sheets. Leave --sheet out, or write a .png file."
                )
            }
            guard output != nil || common.json || Terminal.showsPictures else {
                throw ValidationError(
                    "There is no terminal to show the sheets in. Write them to files with --output sheets.png, or use --json."
                )
            }
        }

        func run() async throws {
            try await common.run { client in
                guard isJob else { return try await previewFile(client) }
                guard ticket.ticket == PrintTicket(), preset.name == nil, place.printer == nil,
                    type == nil, title == nil, pictures.folder == nil
                else {
                    Terminal.say("printq: \(common.phrases.ticketOfJob)")
                    return .validationFailure
                }
                let preview = try await client.jobPreview(subjects[0])
                return try await show(preview, preview.check.notices, client)
            }
        }

        /// Whether to write the finished PDF instead of pictures of its pages.
        private var writesDocument: Bool {
            writesToOutput || output?.lowercased().hasSuffix(".pdf") == true
        }

        /// Whether the PDF goes to standard output.
        private var writesToOutput: Bool { output == "-" }

        /// Whether the subject is meant to be a job: an existing file is always a file.
        private var isJob: Bool {
            guard subjects.count == 1, let subject = subjects.first, subject != "-",
                !FilePath.isURI(subject),
                unsafe FilePath(subject).withCString({ unsafe access($0, F_OK) }) != 0
            else { return false }
            let parts = subject.split(separator: "-", omittingEmptySubsequences: false)
            // 12, or office-12 as the scheduler names the jobs of other programs.
            guard let last = parts.last, !subject.contains("/") else { return false }
            return !last.isEmpty && last.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }

        private func previewFile(_ client: PrintCenterClient) async throws -> ExitCode {
            let submission = Submission(
                client: client,
                phrases: common.phrases,
                secrets: try secret.read(common.phrases),
                pictures: pictures.folder
            )
            let notice = SlowPrinterNotice(
                client: client,
                phrases: common.phrases,
                printer: place.printer
            )
            do {
                // A program that requests only the description fetches the faces itself.
                let code = try await submission.withDocument(
                    subjects,
                    type: type,
                    isKept: common.json && output == nil
                ) { id in
                    let request = CheckRequest(
                        document: id,
                        printer: place.printer,
                        defaults: client.defaultPrinters,
                        ticket: ticket.ticket,
                        pin: submission.secrets.pin,
                        preset: preset.name,
                        name: title.map(FilePath.shown)
                    )
                    let preview = try await notice.during { try await client.preview(request) }
                    let notices = submission.improved(preview.check.notices, of: subjects)
                    return try await show(preview, notices, client)
                }
                return code ?? .noInput
            } catch let error as ClientError {
                guard let check = error.problem?.check else { throw error }
                if common.json { try Terminal.write(json: check) }
                submission.refuse(submission.name(subjects), check)
                return ExitCode(check)
            }
        }

        private func show(
            _ preview: SheetPreview,
            _ notices: [Obstacle],
            _ client: PrintCenterClient
        ) async throws -> ExitCode {
            if let sheet, sheet > preview.sheets {
                Terminal.say("printq: \(common.phrases.noSheet(sheet, of: preview))")
                return .validationFailure
            }
            if writesToOutput {
                guard isJob || !FaceFiles.overwritesByOutput(subjects) else {
                    let name = common.phrases.standardOutput
                    Terminal.say("printq: \(common.phrases.isInput(name))")
                    return .validationFailure
                }
                Terminal.write(document: try await client.document(of: preview))
            } else if let output {
                let faces = sheet.map { preview.faces(ofSheet: $0) } ?? Array(1...preview.faces)
                let files =
                    writesDocument
                    ? FaceFiles(document: output)
                    : FaceFiles(output: output, faces: faces, count: preview.faces)
                if !isJob, let name = files.overwritten(of: subjects) {
                    Terminal.say("printq: \(common.phrases.isInput(FilePath.shown(name)))")
                    return .validationFailure
                }
                guard try await files.write(preview, client, size: size, common.phrases) else {
                    return .failure
                }
                if common.json {
                    try Terminal.write(
                        json: Description(
                            preview: preview,
                            files: files.names.map(FilePath.shown)
                        )
                    )
                } else {
                    for name in files.names { Terminal.write(name) }
                }
            } else if common.json {
                try Terminal.write(json: Description(preview: preview, files: nil))
                return .success
            } else {
                guard try await showInTerminal(preview, client) else { return .failure }
            }
            guard !common.json else { return .success }
            var said = RepeatedNotices()
            said.add(notices, of: "")
            for line in said.lines(common.phrases) { Terminal.say(line.text) }
            return .success
        }

        /// Shows the sheets one by one, with both sides side by side.
        private func showInTerminal(
            _ preview: SheetPreview,
            _ client: PrintCenterClient
        ) async throws -> Bool {
            let phrases = common.phrases
            guard let terminal = TerminalPictures() else {
                Terminal.say("printq: \(phrases.noTerminalPictures)")
                return false
            }
            let last = all ? preview.sheets : min(preview.sheets, Self.usualSheets)
            let sheets = sheet.map { $0...$0 } ?? 1...max(1, last)
            for number in sheets {
                let faces = preview.faces(ofSheet: number)
                // A face that is read on its side is turned, and has the other aspect.
                let edge = [preview.aspect, 1 / preview.aspect]
                    .map { terminal.edge(of: preview.sides.isTwoSided ? 2 : 1, aspect: $0) }
                    .reduce(Int.max, min)
                let pictures = try await Faces(client: client, preview: preview)
                    .fetch(faces, size: edge, format: .pixmap)
                let picture = Pixmap(
                    beside: pictures.compactMap { Pixmap(ppm: $0) },
                    gap: terminal.gap
                )
                guard let text = picture.flatMap({ terminal.text(of: $0) }) else { return false }
                Terminal.write(phrases.sheet(number, of: preview))
                Terminal.write(picture: text)
            }
            if sheets.count < preview.sheets, sheet == nil {
                Terminal.say(phrases.moreSheets(sheets.count, of: preview))
            }
            return true
        }
    }
}

extension SheetPreview {
    /// The width and height of a face, as far as they are known before it is drawn.
    fileprivate var aspect: Double {
        if let sheet, sheet.size.length > 0, sheet.size.width > 0 {
            return Double(sheet.size.width) / Double(sheet.size.length)
        }
        guard let page = check.document?.pageSizes?.first, page.height > 0, page.width > 0 else {
            return 0.7
        }
        return page.width / page.height
    }
}

/// A preview in JSON, and the files that were written.
private struct Description: Encodable {
    var preview: SheetPreview
    var files: [String]?

    private enum CodingKeys: String, CodingKey {
        case files
    }

    func encode(to encoder: any Encoder) throws {
        try preview.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        if let files {
            try values.encode(files, forKey: .files)
        } else {
            try values.encodeNil(forKey: .files)
        }
    }
}
