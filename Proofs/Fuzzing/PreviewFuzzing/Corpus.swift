internal import FoundationEssentials

/// A folder of documents with a table of its contents: `SET/manifest.tsv`, whose first line has the
/// column names.
public struct Corpus: Sendable {
    /// A document in the corpus.
    public struct Row: Sendable {
        /// The path of the document.
        public let path: String
        /// The fields of its row in the table, by column name.
        public let columns: [String: String]

        /// Whether it is named as HTML, or as a saved page.
        var isWebPage: Bool {
            [".html", ".htm", ".xhtml", ".mht", ".mhtml"].contains { path.hasSuffix($0) }
        }
    }

    private let folder: String

    /// The corpus in a folder.
    public init(folder: String) { self.folder = folder }

    /// The documents of a set.
    ///
    /// - Parameter set: The name of the set's folder.
    /// - Returns: Its documents, in the order of the table.
    /// - Throws: What reading the table throws.
    public func rows(_ set: String) throws -> [Row] {
        let table = try String(contentsOfFile: "\(folder)/\(set)/manifest.tsv", encoding: .utf8)
        let lines = table.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let names = lines.first else { return [] }
        return lines.dropFirst().map { line in
            let columns = Dictionary(zip(names, line)) { first, _ in first }
            return Row(path: "\(folder)/\(set)/\(columns["path"] ?? "")", columns: columns)
        }
    }

    /// The documents that others show too.
    ///
    /// - Returns: PDFs and images marked as drawn, all office documents, the files that others tell types by (texts and
    ///   sources above all), and the web pages among these.
    /// - Throws: What reading the tables throws.
    public func good() throws -> [String: [Row]] {
        [
            "pdf": try rows("pdf").filter { $0.columns["expected"]?.hasPrefix("render") == true },
            "images": try rows("images").filter { $0.columns["expected"] == "render" },
            "office": try rows("office"),
            "filetype": try rows("filetype"),
            "web": try (rows("filetype") + rows("images")).filter { $0.isWebPage },
        ]
    }
}
