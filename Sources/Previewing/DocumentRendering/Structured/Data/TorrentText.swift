import PreviewHelper
import PreviewModel

/// A torrent (BEP 3, 12, 52): its name, its trackers, and its files with their sizes.
enum TorrentText {
    private static let sizeLimit = 32 << 20

    /// Reports the torrent until the sink returns false.
    static func read(
        _ descriptor: Int32,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        let bytes = FilePart.start(of: descriptor, limit: sizeLimit).bytes
        guard let file = BencodedValue(bytes), let info = file["info"] else {
            throw DocumentProblemError(.damaged(why: .init(.cannotBeRead)))
        }
        let name = info["name.utf-8"]?.text ?? info["name"]?.text ?? ""
        let entries = entries(info, name: name)
        var facts = FactSheet(name, file["comment"]?.text ?? "")
        facts.add("Size", ByteSize.words(entries.reduce(0) { $0 &+ Int($1.size) }))
        facts.add("Files", "\(entries.count)")
        facts.add("Piece size", info["piece length"]?.number.map { ByteSize.words($0) })
        var trackers = file["announce"]?.text.map { [$0] } ?? []
        for tracker in (file["announce-list"]?.elements ?? []).flatMap(\.elements).prefix(50) {
            if let text = tracker.text, !trackers.contains(text) { trackers.append(text) }
        }
        facts.add(trackers.count == 1 ? "Tracker" : "Trackers", trackers.joined(separator: "\n"))
        facts.add("Private", info["private"]?.number == 1 ? "yes" : nil)
        facts.add("Made", file["creation date"]?.number.flatMap(FactSheet.date))
        facts.add("Made by", file["created by"]?.text)
        guard facts.emit(into: sink), entries.count > 1, sink(FactSheet.heading("Files")) else {
            return
        }
        let shown = entries.prefix(ReadingExtent.limit(2_000, whole: 200_000))
        Listing.emit(
            ListingMessage(entries: Array(shown), isWhole: shown.count == entries.count),
            into: sink
        )
    }

    private static func entries(_ info: BencodedValue, name: String) -> [ListingMessage.Entry] {
        func entry(_ name: String, _ size: Int?) -> ListingMessage.Entry {
            ListingMessage.Entry(
                name: name,
                size: Int64(max(0, min(size ?? 0, 1 << 56))),
                isFolder: false,
                isEncrypted: false
            )
        }
        if let files = info["files"]?.elements {
            return files.map { file in
                let path = file["path.utf-8"]?.elements ?? file["path"]?.elements ?? []
                return entry(path.compactMap(\.text).joined(separator: "/"), file["length"]?.number)
            }
        }
        // The second version has a tree of files.
        if let tree = info["file tree"] {
            var found: [ListingMessage.Entry] = []
            func walk(_ node: BencodedValue, _ path: String) {
                for (name, child) in node.members where found.count < 200_000 {
                    if name.isEmpty {
                        found.append(entry(path, child["length"]?.number))
                    } else {
                        walk(child, path.isEmpty ? name : "\(path)/\(name)")
                    }
                }
            }
            walk(tree, "")
            return found
        }
        return [entry(name, info["length"]?.number)]
    }
}

/// A value in the encoding of torrents (BEP 3).
indirect enum BencodedValue {
    case number(Int)
    case bytes(ArraySlice<UInt8>)
    case list([BencodedValue])
    case dictionary([(name: String, value: BencodedValue)])

    private static let depthLimit = 64
    private static let countLimit = 1_000_000

    /// The first value of some bytes; `nil` where there is none, or it is cut off.
    init?(_ bytes: [UInt8]) {
        var (place, count) = (0, 0)
        guard let value = Self.value(bytes, &place, &count, depth: 0) else { return nil }
        self = value
    }

    private static func value(
        _ bytes: [UInt8],
        _ place: inout Int,
        _ count: inout Int,
        depth: Int
    ) -> BencodedValue? {
        count += 1
        guard place < bytes.count, depth < depthLimit, count < countLimit else { return nil }
        switch bytes[place] {
        case UInt8(ascii: "i"):
            place += 1
            return integer(bytes, &place, end: UInt8(ascii: "e")).map { .number($0) }
        case UInt8(ascii: "l"):
            place += 1
            var values: [BencodedValue] = []
            while place < bytes.count, bytes[place] != UInt8(ascii: "e") {
                guard let value = value(bytes, &place, &count, depth: depth + 1) else { return nil }
                values.append(value)
            }
            place += 1
            return .list(values)
        case UInt8(ascii: "d"):
            place += 1
            var members: [(name: String, value: BencodedValue)] = []
            while place < bytes.count, bytes[place] != UInt8(ascii: "e") {
                guard let name = string(bytes, &place),
                    let value = value(bytes, &place, &count, depth: depth + 1)
                else { return nil }
                members.append((String(decoding: name, as: UTF8.self), value))
            }
            place += 1
            return .dictionary(members)
        default: return string(bytes, &place).map { .bytes($0) }
        }
    }

    private static func integer(_ bytes: [UInt8], _ place: inout Int, end: UInt8) -> Int? {
        let digits = bytes[place...].prefix(20).prefix { $0 != end }
        place += digits.count + 1
        return place <= bytes.count ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    private static func string(_ bytes: [UInt8], _ place: inout Int) -> ArraySlice<UInt8>? {
        guard let count = integer(bytes, &place, end: UInt8(ascii: ":")), count >= 0,
            count <= bytes.count - place
        else { return nil }
        defer { place += count }
        return bytes[place..<(place + count)]
    }

    /// The value with a name in a dictionary; `nil` for other values.
    subscript(name: String) -> BencodedValue? { members.first { $0.name == name }?.value }

    var members: [(name: String, value: BencodedValue)] {
        if case .dictionary(let members) = self { members } else { [] }
    }

    var elements: [BencodedValue] {
        if case .list(let values) = self { values } else { [] }
    }

    var text: String? {
        if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    var number: Int? {
        if case .number(let number) = self { number } else { nil }
    }
}
