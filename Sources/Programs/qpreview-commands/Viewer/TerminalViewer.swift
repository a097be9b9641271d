import Dispatch
import Glibc
import QuickPreview
import TerminalDisplay

/// `qpreview show --interactive`: one file, whose pages a person leafs through.
struct TerminalViewer {
    private enum Event: Sendable {
        case keys([ViewerKey])
        case resized
        case drawn(Drawing)
        case failed(PreviewError)
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
    private let format: TerminalFormat?
    private let output: TerminalOutput
    private var state: ViewerState
    private var drawing: Drawing?
    private var work: Task<Void, Never>?

    /// A viewer of a document, which starts with a page.
    init(
        _ document: PagedDocument,
        page: Int,
        format: TerminalFormat?,
        _ output: TerminalOutput
    ) {
        self.document = document
        self.format = format
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
        defer { resizing.cancel() }
        showStatus(isBusy: true)
        request(sender)
        for await event in events {
            switch event {
            case .keys(let keys):
                for key in keys {
                    if key == .quit {
                        work?.cancel()
                        return drawing?.reason
                    }
                    change(key, sender)
                }
            case .resized: request(sender)
            case .drawn(let drawing):
                // One that was finished before it was canceled is not the page of the line below it.
                guard drawing.page == state.page else { continue }
                self.drawing = drawing
                state.pages = drawing.info?.pages ?? state.pages
                show()
            case .failed(let error):
                guard error.code == .pageOutOfRange, state.page > 1 else {
                    throw Failure(document.argument, error)
                }
                let last = await document.pages() ?? drawing?.page ?? 1
                state.end(at: last)
                request(sender)
            case .closed: return drawing?.reason
            }
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
        return TerminalPictures(
            in: TerminalArea(columns: size.columns, rows: size.rows - 1),
            by: format
        )
    }

    /// Draws the page in the size of the window, instead of the one that is being drawn.
    private mutating func request(_ sender: AsyncStream<Event>.Continuation) {
        guard let terminal else { return }
        work?.cancel()
        showStatus(isBusy: true)
        let (document, page, zoom) = (document, state.page, state.zoom)
        work = Task {
            let aspect = (await document.info())?.aspect ?? 1
            let size = min(4096, Int(Double(terminal.edge(of: 1, aspect: aspect)) * zoom))
            var reason: PreviewError?
            do throws(PreviewError) {
                let image: PreviewImage
                do throws(PreviewError) {
                    image = try await document.picture(page: page, size: size)
                } catch {
                    guard error.isAboutFile, page == 1 else { throw error }
                    reason = error
                    let edge = terminal.edge(of: 1, aspect: 1)
                    image = try await document.card(for: error, size: edge)
                }
                guard
                    let picture = Pixmap(
                        width: image.width,
                        height: image.height,
                        pixels: image.pixels
                    )
                else { return }
                sender.yield(
                    .drawn(
                        Drawing(
                            page: page,
                            size: size,
                            picture: picture,
                            info: await document.info(),
                            reason: reason
                        )
                    )
                )
            } catch {
                if error.code != .canceled { sender.yield(.failed(error)) }
            }
        }
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
                max(0, min(whole - part, Int(center * Double(whole)) - part / 2))
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
        if state.zoom > 1 { parts.append("\(Int((state.zoom * 100).rounded()))%") }
        if isBusy { parts.append("…") }
        parts.append(language.say("n, p: pages; +, -: zoom; q: quit", "n、p：翻页；+、-：缩放；q：退出"))
        let line = parts.map(TerminalText.printable).joined(separator: " · ")
        _ = output.write(Array("\u{1B}[\(rows);1H\u{1B}[0;7m\u{1B}[2K \(line)\u{1B}[0m".utf8))
    }

    /// Reports keys, and new sizes of the window.
    private static func watchKeys(
        _ sender: AsyncStream<Event>.Continuation
    ) -> any DispatchSourceSignal {
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
        let resizing = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
        resizing.setEventHandler { sender.yield(.resized) }
        resizing.resume()
        return resizing
    }
}
