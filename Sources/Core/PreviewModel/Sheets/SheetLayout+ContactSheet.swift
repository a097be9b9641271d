extension SheetLayout {
    /// Pages in a grid, upright as the sheet is held, each with its name below it.
    public struct ContactSheet: Equatable, Sendable {
        /// The name of consecutive pages.
        public struct Name: Equatable, Sendable {
            /// The first page, from 1.
            public var page: Int
            /// The number of pages.
            public var count: Int
            /// The name.
            public var text: String

            /// Names pages.
            public init(page: Int, count: Int, text: String) {
                self.page = page
                self.count = count
                self.text = text
            }
        }

        /// The number of pages side by side.
        public var columns: Int
        /// The number of pages below one another.
        public var rows: Int
        /// The names, in the order of their pages; a page without one has its number.
        public var names: [Name]

        /// A contact sheet.
        public init(columns: Int, rows: Int, names: [Name] = []) {
            self.columns = columns
            self.rows = rows
            self.names = names
        }

        /// The longest name, in bytes; a longer one is cut.
        static let nameLimit = 255
        /// The most names.
        static let limit = 10_000
        /// The height of a name below its page, in points.
        static let strip = 14.0
        /// The least edge of the place for a page, in points.
        private static let leastEdge = 10.0

        func isValid(_ numberUp: Int) -> Bool {
            columns > 0 && rows > 0 && columns <= numberUp && columns * rows == numberUp
                && names.count <= Self.limit
        }

        /// Whether the pages have room, whichever way the sheet is turned.
        func hasRoom(_ width: Double, _ length: Double) -> Bool {
            func places(_ edge: Double, _ count: Int) -> Double {
                (edge - Double(count - 1) * Imposition.gutter) / Double(count)
            }
            let edges = [(width, length), (length, width)]
            return edges.allSatisfy { across, down in
                places(across, columns) >= Self.leastEdge
                    && places(down, rows) >= Self.leastEdge + Self.strip
            }
        }

        /// The name below a page: of several pages of the same file, with the number of each.
        func name(of page: Int) -> String {
            guard let name = names.last(where: { $0.page <= page }), page < name.page + name.count
            else { return "\(page)" }
            let text = name.text.singleLine
            return name.count > 1 ? "\(text) (\(page - name.page + 1))" : text
        }
    }

    func writeContactSheet(_ writer: inout ByteWriter) {
        writer.write(UInt8(clamping: contactSheet?.columns ?? 0))
        guard let contactSheet else { return }
        writer.write(UInt8(clamping: contactSheet.rows))
        writer.write(UInt32(clamping: contactSheet.names.count))
        for name in contactSheet.names {
            writer.write(UInt32(clamping: name.page))
            writer.write(UInt32(clamping: name.count))
            writer.write(name.text, limit: ContactSheet.nameLimit)
        }
    }

    mutating func readContactSheet(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        let columns = Int(try reader.read(UInt8.self))
        guard columns > 0 else { return }
        var sheet = ContactSheet(columns: columns, rows: Int(try reader.read(UInt8.self)))
        let count = Int(try reader.read(UInt32.self))
        guard count <= ContactSheet.limit else { throw ByteReader.Malformed() }
        for _ in 0..<count {
            sheet.names.append(
                ContactSheet.Name(
                    page: Int(try reader.read(UInt32.self)),
                    count: Int(try reader.read(UInt32.self)),
                    text: try reader.readText(limit: ContactSheet.nameLimit)
                )
            )
        }
        contactSheet = sheet
    }
}
