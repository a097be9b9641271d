/// File types that the shared MIME database lacks, with their names in words.
package struct SupplementaryTypes: Sendable {
    /// One type.
    package struct Entry: Sendable {
        /// What it is a special kind of.
        package let parents: [String]
        /// What it is called in English.
        package let english: String
        /// What it is called in Simplified Chinese.
        package let chinese: String
    }

    /// All of them.
    package static let shared = SupplementaryTypes()

    private let types: [String: Entry]
    /// By the ending of the name in lower case, without its dot; whole names begin with "=".
    private let names: [String: [String]]

    private init() {
        var types: [String: Entry] = [:]
        var names: [String: [String]] = [:]
        // By bytes: characters would take milliseconds, which every start of a helper would pay.
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
        self.types = types
        self.names = names
    }

    private static func text(_ bytes: Substring.UTF8View) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// A type of the table.
    package subscript(type: String) -> Entry? { types[type] }

    /// All types of the table, sorted.
    package var all: [String] { types.keys.sorted() }

    /// The types that a name speaks for, and how many bytes of it do so, dot included.
    package func types(ofName name: String) -> (types: [String], length: Int) {
        if let types = names["=" + name] { return (types, name.utf8.count) }
        let lower = name.lowercased()
        var rest = lower[...]
        // The longest ending first: "warc.gz" before "gz".
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if let types = names[String(rest)] { return (types, rest.utf8.count + 1) }
        }
        return ([], 0)
    }
}
