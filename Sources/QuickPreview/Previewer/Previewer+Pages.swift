public import PreviewModel

/// Pages of any document, as a PDF.
extension Previewer {
    /// Writes the pages of a document as a PDF: of everything that has a preview.
    ///
    /// Text is real text: it can be searched, its fonts are embedded as subsets, links and headings (as the outline) are
    /// kept. Drawings stay drawings. Pictures are placed on a page each, JPEG data unchanged. A PDF stays as it is, in the
    /// form that prints as displayed (``makePrintable(_:name:into:)``); the layout's paper does not change it. PostScript has
    /// pages of the sizes that it requests, and of the layout's paper where it requests none; EPS has the size of its
    /// picture. The result is the same bytes each time, so that it can be made again after a crash. All of the document is
    /// laid out, not only its beginning; what exceeds a limit is an error, or else ``DocumentPages/isTruncated`` says so.
    ///
    /// ```swift
    /// var layout = PageLayout(width: 595.276, length: 841.89)
    /// layout.numbersLines = true
    /// let pages = try await previewer.makePages(of: file, name: "main.swift", layout: layout, into: output)
    /// print(pages.count)
    /// ```
    ///
    /// Office documents have the pages that LibreOffice gives them, where it is installed, and HTML those of WeasyPrint:
    /// such a program runs in a sandbox of its own, which shows nothing of the user's but fonts. Without the program, and
    /// where it fails, the pages have the document's words, headings, lists, and tables, and ``DocumentPages/isSimplified``
    /// is set.
    ///
    /// A child in the sandbox writes the PDF, and a second one counts its pages, since a malicious document may control
    /// the first one.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - layout: The paper, its margins, and the letters, in points.
    ///   - output: An empty regular file that can be written and read. It is empty again when an error is thrown, so that
    ///     there is never a part of a document.
    /// - Returns: The number of pages, the size, and the document's facts.
    /// - Throws: ``PreviewError`` with any code: `noPreview` for a type that has no preview, or a document with nothing
    ///   to show; `invalidRequest` for a layout that is not valid; `pixelLimit` for more pages than
    ///   `PageLayout.pagesLimit`, a text of more than `PageLayout.textLimit`, or a picture with too many pixels;
    ///   `outputTooLarge` where the PDF would exceed `PageLayout.sizeLimit`; `processorLimit` after
    ///   ``PreviewerConfiguration/timeLimit`` six times, in time of the processor; `timeLimit` after ten times of that.
    public func makePages(
        of descriptor: Int32,
        name: String,
        layout: PageLayout,
        into output: Int32
    ) async throws(PreviewError) -> DocumentPages {
        guard layout.isValid else {
            throw PreviewError(
                .invalidRequest,
                "The margins leave no room on the paper, or a value is out of range.",
                chinese: "页边距没有在纸上留出空间，或某个值超出范围。"
            )
        }
        if let pages = await converted(descriptor, name: name, layout: layout, into: output) {
            return pages
        }
        return try await simple(descriptor, name: name, layout: layout, into: output)
    }

    /// Writes the pages of a document without the help of another program, on A4.
    func makeSimplePages(
        of descriptor: Int32,
        name: String,
        into output: Int32
    ) async throws(PreviewError) -> DocumentPages {
        try await simple(descriptor, name: name, layout: .a4, into: output)
    }

    private func simple(
        _ descriptor: Int32,
        name: String,
        layout: PageLayout,
        into output: Int32
    ) async throws(PreviewError) -> DocumentPages {
        let (pages, type) = try await written(descriptor, name: name, layout: layout, into: output)
        return DocumentPages(
            count: pages.count,
            size: pages.size,
            info: pages.info,
            isSimplified: type.isLaidOutSimply,
            missingPackage: missingPackage(for: type),
            isTruncated: pages.isTruncated,
            leftOut: pages.leftOut,
            worksheets: nil
        )
    }

    /// Whether a program is installed that gives documents of a type the pages that they have in the program that made
    /// them, on the paper that they name, and even where they have no preview; `false` once its sandbox could not be made.
    public func hasOwnPages(_ type: FileType) -> Bool {
        if case .off = converter.state { return false }
        return LayoutProgram(type).map { $0.keepsOwnPaper && converter.has($0) } ?? false
    }

