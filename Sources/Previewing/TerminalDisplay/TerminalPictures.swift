import CChafa
import Glibc

/// Shows pictures in the terminal on standard output, or in a part of it.
package struct TerminalPictures: Sendable {
    /// The width for a picture, in columns.
    package let columns: Int
    /// The rows for a picture: those of the terminal, except one for the caption and one for the
    /// prompt; or those of the part that was asked for.
    package let rows: Int
    /// The size of a cell in pixels.
    package let cell: (width: Int, height: Int)
    /// The protocol.
    package let format: TerminalFormat
    /// How many colors characters have; `nil` for as many as the terminal has.
    package let colors: TerminalColors?

    /// Queries the size of the terminal; `nil` where the library for terminal graphics is missing.
    ///
    /// - Parameters:
    ///   - area: The part of the terminal for pictures (default: all but two rows).
    ///   - format: The protocol (default: the one of the terminal that the environment describes, or that answers).
    ///   - colors: How many colors characters have (default: as many as the terminal has).
    package init?(
        in area: TerminalArea? = nil,
        by format: TerminalFormat? = nil,
        colors: TerminalColors? = nil
    ) {
        guard cchafa_open() == 0 else { return nil }
        // A file manager that names a part of its terminal reads from that itself.
        if area == nil, Self.hasQuestion(format) { TerminalAnswers.ask() }
        let terminal = Self.size
        self.colors = colors
        columns = area?.columns ?? terminal.columns
        rows = area?.rows ?? max(4, terminal.rows - 2)
        cell = terminal.cell
        self.format = format ?? Self.detected
    }

    /// The size of the terminal on standard output, or else of the one that controls this process.
    package static var size: (columns: Int, rows: Int, cell: (width: Int, height: Int)) {
        var size = winsize()
        var isKnown = unsafe ioctl(STDOUT_FILENO, UInt(clamping: TIOCGWINSZ), &size) == 0
        if !isKnown {
            // A file manager reads standard output from a pipe.
            let terminal = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
            if terminal >= 0 {
                isKnown = unsafe ioctl(terminal, UInt(clamping: TIOCGWINSZ), &size) == 0
                close(terminal)
            }
        }
        let columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
        let rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
        let hasPixels = isKnown && size.ws_xpixel > 0 && size.ws_ypixel > 0
        if hasPixels {
            let width = max(1, Int(size.ws_xpixel) / columns)
            return (columns, rows, (width, max(1, Int(size.ws_ypixel) / rows)))
        }
        let answers = TerminalAnswers.ofTerminal
        if let cell = answers.cell { return (columns, rows, (cell.width, cell.height)) }
        if let area = answers.area {
            return (columns, rows, (max(1, area.width / columns), max(1, area.height / rows)))
        }
        // Many terminals do not report their size in pixels; most have cells of about this size.
        return (columns, rows, (10, 20))
    }

    /// Whether standard output is in tmux or screen: they pass on what they know, and they know no pixels; the variables of
    /// the terminal outside are still there.
    private static var isInside: Bool { ["TMUX", "STY"].contains { !variable($0).isEmpty } }

    /// Whether the environment leaves something open that the terminal may answer.
    private static func hasQuestion(_ format: TerminalFormat?) -> Bool {
        let name = variable("TERM")
        // These show what they do not understand.
        let isOld = ["linux", "dumb", "cons", "vt"].contains { name.hasPrefix($0) }
        guard !isInside, !isOld, !name.isEmpty, format != .symbols else { return false }
        guard format == nil, TerminalFormat(cchafa_detect()) == .symbols else {
            var size = winsize()
            return unsafe ioctl(STDOUT_FILENO, UInt(clamping: TIOCGWINSZ), &size) == 0
                && size.ws_xpixel == 0
        }
        return true
    }

    private static var detected: TerminalFormat {
        if isInside { return .symbols }
        let named = TerminalFormat(cchafa_detect())
        guard named == .symbols else { return named }
        let answers = TerminalAnswers.ofTerminal
        return answers.hasKitty ? .kitty : answers.hasSixels ? .sixels : .symbols
    }

    /// The gap between two pictures in pixels: one column.
    package var gap: Int { cell.width }

    /// The length of the longer edge of each of several pictures side by side.
    ///
    /// - Parameters:
    ///   - count: The number of pictures.
    ///   - aspect: The width of each divided by its height.
    /// - Returns: The edge in pixels.
    package func edge(of count: Int, aspect: Double) -> Int {
        let width = Double((columns * cell.width - gap * (count - 1)) / count)
        let height = min(Double(rows * cell.height), width / aspect)
        return min(4096, max(16, Int(clamping: max(height, height * aspect))))
    }

    /// The columns and rows that a picture takes, fitted to those that there are.
    package func cells(of picture: Pixmap) -> (columns: Int, rows: Int) {
        let scale = min(
            1,
            Double(columns * cell.width) / Double(picture.width),
            Double(rows * cell.height) / Double(picture.height)
        )
        func cells(_ pixels: Int, _ cell: Int, limit: Int) -> Int {
            min(limit, max(1, Int(clamping: (Double(pixels) * scale / Double(cell)).rounded(.up))))
        }
        return (
            cells(picture.width, cell.width, limit: columns),
            cells(picture.height, cell.height, limit: rows)
        )
    }

    /// Encodes a picture for this terminal, with a line feed at its end.
    package func text(of picture: Pixmap) -> [UInt8]? {
        encoded(picture, cells(of: picture)).map { $0 + [0x0A] }
    }

    /// Encodes a picture at a place of the terminal, whose former contents it erases; the cursor stays where it is.
    package func text(of picture: Pixmap, in area: TerminalArea) -> [UInt8]? {
        guard let origin = area.origin else { return text(of: picture) }
        return encoded(picture, cells(of: picture)).map { place($0, at: origin, in: area) }
    }

    /// The first lines of an untrusted text with sequences for colors, as ``TerminalLines`` has them.
    package func text(of lines: String, in area: TerminalArea?) -> [UInt8] {
        let lines = TerminalLines.fitted(
            lines,
            columns: columns,
            rows: rows,
            hasColors: colors == nil ? Self.hasColors : colors != TerminalColors.none
        )
        guard let area, let origin = area.origin else {
            return Array(lines.map { $0 + "\n" }.joined().utf8)
        }
        return place(Array(lines.joined(separator: "\n").utf8), at: origin, in: area)
    }

    /// Places what is encoded at a corner.
    private func place(
        _ picture: [UInt8],
        at origin: TerminalArea.Origin,
        in area: TerminalArea
    ) -> [UInt8] {
        var text = Array("\u{1B}7\u{1B}[0m".utf8)
        func move(_ row: Int) {
            text += Array("\u{1B}[\(origin.row + row + 1);\(origin.column + 1)H".utf8)
        }
        if format == .kitty {
            // Whatever covers the first cell: a former picture.
            text += Array(
                "\u{1B}_Ga=d,d=p,x=\(origin.column + 1),y=\(origin.row + 1),q=2\u{1B}\\".utf8
            )
        }
        for row in 0..<area.rows {
            move(row)
            text += Array("\u{1B}[\(area.columns)X".utf8)
        }
        if format == .symbols {
            for (row, line) in picture.split(separator: 0x0A, omittingEmptySubsequences: false)
                .enumerated()
            {
                move(row)
                text += line
            }
        } else {
            move(0)
            text += picture
        }
        return text + Array("\u{1B}8".utf8)
    }

    private func encoded(
        _ picture: Pixmap,
        _ cells: (columns: Int, rows: Int)
    ) -> [UInt8]? {
        var length = 0
        let text = unsafe cchafa_print(
            picture.pixels,
            Int32(clamping: picture.width),
            Int32(clamping: picture.height),
            format.kind,
            Int32(clamping: cells.columns),
            Int32(clamping: cells.rows),
            Int32(clamping: cell.width),
            Int32(clamping: cell.height),
            TerminalColors.kind(colors, hasColors: Self.hasColors),
            &length
        )
        guard let text = unsafe text else { return nil }
        defer { unsafe cchafa_free(text) }
        return unsafe text.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
            unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
        }
    }

    private static var hasColors: Bool { variable("NO_COLOR").isEmpty }

    /// Whether standard output is a terminal that can show more than plain text.
    package static var isPossible: Bool {
        isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb"
    }

    private static func variable(_ name: String) -> String {
        unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
    }
}
