import Glibc
import PreviewModel
import Synchronization

/// The types that the extensions of file names suggest, by the globs of the shared MIME database.
///
/// Good enough for the icon that is shown first; the contents decide later.
struct NamedTypes: Sendable {
    private var endings: [String: (weight: Int, type: String)] = [:]
    private var names: [String: String] = [:]

    /// The types of this system, read once.
    static let ofSystem = NamedTypes(folders: FileKind.folders)

    /// The types of the databases in these folders, the most important first.
    init(folders: [String]) {
        for folder in folders.reversed() {
            guard let text = IconTheme.text(of: folder + "/globs2") else { continue }
            // "50:application/pdf:*.pdf"; there may be more columns.
            for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
                let columns = line.split(separator: UInt8(ascii: ":"), maxSplits: 3)
                guard columns.count >= 3, line.first != UInt8(ascii: "#"),
                    let weight = Int(Substring(columns[0]))
                else { continue }
                add(String(Substring(columns[2])), String(Substring(columns[1])), weight)
            }
        }
    }

    private mutating func add(_ pattern: String, _ type: String, _ weight: Int) {
        if pattern.hasPrefix("*."), !pattern.dropFirst().contains(where: { "*?[".contains($0) }) {
            let ending = pattern.dropFirst(2).lowercased()
            if weight >= endings[ending]?.weight ?? 0 { endings[ending] = (weight, type) }
        } else if !pattern.contains(where: { "*?[".contains($0) }) {
            names[pattern] = type
        }
    }

    /// The type that a name suggests, or `nil`.
    func type(of name: String) -> FileType? {
        if let type = names[name] ?? names[name.lowercased()] { return FileType(rawValue: type) }
        var rest = name.lowercased()[...]
        // The longest ending first: "tar.gz" before "gz".
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if let found = endings[String(rest)] { return FileType(rawValue: found.type) }
        }
        return SupplementaryTypes.shared.types(ofName: name).types.first.map(FileType.init)
    }
}
