/// The file types that the shared MIME database lacks, with their descriptions.
package struct SupplementaryTypes: Sendable {
    /// The description and the parents of one type.
    package struct Entry: Sendable {
        /// The more general types of which this is a subclass.
        package let parents: [String]
        /// The description in English.
        package let english: String
        /// The description in Simplified Chinese.
        package let chinese: String
    }

    /// The table with all supplementary types.
    package static let shared = SupplementaryTypes()

    private let types: [String: Entry]
    /// The types by extension in lower case, without its dot; whole names begin with "=".
    private let names: [String: [String]]

    private init() {
        var types: [String: Entry] = [:]
        var names: [String: [String]] = [:]
        // This parses bytes: parsing characters would add milliseconds to every start of a helper.
        for line in Self.table.utf8.split(separator: UInt8(ascii: "\n")) {
            let columns = line.split(
                separator: UInt8(ascii: "|"),
                omittingEmptySubsequences: false
            ).map { Self.text($0) }
            precondition(columns.count == 5, "a row of the table of types has 5 columns")
            types[columns[0]] = Entry(
                parents: columns[1].utf8.split(separator: UInt8(ascii: " ")).map { Self.text($0) },
                english: columns[3],
                chinese: columns[4]
            )
            for name in columns[2].utf8.split(separator: UInt8(ascii: " ")) {
                names[Self.text(name), default: []].append(columns[0])
            }
        }
        for added in DocumentFormat.all.flatMap(\.supplement) {
            types[added.type] = Entry(
                parents: added.parents,
                english: added.english,
                chinese: added.chinese
            )
            for name in added.names { names[name, default: []].append(added.type) }
        }
        self.types = types
        self.names = names
    }

    private static func text(_ bytes: Substring.UTF8View) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The entry of a type in the table.
    package subscript(type: String) -> Entry? { types[type] }

    /// All types of the table, sorted.
    package var all: [String] { types.keys.sorted() }

    /// The types that a name suggests, and the length of the matching suffix in bytes, dot
    /// included.
    package func types(ofName name: String) -> (types: [String], length: Int) {
        if let types = names["=" + name] { return (types, name.utf8.count) }
        let lower = name.lowercased()
        var rest = lower[...]
        // The longest extension first: "warc.gz" before "gz".
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if let types = names[String(rest)] { return (types, rest.utf8.count + 1) }
        }
        return ([], 0)
    }
}
