import PreviewHelper

/// The properties of a message in a compound file ([MS-OXMSG], 2.4): long ones are streams, the others rows of a table.
enum MessageStorage {
    /// The most attachments that are read.
    private static let attachmentsLimit = 2_000
    private static let tableLimit = 1 << 20

    static func read(_ file: CompoundFile) -> (MailProperties, [MailProperties])? {
        let attachments = file.entries
            .filter { $0.name.hasPrefix("__attach_version1.0_#") }
            .sorted { $0.name < $1.name }
            .prefix(attachmentsLimit)
            .map { properties(of: file.entries(of: $0), in: file, headSize: 8) }
        return (properties(of: file.entries, in: file, headSize: 32), Array(attachments))
    }

    private static func properties(
        of entries: [CompoundFile.Entry],
        in file: CompoundFile,
        headSize: Int
    ) -> MailProperties {
        var properties = MailProperties()
        for entry in entries {
            let digits = entry.name.dropFirst(prefix.count)
            guard entry.name.hasPrefix(prefix), digits.utf8.count == 8,
                let code = UInt32(digits, radix: 16)
            else { continue }
            properties[UInt16(truncatingIfNeeded: code >> 16)] = .init(
                type: UInt16(truncatingIfNeeded: code)
            ) { limit in CompoundStream(entry, in: file).available(at: 0, count: limit) }
        }
        if let table = entries.first(where: { $0.name == "__properties_version1.0" }) {
            let rows = CompoundStream(table, in: file).available(at: 0, count: tableLimit)
            take(rows.dropFirst(headSize), into: &properties)
        }
        return properties
    }

    /// Takes the values that are short enough to be in the table: 16 bytes each, the value in the last 8.
    private static func take(_ rows: ArraySlice<UInt8>, into properties: inout MailProperties) {
        let bytes = Array(rows)
        for place in stride(from: 0, to: bytes.count - 15, by: 16) {
            let number = bytes.number16(place + 2)
            guard properties[number] == nil else { continue }
            let value = Array(bytes[(place + 8)..<(place + 16)])
            properties[number] = .init(type: bytes.number16(place)) { Array(value.prefix($0)) }
        }
    }

    private static let prefix = "__substg1.0_"
}
