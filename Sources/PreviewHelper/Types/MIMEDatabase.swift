import Glibc
import PreviewModel

/// Everything that is known about file types: the shared MIME database and what it lacks.
///
/// It is loaded before a process forks children and needs no file afterwards. Where the package
/// shared-mime-info is not installed, only what it lacks is known.
struct MIMEDatabase: Sendable {
    private let caches: [MIMECache]
    /// The names of all types of the databases.
    private let known: [NameTable]
    private let supplement: SupplementaryTypes

    /// Where databases are looked for; what comes first wins.
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
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_size < 1 << 22 else { return [] }
        return FilePart(descriptor: descriptor, size: Int(status.st_size))
            .bytes(at: 0, count: Int(status.st_size)) ?? []
    }

    private func known(_ type: String) -> String? { known.lazy.compactMap { $0[type] }.first }

    /// Whether the shared MIME database has this type, or we do.
    func knows(_ type: String) -> Bool {
        known(type) != nil || supplement[type] != nil
    }

    /// The freedesktop.org name of a type, without parameters.
    ///
    /// Types have no case; a few have capital letters in the database.
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

    /// Whether files of a type, or of one that it is a special kind of, bear marks by which they are known.
    ///
    /// Contents without them speak against such a type, and neither for nor against others.
    func hasMarks(_ type: String) -> Bool { hasMarks(type, depth: 0) }

    private func hasMarks(_ type: String, depth: Int) -> Bool {
        if caches.contains(where: { $0.hasMarks(type) }) || SupplementaryMarks.has(type) {
            return true
        }
        return depth < 8 && parents(of: type).contains { hasMarks($0, depth: depth + 1) }
    }

    /// Whether a type is a base type or a special kind of it, as docx is of zip, and HTML of text.
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

    /// The types that a file's name speaks for, the most probable first.
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
        // Sorting is stable: of equals, the order of the database stands.
        let longest = matches.map(\.length).max() ?? 0
        return matches.filter { $0.length == longest }.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element)
    }

    /// The types whose marks the first bytes of a file bear, surest first.
    func matches(ofStart data: [UInt8]) -> [MIMECache.DataMatch] {
        if let type = SupplementaryMarks.type(ofWords: data) {
            return [MIMECache.DataMatch(type: type, priority: 80)]
        }
        let matches = caches.flatMap { $0.matches(ofStart: data) }.map {
            MIMECache.DataMatch(type: canonical($0.type), priority: $0.priority)
        }
        guard matches.isEmpty, let type = SupplementaryMarks.type(ofStart: data) else {
            return matches
        }
        return [MIMECache.DataMatch(type: type, priority: 50)]
    }

    /// How many bytes the marks need.
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
