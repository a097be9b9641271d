import PrintModel

/// The MIME type that a person names for a document, which is believed where the bytes allow it.
struct NamedType: Sendable, Equatable {
    /// The type, without its parameters.
    let type: String

    /// Creates a type; `nil` for a text that is no MIME type.
    init?(_ text: String) {
        let type = DocumentFacts.plain(text)
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        guard text.utf8.count <= 255, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
            type.utf8.allSatisfy({ (0x21..<0x7F).contains($0) })
        else { return nil }
        self.type = Self.aliases[type] ?? type
    }

    /// The other names under which types are known.
    private static let aliases = [
        "application/x-pdf": "application/pdf",
        "application/x-postscript": "application/postscript",
        "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png",
        "text/x-markdown": "text/markdown", "text/xml": "application/xml",
        "text/rtf": "application/rtf",
        "text/x-csv": "text/csv", "application/csv": "text/csv", "text/x-vcard": "text/vcard",
        "application/javascript": "text/javascript", "text/json": "application/json",
    ]

    /// The extensions of types that only a name tells apart: each such document is text.
    private static let extensions = [
        "text/plain": ["txt"], "text/html": ["html", "htm"], "application/xhtml+xml": ["xhtml"],
        "text/markdown": ["md", "markdown"], "text/csv": ["csv"],
        "text/tab-separated-values": ["tsv"],
        "message/rfc822": ["eml"], "text/calendar": ["ics"], "text/vcard": ["vcf"],
        "text/x-log": ["log"],
        "application/json": ["json"], "application/xml": ["xml"],
        "application/yaml": ["yaml", "yml"],
        "application/toml": ["toml"], "text/css": ["css"], "text/javascript": ["js"],
        "text/x-python": ["py"], "text/x-csrc": ["c"], "text/x-c++src": ["cpp"],
        "text/x-java": ["java"],
        "text/rust": ["rs"], "text/x-go": ["go"], "application/x-shellscript": ["sh"],
        "text/x-patch": ["patch", "diff"], "text/x-tex": ["tex"], "image/svg+xml": ["svg"],
    ]

    /// The name of a document from which its reader takes this type, unless the bytes contradict it.
    func name(_ name: String) -> String {
        guard let own = Self.extensions[type], let usual = own.first else { return name }
        let lower = name.lowercased()
        return own.contains { lower.hasSuffix(".\($0)") } ? name : "\(name).\(usual)"
    }

    /// The facts of a document, read under ``name(_:)``, with this type.
    ///
    /// - Parameters:
    ///   - facts: The facts.
    ///   - isReadable: Whether the service reads documents of this type, and would have recognized one.
    /// - Returns: The facts; `nil` where the document is of another type.
    func judged(_ facts: DocumentFacts, isReadable: Bool) -> DocumentFacts? {
        // Of a document that cannot be read, the problem is said.
        guard facts.problem == nil, type != Self.unknown else { return facts }
        guard facts.type != Self.unknown else {
            guard !isReadable else { return nil }
            var facts = facts
            facts.type = type
            return facts
        }
        let found = DocumentFacts.plain(facts.type)
        let isSame =
            found == type || Self.aliases[found] == type || Self.kin[type]?.contains(found) == true
        return isSame ? facts : nil
    }

    private static let unknown = "application/octet-stream"

    /// The more special types that people name by a general one.
    private static let kin: [String: Set<String>] = [
        "application/postscript": ["image/x-eps", "application/x-gzpostscript", "image/x-gzeps"]
    ]
}
