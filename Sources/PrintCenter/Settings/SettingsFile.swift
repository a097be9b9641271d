import FoundationEssentials
import Glibc

/// The user's `settings.json`: read whole, and written back with what this version does not know.
///
/// A person writes it by hand as well. What cannot be read is never overwritten.
struct SettingsFile: Sendable {
    /// Why the file cannot be used: the end of a sentence that names it.
    enum Mistake: Error, Equatable {
        /// The system refuses, in its words.
        case unreadable(String)
        /// It is larger than any settings are.
        case tooLarge
        /// It is not valid JSON.
        case malformed
        /// It is JSON, and no object.
        case notAnObject
        /// The value of a key is none that the key can have.
        case value(key: String, expected: String)

        /// What is wrong, after the name of the file.
        var words: String {
            switch self {
            case .unreadable(let why): "cannot be read: \(why)"
            case .tooLarge: "is larger than 1 MiB"
            case .malformed: "is not valid JSON"
            case .notAnObject: "is not a JSON object"
            case .value(let key, let expected): "sets '\(key)' to something other than \(expected)"
            }
        }
    }

    /// What the service takes from the file.
    struct Settings: Equatable {
        var defaultPrinter: String?
        var keepJobsDays: Int?
        var keepDocumentsHours: Int?
    }

    let path: String

    private static let limit = 1 << 20

    /// The settings; a file that is not there, or is empty, sets nothing.
    func settings() throws(Mistake) -> Settings {
        let values = try values()
        return Settings(
            defaultPrinter: try Self.text("defaultPrinter", in: values),
            keepJobsDays: try Self.count("keepJobsDays", in: values),
            keepDocumentsHours: try Self.count("keepDocumentsHours", in: values)
        )
    }

    /// Sets or removes one value, and keeps all others.
    ///
    /// - Throws: ``Mistake`` where the file cannot be read, which leaves it as it is; ``SpoolError``
    ///   where it cannot be written.
    func set(_ key: String, to value: JSONTree?) throws {
        var values = try values()
        values[key] = value
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try replace(by: Array(try encoder.encode(values)) + [0x0A])
    }

    // MARK: Values

    private static func text(
        _ key: String,
        in values: [String: JSONTree]
    ) throws(Mistake) -> String? {
        switch values[key] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw .value(key: key, expected: "a text")
        }
    }

    private static func count(
        _ key: String,
        in values: [String: JSONTree]
    ) throws(Mistake) -> Int? {
        switch values[key] {
        case nil, .null: return nil
        case .integer(let number) where number >= 0: return number
        default: throw .value(key: key, expected: "a whole number of 0 or more")
        }
    }

    private func values() throws(Mistake) -> [String: JSONTree] {
        guard let bytes = try contents(), !bytes.allSatisfy({ $0 <= 0x20 }) else { return [:] }
        guard let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(bytes)) else {
            throw .malformed
        }
        guard case .object(let values) = tree else { throw .notAnObject }
        return values
    }

    // MARK: The disk

    /// The bytes of the file; `nil` where there is none.
    private func contents() throws(Mistake) -> [UInt8]? {
        // A user may have put anything there: a pipe must not hold the service up.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .unreadable(Self.words(errno))
        }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable("it is not a file")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = unsafe read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(Self.words(errno)) }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
            guard bytes.count <= Self.limit else { throw .tooLarge }
        }
    }

    /// Puts new contents in the place of the file; a crash leaves the old ones or the new ones.
    private func replace(by bytes: [UInt8]) throws {
        let target = Self.target(of: path)
        let part = target + ".part"
        var facts = stat()
        let mode = unsafe stat(target, &facts) == 0 ? facts.st_mode & 0o777 : 0o600
        let file = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SpoolError.system("writing the settings") }
        defer { close(file) }
        guard unsafe write(file, bytes, bytes.count) == bytes.count, fchmod(file, mode) == 0,
            fsync(file) == 0, unsafe rename(part, target) == 0
        else {
            let error = SpoolError.system("writing the settings")
            _ = unsafe unlink(part)
            throw error
        }
    }

    /// The file that a link names: many keep their settings in another folder, and link them.
    private static func target(of path: String) -> String {
        guard let found = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    private static func words(_ number: Int32) -> String {
        // The text is copied before another call.
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
