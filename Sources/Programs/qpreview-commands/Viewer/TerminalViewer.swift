import Dispatch
import Glibc
import QuickPreview
import Signals
import TerminalDisplay

/// `qpreview show --interactive`: one file, whose pages a person leafs through.
struct TerminalViewer {
    private enum Event: Sendable {
        case keys([ViewerKey])
        case resized
        case drawn(Drawing)
        case failed(PreviewError)
        /// There is no such page; the number of pages that the document has now, where that is known.
        case missing(page: Int, pages: Int?)
        case closed
    }

    /// A page as it was drawn.
    private struct Drawing: Sendable {
        let page: Int
        /// The edge that was asked for.
        let size: Int
        let picture: Pixmap
        let info: DocumentInfo?
        /// The reason why it is only a card.
        let reason: PreviewError?
    }

    private let document: PagedDocument
    private let options: TerminalOptions
    private let output: TerminalOutput
    private var state: ViewerState
    private var drawing: Drawing?
    private var work: Task<Void, Never>?

    /// A viewer of a document, which starts with a page.
    init(
        _ document: PagedDocument,
        page: Int,
        _ options: TerminalOptions,
        _ output: TerminalOutput
    ) {
        self.document = document
        self.options = options
        self.output = output
        self.state = ViewerState(page: page)
    }

    /// Shows pages until the person quits.
    ///
    /// - Returns: The reason why the file has no picture, or `nil`.
    /// - Throws: ``Failure`` where there is no keyboard.
    consuming func run() async throws(Failure) -> PreviewError? {
        guard output.takeScreen() else {
            throw Failure(
                64,
                "There is no keyboard on standard input. Leave out --interactive.",
                "标准输入不是键盘。请去掉 --interactive。"
            )
        }
        defer { output.leaveScreen() }
        let (events, sender) = AsyncStream.makeStream(of: Event.self)
        let resizing = Self.watchKeys(sender)
        defer { resizing.stop() }
        showStatus(isBusy: true)
        request(sender)
        for await event in events {
            if let ending = handle(event, sender) { return try ending.get() }
        }
        return nil
    }

    /// Does what an event means; how the viewer ends, where it does.
    private mutating func handle(
        _ event: Event,
        _ sender: AsyncStream<Event>.Continuation
    ) -> Result<PreviewError?, Failure>? {
        switch event {
        case .keys(let keys):
            for key in keys {
                if key == .quit {
                    work?.cancel()
                    return .success(drawing?.reason)
                }
                change(key, sender)
            }
        case .resized: request(sender)
        case .drawn(let drawing):
            // One that was finished before it was canceled is not the page of the line below it.
            guard drawing.page == state.page else { break }
            self.drawing = drawing
            if let pages = drawing.info?.pages { state.learn(pages: pages) }
            show()
        case .missing(let page, let pages):
            guard page == state.page else { break }
            state.turnBack(from: page, pages: pages, shown: drawing?.page)
            request(sender)
        case .failed(let error): return .failure(Failure(document.argument, error))
        case .closed: return .success(drawing?.reason)
        }
        return nil
    }

    /// Does what a key means: a new page or a larger one is drawn, another part of the page is only shown.
    private mutating func change(
        _ key: ViewerKey,
        _ sender: AsyncStream<Event>.Continuation
    ) {
        let before = state
        state.apply(key)
        guard state != before else { return }
        if state.page == before.page, state.zoom == before.zoom {
            show()
        } else {
            request(sender)
        }
    }

    private var terminal: TerminalPictures? {
        let size = TerminalPictures.size
        return options.pictures(in: TerminalArea(columns: size.columns, rows: size.rows - 1))
    }

    /// Draws the page in the size of the window, instead of the one that is being drawn.
    private mutating func request(_ sender: AsyncStream<Event>.Continuation) {
        guard let terminal else { return }
        work?.cancel()
        showStatus(isBusy: true)
        let (document, page, zoom) = (document, state.page, state.zoom)
        work = Task {
            if let event = await Self.draw(document, page: page, zoom: zoom, terminal) {
                sender.yield(event)
            }
        }
    }

    /// Draws a page; `nil` where that was canceled.
    private static func draw(
        _ document: PagedDocument,
        page: Int,
        zoom: Double,
        _ terminal: TerminalPictures
    ) async -> Event? {
        let aspect = (await document.info())?.aspect ?? 1
        let size = min(4096, Int(clamping: Double(terminal.edge(of: 1, aspect: aspect)) * zoom))
        do throws(PreviewError) {
            let image = try await document.picture(page: page, size: size)
            return await drawn(document, page: page, size: size, image, reason: nil)
        } catch {
            if error.code == .canceled { return nil }
            if error.code == .pageOutOfRange, page > 1 {
                return await missing(document, page: page)
            }
            guard error.isAboutFile else { return .failed(error) }
            return await drawCard(document, page: page, terminal, for: error)
        }
    }

