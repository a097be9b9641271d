import CChafa
import Glibc

/// Shows pictures in the terminal on standard output.
package struct TerminalPictures: Sendable {
    /// The width of the terminal, in columns.
    package let columns: Int
    /// The rows for a picture: those of the terminal, except one for the caption and one for the
    /// prompt.
    package let rows: Int
    /// The size of a cell in pixels.
    package let cell: (width: Int, height: Int)

    /// Queries the size of the terminal; `nil` where the library for terminal graphics is missing.
    package init?() {
        guard cchafa_open() == 0 else { return nil }
        var size = winsize()
        let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
        let rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
        self.rows = max(4, rows - 2)
        let hasPixels = size.ws_xpixel > 0 && size.ws_ypixel > 0
        // Many terminals do not report their size in pixels; most have cells of about this size.
        cell = (
            hasPixels ? max(1, Int(size.ws_xpixel) / columns) : 10,
            hasPixels ? max(1, Int(size.ws_ypixel) / rows) : 20
        )
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
        return min(4096, max(16, Int(max(height, height * aspect))))
    }

    /// Encodes a picture for this terminal, with a line feed at its end.
    package func text(of picture: Pixmap) -> [UInt8]? {
        let scale = min(
            1,
            Double(columns * cell.width) / Double(picture.width),
            Double(rows * cell.height) / Double(picture.height)
        )
        func cells(_ pixels: Int, _ cell: Int, limit: Int) -> Int {
            min(limit, max(1, Int((Double(pixels) * scale / Double(cell)).rounded(.up))))
        }
        let hasColors = Self.variable("NO_COLOR").isEmpty
        var length = 0
        let text = unsafe cchafa_print(
            picture.pixels,
            Int32(picture.width),
            Int32(picture.height),
            Int32(cells(picture.width, cell.width, limit: columns)),
            Int32(cells(picture.height, cell.height, limit: rows)),
            Int32(cell.width),
            Int32(cell.height),
            hasColors ? 1 : 0,
            &length
        )
        guard let text = unsafe text else { return nil }
        defer { unsafe cchafa_free(text) }
        return unsafe text.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
            unsafe Array(UnsafeBufferPointer(start: bytes, count: length)) + [0x0A]
        }
    }

    /// Whether standard output is a terminal that can show more than plain text.
    package static var isPossible: Bool {
        isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb"
    }

    private static func variable(_ name: String) -> String {
        unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
    }
}
