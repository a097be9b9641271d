import PreviewHelper
import PreviewModel

/// A package of RPM: what its header says, and its files.
struct RedHatPackage {
    private let index: [(tag: UInt32, kind: UInt32, place: Int, count: Int)]
    private let store: [UInt8]

    private static let headerLimit = 32 << 20
    private static let entriesLimit = 1 << 16

    /// Reports the package until the sink returns false.
    static func read(
        _ descriptor: Int32,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        guard let file = FilePart(whole: descriptor),
            file.bytes(at: 0, count: 4) == [0xED, 0xAB, 0xEE, 0xDB]
        else { throw DocumentProblemError(.damaged(why: .init(.cannotBeRead))) }
        // A lead, the signatures, and then the header.
        guard let (_, end) = RedHatPackage.header(file, at: 96),
            let (header, _) = RedHatPackage.header(file, at: (end + 7) / 8 * 8)
        else { throw DocumentProblemError(.damaged(why: .init(.part))) }
        header.emit(into: sink)
    }

    private static func header(_ file: FilePart, at place: Int) -> (RedHatPackage, end: Int)? {
        guard let start = file.bytes(at: place, count: 16),
            start.starts(with: [0x8E, 0xAD, 0xE8, 1])
        else { return nil }
        let (count, size) = (Int(start.big32(8)), Int(start.big32(12)))
        guard count <= entriesLimit, size <= headerLimit,
            let entries = file.bytes(at: place + 16, count: count * 16),
            let store = file.bytes(at: place + 16 + count * 16, count: size)
        else { return nil }
        let index = (0..<count).map { number in
            (
                tag: entries.big32(number * 16), kind: entries.big32(number * 16 + 4),
                place: Int(entries.big32(number * 16 + 8)),
                count: Int(entries.big32(number * 16 + 12))
            )
        }
        return (RedHatPackage(index: index, store: store), place + 16 + count * 16 + size)
    }

    private func emit(into sink: (Block) -> Bool) {
        let version = [text(1001), text(1002)].compactMap(\.self).joined(separator: "-")
        var facts = FactSheet("\(text(1000) ?? "") \(version)", text(1004) ?? "")
        facts.add("Architecture", text(1022))
        facts.add("Group", text(1016))
        facts.add("License", text(1014))
        facts.add("Installed size", numbers(1009).first.map { ByteSize.words($0) })
        facts.add("Vendor", text(1011))
        facts.add("Packager", text(1015))
        facts.add("Homepage", text(1020))
        guard facts.emit(into: sink) else { return }
        for paragraph in (text(1005) ?? "").split(separator: "\n\n").prefix(50) {
            let words = paragraph.split(separator: "\n").joined(separator: " ")
            guard sink(.text(Paragraph(StyledText(TextDecoding.harmless(words))))) else { return }
        }
        let entries = files()
        guard !entries.isEmpty, sink(FactSheet.heading("Files")) else { return }
        let shown = entries.prefix(ReadingExtent.limit(2_000, whole: 200_000))
        Listing.emit(
            ListingMessage(entries: Array(shown), isWhole: shown.count == entries.count),
            into: sink
        )
    }

    /// The files, whose names are folders and names within these.
    private func files() -> [ListingMessage.Entry] {
        let (names, folders) = (texts(1117), texts(1118))
        let (places, sizes, modes) = (numbers(1116), numbers(1028), numbers(1030))
        return names.indices.compactMap { index in
            let folder = index < places.count ? places[index] : 0
            guard folders.indices.contains(folder) else { return nil }
            let path = (folders[folder] + names[index]).drop { $0 == "/" }
            return ListingMessage.Entry(
                name: String(path),
                size: Int64(index < sizes.count ? sizes[index] : -1),
                isFolder: index < modes.count && modes[index] & 0o170000 == 0o040000,
                isEncrypted: false
            )
        }
    }

    private func text(_ tag: UInt32) -> String? { texts(tag, limit: 1).first }

    private func texts(_ tag: UInt32, limit: Int = 200_000) -> [String] {
        guard let entry = index.first(where: { $0.tag == tag }), [6, 8, 9].contains(entry.kind)
        else { return [] }
        var (texts, place): ([String], Int) = ([], entry.place)
        while texts.count < min(entry.count, limit), place < store.count {
            let bytes = store[place...].prefix { $0 != 0 }
            texts.append(String(decoding: bytes, as: UTF8.self))
            place += bytes.count + 1
        }
        return texts
    }

    private func numbers(_ tag: UInt32) -> [Int] {
        guard let entry = index.first(where: { $0.tag == tag }) else { return [] }
        let size = entry.kind == 3 ? 2 : entry.kind == 4 ? 4 : 0
        guard size > 0, entry.place <= store.count else { return [] }
        let count = min(entry.count, (store.count - entry.place) / size)
        return (0..<count).map {
            size == 2
                ? Int(store.big16(entry.place + $0 * 2)) : Int(store.big32(entry.place + $0 * 4))
        }
    }
}