    /// Draws the card of a page that cannot be drawn.
    private static func drawCard(
        _ document: PagedDocument,
        page: Int,
        _ terminal: TerminalPictures,
        for reason: PreviewError
    ) async -> Event? {
        let size = terminal.edge(of: 1, aspect: 1)
        do throws(PreviewError) {
            let image = try await document.card(for: reason, size: size)
            return await drawn(document, page: page, size: size, image, reason: reason)
        } catch {
            return error.code == .canceled ? nil : .failed(error)
        }
    }

    private static func drawn(
        _ document: PagedDocument,
        page: Int,
        size: Int,
        _ image: PreviewImage,
        reason: PreviewError?
    ) async -> Event? {
        guard
            let picture = Pixmap(width: image.width, height: image.height, pixels: image.pixels)
        else { return nil }
        let info = await document.info()
        return .drawn(
            Drawing(page: page, size: size, picture: picture, info: info, reason: reason)
        )
    }

    private static func missing(_ document: PagedDocument, page: Int) async -> Event {
        .missing(page: page, pages: await document.currentPages())
    }

    /// Shows the visible part of the drawn page, in the middle of the window.
    private func show() {
        guard let drawing, let terminal else { return }
        var picture = drawing.picture
        let (width, height) = (
            terminal.columns * terminal.cell.width, terminal.rows * terminal.cell.height
        )
        if state.zoom > 1, picture.width > width || picture.height > height {
            let (shownWidth, shownHeight) = (min(width, picture.width), min(height, picture.height))
            func start(_ center: Double, _ part: Int, _ whole: Int) -> Int {
                max(0, min(whole - part, Int(clamping: center * Double(whole)) - part / 2))
            }
            picture = picture.cropped(
                left: start(state.center.x, shownWidth, picture.width),
                top: start(state.center.y, shownHeight, picture.height),
                width: shownWidth,
                height: shownHeight
            )
        }
        let cells = terminal.cells(of: picture)
        let area = TerminalArea(
            columns: cells.columns,
            rows: cells.rows,
            origin: TerminalArea.Origin(
                column: (terminal.columns - cells.columns) / 2,
                row: (terminal.rows - cells.rows) / 2
            )
        )
        let former = terminal.format == .kitty ? "\u{1B}_Ga=d,q=2\u{1B}\\" : ""
        guard let text = terminal.text(of: picture, in: area) else { return }
        _ = output.write(Array("\(former)\u{1B}[0m\u{1B}[2J".utf8) + text)
        showStatus(isBusy: false)
    }

    /// Writes the bottom line: what is shown, and what keys do.
    private func showStatus(isBusy: Bool) {
        let rows = TerminalPictures.size.rows
        let language = PreviewLanguage.ofUser
        var parts = [document.name]
        if let info = drawing?.info { parts.append(info.kind(in: language)) }
        let pages = state.pages
        if pages ?? 2 > 1 {
            parts.append(
                pages.map { language.say("\(state.page) of \($0)", "第 \(state.page) 页，共 \($0) 页") }
                    ?? language.say("page \(state.page)", "第 \(state.page) 页")
            )
        }
        if state.zoom > 1 { parts.append("\(Int(clamping: (state.zoom * 100).rounded()))%") }
        if isBusy { parts.append("…") }
        parts.append(language.say("n, p: pages; +, -: zoom; q: quit", "n、p：翻页；+、-：缩放；q：退出"))
        let line = parts.map(TerminalText.printable).joined(separator: " · ")
        _ = output.write(Array("\u{1B}[\(rows);1H\u{1B}[0;7m\u{1B}[2K \(line)\u{1B}[0m".utf8))
    }

    /// Reports keys, and new sizes of the window.
    private static func watchKeys(_ sender: AsyncStream<Event>.Continuation) -> SignalHandler {
        // A thread of its own: it waits until the end.
        DispatchQueue(label: "keys").async {
            var bytes = [UInt8](repeating: 0, count: 256)
            while true {
                let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                sender.yield(.keys(ViewerKey.keys(in: Array(bytes[..<count]))))
            }
            sender.yield(.closed)
        }
        return SignalHandler(for: [SIGWINCH]) { _ in sender.yield(.resized) }
    }
}
