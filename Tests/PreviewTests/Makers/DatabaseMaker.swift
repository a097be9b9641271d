/// A small database of SQLite: a table of two columns with two rows.
enum DatabaseMaker {
    private static let pageSize = 512

    static var people: [UInt8] {
        let sql = "CREATE TABLE people(name TEXT, age INTEGER)"
        let schema = record([
            .text("table"), .text("people"), .text("people"), .number(2), .text(sql),
        ])
        var header = Array("SQLite format 3".utf8) + [0, 2, 0, 1, 1, 0, 64, 32, 32]
        header += big(1) + big(2) + big(0) + big(0) + big(1) + big(4) + big(0) + big(0) + big(1)
        header += big(0) + big(0)
        header += [UInt8](repeating: 0, count: 92 - header.count) + big(1) + big(3_040_001)
        let rows = [
            record([.text("Ann"), .number(42)]), record([.text("Bob"), .number(7)]),
        ]
        return page([schema], after: header) + page(rows, after: [])
    }

    private enum Value {
        case text(String)
        case number(UInt8)
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
    }

    private static func record(_ values: [Value]) -> [UInt8] {
        var (header, body): ([UInt8], [UInt8]) = ([], [])
        for value in values {
            switch value {
            case .text(let text):
                let size = 13 + 2 * text.utf8.count
                header += size < 128 ? [UInt8(size)] : [UInt8(size >> 7 | 128), UInt8(size & 127)]
                body += Array(text.utf8)
            case .number(let number):
                header.append(1)
                body.append(number)
            }
        }
        return [UInt8(header.count + 1)] + header + body
    }

    /// A leaf of a table, whose cells begin at its end.
    private static func page(_ records: [[UInt8]], after header: [UInt8]) -> [UInt8] {
        var (places, cells): ([UInt8], [UInt8]) = ([], [])
        var end = pageSize
        for (index, record) in records.enumerated() {
            let cell = [UInt8(record.count), UInt8(index + 1)] + record
            end -= cell.count
            places += [UInt8(end >> 8), UInt8(end & 255)]
            cells = cell + cells
        }
        let leaf =
            [13, 0, 0, 0, UInt8(records.count), UInt8(end >> 8), UInt8(end & 255), 0] + places
        let start = header + leaf
        return start + [UInt8](repeating: 0, count: end - start.count) + cells
    }
}
