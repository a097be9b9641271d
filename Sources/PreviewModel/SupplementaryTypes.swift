/// File types that the shared MIME database lacks, with their names in words.
package struct SupplementaryTypes: Sendable {
    /// One type.
    package struct Entry: Sendable {
        /// What it is a special kind of.
        package let parent: String
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
        for line in Self.table.split(separator: "\n") {
            let columns = line.split(separator: "|", omittingEmptySubsequences: false)
                .map(String.init)
            precondition(columns.count == 5, "a row of the table of types has 5 columns")
            types[columns[0]] = Entry(
                parent: columns[1],
                english: columns[3],
                chinese: columns[4]
            )
            for name in columns[2].split(separator: " ") {
                names[String(name), default: []].append(columns[0])
            }
        }
        self.types = types
        self.names = names
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