    /// The Debian package without which documents of a type do not have their own look, or no pages at all; `nil` where
    /// it is installed, or there is none.
    public func missingPackage(for type: FileType) -> String? {
        LayoutProgram(type).flatMap { converter.missingPackage(for: $0) }
    }

    /// The pages that a program of another project makes of the document; `nil` where none is there, or it fails.
    private func converted(
        _ descriptor: Int32,
        name: String,
        layout: PageLayout,
        into output: Int32
    ) async -> DocumentPages? {
        // Facts take as long as the pages of some documents, which are counted: first, only the type.
        guard converter.hasSome, let first = try? await typeInfo(of: descriptor, name: name),
            let program = LayoutProgram(FileType(rawValue: first.type)), converter.has(program)
        else { return nil }
        let info: DocumentInfo
        do throws(PreviewError) {
            info = try await self.info(of: descriptor, name: name)
        } catch {
            // The program may read what ends the reader of this project.
            guard error.endsReader else { return nil }
            info = first
        }
        guard info.problem == nil else { return nil }
        let type = FileType(rawValue: info.type)
        let document = await convert(
            descriptor,
            name: name,
            of: type,
            by: program,
            on: layout,
            timeLimit: configuration.programTimeLimit ?? pagesTimeLimit
        )
        guard let document,
            let (pages, written) = try? await written(
                document.number,
                name: ".pdf",
                layout: layout,
                into: output
            ), written == .pdf
        else { return nil }
        var facts = info
        facts.pages = pages.count
        return DocumentPages(
            count: pages.count,
            size: pages.size,
            info: facts,
            isSimplified: false,
            missingPackage: nil,
            isTruncated: false,
            leftOut: document.leftOut,
            worksheets: document.worksheets
        )
    }

    /// What a document is, without reading it further.
    package func typeInfo(
        of descriptor: Int32,
        name: String
    ) async throws(PreviewError) -> DocumentInfo {
        try await perform(.info, of: descriptor, name: name, adjust: { $0.page = 0 }).answer.info
    }

    /// Lets another program lay a document out, on a thread that may block; not one that has crashed it, or has taken it
    /// too long, until the program is updated or the document is forgotten.
    private func convert(
        _ descriptor: Int32,
        name: String,
        of type: FileType,
        by program: LayoutProgram,
        on layout: PageLayout,
        timeLimit: Duration
    ) async -> ConvertedDocument? {
        let outcome = await CancelableRequest<ConvertedDocument?>.perform(on: converterWorkers) {
            [converter, crashes] interrupt in
            let edition = converter.edition(of: program)
            guard !crashes.refuses(descriptor, edition: edition, after: 1) else {
                return .success(nil)
            }
            let outcome = converter.layOut(
                descriptor,
                of: type,
                by: program,
                on: layout,
                timeLimit: timeLimit,
                interrupt: interrupt
            )
            if case .failed(let end) = outcome {
                crashes.add(
                    descriptor,
                    edition: edition,
                    name: Self.lastPart(of: name),
                    end: end,
                    isLayout: true
                )
            }
            return .success(outcome.document)
        }
        return (try? outcome.get()) ?? nil
    }

    /// The time limit for all pages of a document: a thousand take longer than one.
    package var pagesTimeLimit: Duration { configuration.timeLimit * 6 }

    /// The limit counts time of the processor, so that whether a text prints does not depend on what else the computer does.
    private static let pagesPatience = 10

    /// The pages that a child writes.
    private func written(
        _ descriptor: Int32,
        name: String,
        layout: PageLayout,
        into output: Int32
    ) async throws(PreviewError) -> (pages: WrittenPages, type: FileType) {
        let (size, reply) = try await writeReply(
            .makePages,
            of: descriptor,
            name: name,
            payload: layout.encoded(),
            into: output,
            in: .ofRasters,
            timeLimit: pagesTimeLimit,
            patience: Self.pagesPatience
        )
        // Everything that has pages has them written.
        guard let reply, let count = reply.answer.info.pages else { throw .notWritten }
        return (
            WrittenPages(
                count: count,
                size: size,
                info: reply.answer.info,
                isTruncated: reply.answer.isTruncated,
                leftOut: reply.answer.leftOut
            ),
            reply.type
        )
    }

    /// What a child has written.
    private struct WrittenPages {
        let count: Int
        let size: Int
        let info: DocumentInfo
        let isTruncated: Bool
        let leftOut: LeftOut
    }
}
