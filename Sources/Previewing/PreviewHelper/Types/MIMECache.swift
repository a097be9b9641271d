import Glibc

/// A `mime.cache` of shared-mime-info: names, magic numbers, aliases, and parents of file types.
///
/// The format is version 1.2 of the Shared MIME-info Database specification: big-endian numbers,
/// lists of fixed-size records, strings at offsets. All of it is in memory, so that a child opens
/// no file.
struct MIMECache: Sendable {
    /// A type whose glob pattern matches a name.
    struct NameMatch: Equatable, Sendable {
        var type: String
        /// The weight of the pattern, 0 to 100; 50 where the database specifies none.
        var weight: Int
        /// The length of the match in bytes; a longer match is more reliable.
        var length: Int
    }

    /// A type whose magic number matches the data.
    struct DataMatch: Equatable, Sendable {
        var type: String
        /// The priority of the match, 0 to 100; from 80 on, it overrides the name.
        var priority: Int
        /// The number of bytes that matched, including those of the nested magic numbers; those that are not sought from the first
        /// byte on do not count.
        var length: Int
    }

    private let bytes: [UInt8]
    private static let sizeLimit = 64 << 20

    /// Loads a cache; `nil` if it cannot be read.
    init?(path: String) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_size >= 40,
            status.st_size <= Self.sizeLimit,
            let bytes = FilePart(descriptor: descriptor, size: Int(status.st_size))
                .bytes(at: 0, count: Int(status.st_size))
        else { return nil }
        self.bytes = bytes
        guard number16(0) == 1, number16(2) >= 1 else { return nil }
    }

    // MARK: Numbers and strings

    private func number16(_ place: Int) -> Int {
        guard place >= 0, place <= bytes.count - 2 else { return 0 }
        return Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }

    private func number(_ place: Int) -> Int { number16(place) << 16 | number16(place + 2) }

    private func text(at place: Int) -> String {
        guard place > 0, place < bytes.count else { return "" }
        return String(decoding: bytes[place...].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The number of records of a list, clamped to those that fit: a damaged cache must not crash
    /// the process.
    private func count(_ place: Int, record: Int) -> Int {
        min(number(place), max(0, bytes.count - place) / record)
    }

    /// Compares a string in the cache with another, byte by byte.
    private func compare(at place: Int, with other: [UInt8]) -> Int {
        var place = place
        for byte in other {
            guard place < bytes.count else { return -1 }
            if bytes[place] != byte { return Int(bytes[place]) - Int(byte) }
            place += 1
        }
        return place < bytes.count ? Int(bytes[place]) : 0
    }

    /// The record in a sorted list whose first word is the offset of this string.
    private func record(of name: String, in list: Int, size: Int) -> Int? {
        let key = Array(name.utf8)
        var range = 0..<count(list, record: size)
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            let place = list + 4 + middle * size
            let order = compare(at: number(place), with: key)
            if order == 0 { return place }
            range = order < 0 ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    // MARK: Relations between types

    /// The type to which an alias refers, or `nil` when it is not an alias.
    func target(ofAlias name: String) -> String? {
        record(of: name, in: number(4), size: 8).map { text(at: number($0 + 4)) }
    }

    /// The types of which a type is a subclass.
    func parents(of type: String) -> [String] {
        guard let place = record(of: type, in: number(8), size: 8) else { return [] }
        let list = number(place + 4)
        return (0..<count(list, record: 4)).map { text(at: number(list + 4 + $0 * 4)) }
    }

    // MARK: Names

    /// The types whose glob patterns match a name; several where the name is ambiguous.
    ///
    /// The order is that of the specification: literal names, then suffixes, then globs; each as
    /// written, then in lower case.
    func matches(ofName name: String) -> [NameMatch] {
        let lower = String(
            decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
            as: UTF8.self
        )
        for (name, folded) in [(name, false), (lower, true)] {
            if let match = literal(name, folded: folded) { return [match] }
        }
        var matches = endings(of: name, folded: false)
        if matches.count < 2 {
            for match in endings(of: lower, folded: true) where !matches.contains(match) {
                matches.append(match)
            }
        }
        if matches.isEmpty { matches = patterns(of: lower, folded: true) }
        if matches.isEmpty { matches = patterns(of: name, folded: false) }
        return matches
    }

    private func match(flags: Int, type: Int, length: Int, folded: Bool) -> NameMatch? {
        // A case-sensitive pattern does not match a name in lower case.
        if folded, flags & 0x100 != 0 { return nil }
        return NameMatch(type: text(at: type), weight: flags & 0xFF, length: length)
    }

    private func literal(_ name: String, folded: Bool) -> NameMatch? {
        guard let place = record(of: name, in: number(12), size: 12) else { return nil }
        return match(
            flags: number(place + 8),
            type: number(place + 4),
            length: name.utf8.count,
            folded: folded
        )
    }

    private func endings(of name: String, folded: Bool) -> [NameMatch] {
        let tree = number(16)
        let scalars = Array(name.unicodeScalars.suffix(64).reversed())
        return endings(
            scalars[...],
            depth: 0,
            nodes: number(tree + 4),
            count: number(tree),
            folded: folded
        )
    }

    /// Walks the suffix tree backwards from the last character; only the longest suffix counts.
    private func endings(
        _ rest: ArraySlice<Unicode.Scalar>,
        depth: Int,
        nodes: Int,
        count: Int,
        folded: Bool
    ) -> [NameMatch] {
        let count = min(count, max(0, bytes.count - nodes) / 12)
        if let next = rest.first,
            let node = (0..<count).lazy.map({ nodes + $0 * 12 })
                .first(where: { number($0) == Int(next.value) })
        {
            let longer = endings(
                rest.dropFirst(),
                depth: depth + 1,
                nodes: number(node + 8),
                count: number(node + 4),
                folded: folded
            )
            if !longer.isEmpty { return longer }
        }
        // Leaves come first and have character 0.
        return (0..<count).lazy.map { nodes + $0 * 12 }.prefix { number($0) == 0 }
            .compactMap {
                match(
                    flags: number($0 + 8),
                    type: number($0 + 4),
                    length: depth,
                    folded: folded
                )
            }
    }

    private func patterns(of name: String, folded: Bool) -> [NameMatch] {
        let list = number(20)
        return (0..<count(list, record: 12)).compactMap { index in
            let place = list + 4 + index * 12
            let pattern = text(at: number(place))
            guard unsafe fnmatch(pattern, name, 0) == 0 else { return nil }
            return match(
                flags: number(place + 8),
                type: number(place + 4),
                length: pattern.utf8.count,
                folded: folded
            )
        }
    }

    // MARK: Data

    /// Whether the cache has magic numbers for a type.
    func hasSignature(_ type: String) -> Bool {
        let key = Array(type.utf8)
        let first = number(number(24) + 8)
        let count = min(number(number(24)), max(0, bytes.count - first) / 16)
        return (0..<count).contains { compare(at: number(first + $0 * 16 + 4), with: key) == 0 }
    }

    /// The number of bytes at the start of a file that the magic numbers need.
    var extent: Int { number(number(24) + 4) }

    /// The types whose magic numbers match these bytes, by descending priority.
    func matches(ofStart data: [UInt8]) -> [DataMatch] {
        let list = number(24)
        let first = number(list + 8)
        let count = min(number(list), max(0, bytes.count - first) / 16)
        var matches: [DataMatch] = []
        for index in 0..<count {
            let place = first + index * 16
            guard
                let length = matched(
                    data,
                    marks: number(place + 12),
                    count: number(place + 8),
                    depth: 0
                )
            else { continue }
            matches.append(
                DataMatch(
                    type: text(at: number(place + 4)),
                    priority: number(place),
                    length: length
                )
            )
        }
        return matches.enumerated()
            .sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
            .map(\.element)
    }

    /// The number of bytes from the first one on of the first matchlet that matches the data together with one of its
    /// children; `nil` where none does.
    private func matched(_ data: [UInt8], marks: Int, count: Int, depth: Int) -> Int? {
        guard depth < 16 else { return nil }
        let count = min(count, max(0, bytes.count - marks) / 32)
        for index in 0..<count {
            let place = marks + index * 32
            guard bears(data, mark: place) else { continue }
            let (own, children) = (number(place) == 0 ? number(place + 12) : 0, number(place + 24))
            if children == 0 { return own }
            let nested = matched(
                data,
                marks: number(place + 28),
                count: children,
                depth: depth + 1
            )
            if let nested { return own + nested }
        }
        return nil
    }

    private func bears(_ data: [UInt8], mark place: Int) -> Bool {
        let (start, positions) = (number(place), number(place + 4))
        let (length, value, mask) = (number(place + 12), number(place + 16), number(place + 20))
        guard length > 0, value > 0, value <= bytes.count - length,
            mask == 0 || (mask > 0 && mask <= bytes.count - length)
        else { return false }
        let last = min(start + positions - 1, data.count - length)
        guard start <= last else { return false }
        position: for position in start...last {
            if mask == 0 {
                for index in 0..<length where data[position + index] != bytes[value + index] {
                    continue position
                }
            } else {
                for index in 0..<length
                where (data[position + index] ^ bytes[value + index]) & bytes[mask + index] != 0 {
                    continue position
                }
            }
            return true
        }
        return false
    }

    // MARK: XML

    /// The type of XML documents with this root element, or `nil` when it is unknown.
    ///
    /// An entry without a local name matches every element of its namespace.
    func type(ofRoot name: String, namespace: String) -> String? {
        let list = number(28)
        var anyName: String?
        for index in 0..<count(list, record: 12) {
            let place = list + 4 + index * 12
            guard text(at: number(place)) == namespace else { continue }
            let local = text(at: number(place + 4))
            if local == name { return text(at: number(place + 8)) }
            if local.isEmpty { anyName = text(at: number(place + 8)) }
        }
        return anyName
    }
}
