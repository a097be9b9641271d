import CText
import PreviewModel

/// A database of SQLite, open for reading.
@safe final class Database {
    /// A value.
    struct Value {
        var text: String
        var isNumber = false
        /// Whether the text says what the value is, and is not the value itself.
        var isNote = false
    }

    private let handle: OpaquePointer

    /// The most characters of a value.
    private static var valueLimit: Int { ReadingExtent.limit(200, whole: 2_000) }

    /// Opens a file; `nil` where it is not a database.
    init?(_ descriptor: Int32) {
        guard let handle = unsafe ctext_database_open(descriptor) else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe ctext_database_close(handle) }

    /// The names of the columns, then the rows, of a question in SQL; `nil` where it fails.
    ///
    /// - Parameters:
    ///   - question: The question, in which no words of the document stand but quoted names.
    ///   - limit: The most rows.
    ///   - milliseconds: The most time of the processor.
    /// - Returns: The rows, of which the first one has the names.
    func rows(_ question: String, limit: Int, milliseconds: UInt32 = 1_000) -> [[Value]]? {
        let collector = Collector(limit: limit + 1)
        let context = unsafe Unmanaged.passUnretained(collector).toOpaque()
        let status = unsafe ctext_database_ask(
            handle,
            question,
            milliseconds,
            { context, row in
                guard let context = unsafe context, let row = unsafe row?.pointee else { return 0 }
                let collector = unsafe Unmanaged<Collector>.fromOpaque(context)
                    .takeUnretainedValue()
                unsafe collector.take(row)
                return collector.rows.count < collector.limit ? 1 : 0
            },
            context
        )
        return status == 0 || collector.rows.count > 1 ? collector.rows : nil
    }

    /// A name, quoted for a question.
    static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    private final class Collector {
        let limit: Int
        var rows: [[Value]] = []

        init(limit: Int) { self.limit = limit }

        @unsafe func take(_ row: ctext_row) {
            var values: [Value] = []
            for index in 0..<min(unsafe row.count, TableSetter.columnsLimit) {
                let cell = unsafe row.cells[index]
                values.append(unsafe Self.value(cell, isName: row.names != 0))
            }
            if unsafe row.count > values.count { ReadingExtent.noteOmission() }
            rows.append(values)
        }

        @unsafe private static func value(_ cell: ctext_cell, isName: Bool) -> Value {
            switch unsafe cell.kind {
            case CTEXT_VALUE_NULL where !isName: return Value(text: "NULL", isNote: true)
            case CTEXT_VALUE_BLOB where !isName:
                return Value(text: ByteSize.words(unsafe cell.length), isNote: true)
            default: break
            }
            guard let text = unsafe cell.text else { return Value(text: "") }
            let count = min(unsafe cell.length, valueLimit * 4)
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: count)
            let words = unsafe String(decoding: bytes, as: UTF8.self)
            if unsafe cell.length > count { ReadingExtent.noteOmission() }
            let isNumber = unsafe cell.kind == CTEXT_VALUE_NUMBER
            return Value(text: String(words.prefix(valueLimit)), isNumber: isNumber)
        }
    }
}
