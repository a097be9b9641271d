import PreviewHelper

/// A record of a presentation, or of a drawing in it ([MS-PPT] 2.3.1, [MS-ODRAW] 2.2.1).
struct OldSlideRecord {
    var instance: UInt16
    var type: UInt16
    var body: ArraySlice<UInt8>

    /// The most records that one record may contain.
    private static let limit = 20_000

    /// The records in a body, one after the other.
    static func all(in body: ArraySlice<UInt8>) -> [OldSlideRecord] {
        var records: [OldSlideRecord] = []
        var rest = body
        while rest.count >= 8, records.count < limit {
            let header = Array(rest.prefix(8))
            let size = Int(header.number32(4))
            let record = OldSlideRecord(
                instance: header.number16(0) >> 4,
                type: header.number16(2),
                body: rest.dropFirst(8).prefix(size)
            )
            records.append(record)
            rest = rest.dropFirst(8).dropFirst(size)
        }
        return records
    }

    /// The records inside this one.
    var children: [OldSlideRecord] { Self.all(in: body) }

    /// The first record of a type inside this one.
    func first(_ type: UInt16) -> OldSlideRecord? { children.first { $0.type == type } }

    /// The contents as an array, whose indices begin at 0.
    var bytes: [UInt8] { Array(body) }
}
