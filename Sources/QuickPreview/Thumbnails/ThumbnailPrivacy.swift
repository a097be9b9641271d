import CLinux
import FileAccess
import Glibc

/// Of which files no thumbnail is kept, so that no picture of a secret, or of what is soon gone, stays behind.
package struct ThumbnailPrivacy: Sendable {
    /// Why no thumbnail is kept.
    package enum Reason: String, Sendable {
        /// The user named the folder in `private-folders`.
        case named
        /// It lies in a folder whose files do not last, such as `/tmp`.
        case temporary
        /// It lies in an encrypted folder or file system, and the cache does not.
        case encrypted
        /// It belongs to the cache itself.
        case thumbnail
        /// It has no time of modification.
        case noTime
        /// It is not a regular file.
        case noFile
    }

    /// A folder of the list, and whether its files are private.
    struct Rule: Sendable, Equatable {
        let folder: [UInt8]
        let reason: Reason?
    }

    let rules: [Rule]

    /// The rules of the user: `$XDG_CONFIG_HOME/printcenter/private-folders`, after the usual ones.
    package static let ofUser: ThumbnailPrivacy = {
        let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let config =
            environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? home.map { $0 + "/.config" }
        let file =
            config.flatMap {
                BoundedFile.bytes(at: "\($0)/printcenter/private-folders", limit: 1 << 20)
            } ?? []
        return ThumbnailPrivacy(list: file, home: home, temporary: environment("TMPDIR"))
    }()

    /// Rules from a list: a folder a line, `~/` for the home; `!` before a folder whose files are not private; `#` before a
    /// remark.
    ///
    /// - Parameters:
    ///   - list: The bytes of the list.
    ///   - home: The home of the user.
    ///   - temporary: A folder for temporary files beside the usual ones.
    package init(list: [UInt8], home: String? = nil, temporary: String? = nil) {
        var rules = ["/tmp", "/var/tmp", "/dev/shm", "/run", "/proc", "/sys"].map {
            Rule(folder: Array($0.utf8), reason: .temporary)
        }
        // Media that the desktop mounts, and the files of other computers.
        let isLasting = ["/run/media", "/run/user/\(getuid())/gvfs", "/run/user/\(getuid())/doc"]
        rules += isLasting.map { Rule(folder: Array($0.utf8), reason: nil) }
        if let temporary, temporary.hasPrefix("/") {
            rules.append(Rule(folder: Self.cleaned(Array(temporary.utf8)), reason: .temporary))
        }
        for line in list.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let isOpen = line.first == UInt8(ascii: "!")
            var folder = Array(isOpen ? line.dropFirst() : line)
            while folder.last == UInt8(ascii: " ") { folder.removeLast() }
            if folder.starts(with: "~/".utf8) || folder == Array("~".utf8), let home {
                folder = Array(home.utf8) + folder.dropFirst()
            }
            guard folder.first == UInt8(ascii: "/") else { continue }
            rules.append(Rule(folder: Self.cleaned(folder), reason: isOpen ? nil : .named))
        }
        self.rules = rules
    }

    private static func cleaned(_ folder: [UInt8]) -> [UInt8] {
        let parts = folder.split(separator: UInt8(ascii: "/"))
        return Array(parts.map { [UInt8(ascii: "/")] + $0 }.joined())
    }

    /// The reason of the longest folder of the list that contains a file; of two equal ones, the later counts.
    func reason(for path: FilePath) -> Reason? {
        var best: Rule?
        for rule in rules where Self.isInside(path.bytes, rule.folder) {
            if rule.folder.count >= best?.folder.count ?? 0 { best = rule }
        }
        return best?.reason
    }

    private static func isInside(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
        path.starts(with: folder)
            && (path.count == folder.count || path[folder.count] == UInt8(ascii: "/"))
    }
}

extension ThumbnailCache {
    /// Why no thumbnail of a file is kept; `nil` where one is.
    package func reasonNotToKeep(_ subject: ThumbnailSubject) -> ThumbnailPrivacy.Reason? {
        guard subject.isFile else { return .noFile }
        guard !contains(subject) else { return .thumbnail }
        guard subject.modified > 0 else { return .noTime }
        if let reason = privacy.reason(for: subject.path) { return reason }
        // A link may lead into a private folder.
        if let real = subject.real, let reason = privacy.reason(for: real) {
            return reason
        }
        return EncryptedPlaces.holds(subject, cache: folder) ? .encrypted : nil
    }
}
