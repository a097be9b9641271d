import Failpoints
import FoundationEssentials
import Glibc
import PrintModel

/// The user's `settings.json`, or `presets.json`, written back with the keys that this version does not know.
///
/// People edit the file, too. A file that cannot be read is never overwritten.
struct SettingsFile: Sendable {
    /// The settings that the service uses.
    struct Settings: Equatable {
        var defaultPrinter: String?
        var keepJobsDays: Int?
        var keepDocumentsHours: Int?
        var giveUpCanceledHours: Int?
        var notifications: NotificationLevel?
        /// Whether the log names the documents of jobs.
        var logTitles: Bool?
        /// Whether owners of documents can forbid printing.
        var obeyDocumentRestrictions: Bool?
        /// The address of the database that has the queue.
        var store: String?
        /// The folder that has the documents of a queue in a database.
        var documents: String?
        /// The name of this host among those that share a queue.
        var host: String?
        /// The printers that this host is to have among those that share a queue.
        var near: [String]?
    }

    /// The keys of the settings.
    enum Key: String, CaseIterable {
        case defaultPrinter, keepJobsDays, keepDocumentsHours, giveUpCanceledHours, notifications
        case logTitles, obeyDocumentRestrictions, store, documents, host, near
    }

    let path: String

    private static let limit = 1 << 20

    /// Returns the settings; a missing or empty file has none.
    func settings() throws(SettingsProblem) -> Settings {
        let values = try values()
        return Settings(
            defaultPrinter: try text(.defaultPrinter, in: values),
            keepJobsDays: try count(.keepJobsDays, in: values),
            keepDocumentsHours: try count(.keepDocumentsHours, in: values),
            giveUpCanceledHours: try count(.giveUpCanceledHours, in: values),
            notifications: try notifications(in: values),
            logTitles: try flag(.logTitles, in: values),
            obeyDocumentRestrictions: try flag(.obeyDocumentRestrictions, in: values),
            store: try text(.store, in: values),
            documents: try text(.documents, in: values),
            host: try text(.host, in: values),
            near: try texts(.near, in: values)
        )
    }

    /// The first key that no setting has.
    func unknownKey() throws(SettingsProblem) -> SettingsProblem? {
        let names = Key.allCases.map(\.rawValue)
        guard let key = try values().keys.filter({ !names.contains($0) }).min() else { return nil }
        return problem(.unknown(key: key, meant: Spelling.nearest(key, among: names)))
    }

    /// Sets or removes a value, and keeps all others.
    ///
    /// - Throws: `SettingsProblem` if the file cannot be read, and stays as it is; ``SpoolError`` if it
    ///   cannot be written.
    func set(_ key: Key, to value: JSONTree?) throws {
        var values = try values()
        values[key.rawValue] = value
        try write(values)
    }

    /// Replaces all values; callers have read the others from the file just before.
    ///
    /// - Throws: ``SpoolError`` if the file cannot be written.
    func write(_ values: [String: JSONTree]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try replace(by: Array(try encoder.encode(values)) + [0x0A])
    }

    // MARK: Values

    func problem(_ cause: SettingsProblem.Cause) -> SettingsProblem {
        SettingsProblem(cause, path: path)
    }

    private func unreadable(_ number: Int32) -> SettingsProblem {
        problem(.unreadable(number, SystemError.words(number)))
    }

    private func text(_ key: Key, in values: [String: JSONTree]) throws(SettingsProblem) -> String?
    {
        switch values[key.rawValue] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw problem(.value(key: key.rawValue, expected: .text))
        }
    }

    private func texts(
        _ key: Key,
        in values: [String: JSONTree]
    ) throws(SettingsProblem) -> [String]? {
        switch values[key.rawValue] {
        case nil, .null: return nil
        case .array(let elements):
            var texts: [String] = []
            for case .string(let text) in elements { texts.append(text) }
            guard texts.count == elements.count else {
                throw problem(.value(key: key.rawValue, expected: .texts))
            }
            return texts
        default: throw problem(.value(key: key.rawValue, expected: .texts))
        }
    }

    private func notifications(
        in values: [String: JSONTree]
    ) throws(SettingsProblem) -> NotificationLevel? {
        let key = Key.notifications.rawValue
        switch values[key] {
        case nil, .null: return nil
        case .string(let name):
            guard let level = NotificationLevel(rawValue: name) else { fallthrough }
            return level
        default: throw problem(.value(key: key, expected: .notifications))
        }
    }

    private func flag(_ key: Key, in values: [String: JSONTree]) throws(SettingsProblem) -> Bool? {
        switch values[key.rawValue] {
        case nil, .null: return nil
        case .bool(let value): return value
        default: throw problem(.value(key: key.rawValue, expected: .flag))
        }
    }

    private func count(_ key: Key, in values: [String: JSONTree]) throws(SettingsProblem) -> Int? {
        switch values[key.rawValue] {
        case nil, .null: return nil
        case .integer(let number) where number >= 0: return number
        default: throw problem(.value(key: key.rawValue, expected: .count))
        }
    }

    /// All values; a missing or empty file has none.
    func values() throws(SettingsProblem) -> [String: JSONTree] {
        guard let bytes = try contents(), !bytes.allSatisfy({ $0 <= 0x20 }) else { return [:] }
        guard let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(bytes)) else {
            throw problem(.malformed)
        }
        guard case .object(let values) = tree else { throw problem(.notAnObject) }
        return values
    }

    // MARK: The disk

    /// Returns the contents of the file; `nil` if it does not exist.
    private func contents() throws(SettingsProblem) -> [UInt8]? {
        // The file may be anything: a pipe must not block the service.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw unreadable(errno)
        }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw problem(.notAFile)
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = unsafe read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(errno) }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
            guard bytes.count <= Self.limit else { throw problem(.tooLarge) }
        }
    }

    /// Replaces the contents of the file atomically.
    private func replace(by bytes: [UInt8]) throws {
        let target = Self.target(of: path)
        let part = target + ".part"
        var facts = stat()
        let mode = unsafe stat(target, &facts) == 0 ? facts.st_mode & 0o777 : 0o600
        let file = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SpoolError.system("writing the settings") }
        defer { close(file) }
        func failed() -> SpoolError {
            let error = SpoolError.system("writing the settings")
            _ = unsafe unlink(part)
            return error
        }
        // A full disk takes a part of the bytes, and says why only when it gets the rest.
        var place = 0
        while place < bytes.count {
            let count = unsafe bytes[place...].withUnsafeBytes {
                unsafe Glibc.write(file, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failed() }
            place += count
        }
        guard fchmod(file, mode) == 0, fsync(file) == 0 else { throw failed() }
        failpoint(.settingsWritten)
        guard unsafe rename(part, target) == 0 else { throw failed() }
        failpoint(.settingsRenamed)
        // Only now does a power cut leave the new name, too.
        let end = target.lastIndex(of: "/").map { target[..<$0] } ?? "."
        let folder = unsafe open(
            end.isEmpty ? "/" : String(end),
            O_RDONLY | O_DIRECTORY | O_CLOEXEC
        )
        guard folder >= 0 else { return }
        _ = fsync(folder)
        close(folder)
    }

    /// Resolves symbolic links: many users link their settings from another folder.
    private static func target(of path: String) -> String {
        guard let found = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}
