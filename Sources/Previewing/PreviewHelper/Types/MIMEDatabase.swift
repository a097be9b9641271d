import Glibc
import PreviewModel

/// The shared MIME database, supplemented with the types that it lacks.
///
/// It is loaded before a process forks children, and opens no file afterwards. Where the package
/// shared-mime-info is not installed, only the supplementary types are known.
struct MIMEDatabase: Sendable {
    private let caches: [MIMECache]
    /// The names of all types of the databases.
    private let known: [NameTable]
    private let supplement: SupplementaryTypes

    /// The folders that are searched for databases; the first takes precedence.
    static let folders = ["/usr/local/share/mime", "/usr/share/mime"]

    init(folders: [String] = Self.folders) {
        self.caches = folders.compactMap { MIMECache(path: $0 + "/mime.cache") }
        self.known = folders.map { NameTable(lines: Self.bytes(of: $0 + "/types")) }
        self.supplement = SupplementaryTypes.shared
    }

    private static func bytes(of path: String) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let (bytes, isWhole) = FilePart.start(of: descriptor, limit: 1 << 22)
        return isWhole ? bytes : []
    }

    private func known(_ type: String) -> String? { known.lazy.compactMap { $0[type] }.first }

    /// Whether the shared MIME database or the supplement has this type.
    func contains(_ type: String) -> Bool {
        known(type) != nil || supplement[type] != nil
    }

    /// The freedesktop.org name of a type, without parameters.
    ///
    /// Type names are case-insensitive; a few have capital letters in the database.
    func canonical(_ name: String) -> String {
        let plain = String(name.prefix { $0 != ";" && $0 != " " })
        if let known = known(plain) { return known }
        for name in [plain, plain.lowercased()] {
            for cache in caches {
                if let target = cache.target(ofAlias: name) { return target }
            }
        }
        let lower = plain.lowercased()
        if let other = LibmagicNames.freedesktop[lower], other != lower { return canonical(other) }
        return lower
    }

    /// Whether a type, or one of its ancestors, has magic numbers.
    ///
    /// A file without those magic numbers contradicts such a type, but says nothing about types
    /// without any.
    func hasSignature(_ type: String) -> Bool { hasSignature(type, depth: 0) }

    private func hasSignature(_ type: String, depth: Int) -> Bool {
        if caches.contains(where: { $0.hasSignature(type) }) || SupplementarySignatures.has(type) {
            return true
        }
        return depth < 8 && parents(of: type).contains { hasSignature($0, depth: depth + 1) }
    }

    /// Whether a type is a base type or a subclass of it, as docx is of zip, and HTML of text.
    func isKind(_ type: String, of base: String) -> Bool { isKind(type, of: base, depth: 0) }

    private func isKind(_ type: String, of base: String, depth: Int) -> Bool {
        if type == base { return true }
        if base == "text/plain", type.hasPrefix("text/") { return true }
        guard depth < 8 else { return false }
        return parents(of: type).contains { isKind($0, of: base, depth: depth + 1) }
    }

    private func parents(of type: String) -> [String] {
        let more = supplement[type]?.parents ?? []
        return (caches.flatMap { $0.parents(of: type) } + more).map(canonical)
    }

    /// The types that a file name suggests, most likely first.
    func matches(ofName name: String) -> [MIMECache.NameMatch] {
        var matches: [MIMECache.NameMatch] = []
        for cache in caches {
            for var match in cache.matches(ofName: name) {
                match.type = canonical(match.type)
                if !matches.contains(where: { $0.type == match.type }) { matches.append(match) }
            }
        }
        let (types, length) = supplement.types(ofName: name)
        for type in types where !matches.contains(where: { $0.type == type }) {
            matches.append(MIMECache.NameMatch(type: type, weight: 50, length: length))
        }
        // Sorting is stable: among equal matches, the order of the database applies.
        let longest = matches.map(\.length).max() ?? 0
        return matches.filter { $0.length == longest }.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element)
    }

    /// The types whose magic numbers match the first bytes of a file, by descending priority.
    func matches(ofStart data: [UInt8]) -> [MIMECache.DataMatch] {
        if let type = SupplementarySignatures.type(ofWords: data) {
            return [MIMECache.DataMatch(type: type, priority: 80, length: data.count)]
        }
        let matches = caches.flatMap { $0.matches(ofStart: data) }.map {
            MIMECache.DataMatch(
                type: canonical($0.type),
                priority: $0.priority,
                length: $0.length
            )
        }
        guard matches.isEmpty, let type = SupplementarySignatures.type(ofStart: data) else {
            return matches
        }
        // These formats are binary: in text, their letters are words.
        return [MIMECache.DataMatch(type: type, priority: 50, length: 0)]
    }

    /// The number of bytes at the start of a file that the magic numbers need.
    var extent: Int { min(caches.map(\.extent).max() ?? 0, 1 << 18) }

    /// The type of XML documents with this root element.
    func type(ofRoot name: String, namespace: String) -> String? {
        for cache in caches {
            if let type = cache.type(ofRoot: name, namespace: namespace) { return canonical(type) }
        }
        return SupplementaryTypes.roots[namespace.isEmpty ? name : "\(namespace) \(name)"]
            ?? SupplementaryTypes.roots[namespace + " *"]
    }
}
