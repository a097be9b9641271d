import Glibc
import PrintModel

/// What `lpoptions` keeps: a default printer, and options per printer.
///
/// The user's file counts before the system's, option by option; that is how libcups merges them.
struct LPOptions: Sendable, Equatable {
    /// The printer that jobs go to where none is named.
    private(set) var defaultPrinter: String?
    private var options: [String: [String: String]] = [:]

    /// The most bytes of a file that are read.
    private static let fileLimit = 1 << 20

    /// Reads the user's file and the system's.
    ///
    /// - Parameters:
    ///   - environment: That of the user's program; `HOME` says where the user's file is.
    ///   - systemFile: The system's file.
    /// - Returns: What stands in both; a file that is not there says nothing.
    static func read(
        environment: [String: String],
        systemFile: String = "/etc/cups/lpoptions"
    ) -> LPOptions {
        var files = [systemFile]
        if let home = environment["HOME"], home.hasPrefix("/") {
            files.append(home + "/.cups/lpoptions")
        }
        var all = LPOptions()
        for file in files {
            guard let bytes = contents(ofFile: file) else { continue }
            all.take(String(decoding: bytes, as: UTF8.self))
        }
        return all
    }

    /// What is kept for a printer.
    func options(for printer: PrinterID) -> [String: String] {
        options[printer.rawValue] ?? [:]
    }

    /// What is kept for a printer under a name of its own; `nil` where there is no such instance.
    func options(for printer: PrinterID, instance: String) -> [String: String]? {
        options[printer.rawValue + "/" + instance]
    }

    /// Takes in the lines of a file: `Dest NAME[/INSTANCE] …` and `Default NAME[/INSTANCE] …`.
    mutating func take(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
            guard words.count >= 2 else { continue }
            let isDefault = words[0].lowercased() == "default"
            guard isDefault || words[0].lowercased() == "dest" else { continue }
            let name = words[1].prefix { $0 != "/" }
            guard !name.isEmpty else { continue }
            if isDefault { defaultPrinter = String(name) }
            let found = words.count == 3 ? Self.options(in: words[2]) : [:]
            // An instance is a set of options with a name of its own, which has to be asked for; only
            // the default one is asked for by saying nothing, too.
            if name.count != words[1].count {
                options[String(words[1]), default: [:]].merge(found) { _, new in new }
                guard isDefault else { continue }
            }
            options[String(name), default: [:]].merge(found) { _, new in new }
        }
    }

    /// Reads `a=b c="d e" noF g` as libcups does; of two with one name the last counts.
    static func options(in text: Substring) -> [String: String] {
        Dictionary(OptionText.options(in: text).map { ($0.name, $0.value) }) { $1 }
    }

    /// The bytes of a small regular file; `nil` where there is none that can be read.
    private static func contents(ofFile path: String) -> [UInt8]? {
        // A user may have put anything there: a pipe must not hold the reader up.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while bytes.count < fileLimit {
            let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }
}
