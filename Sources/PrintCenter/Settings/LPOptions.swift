import Glibc
import PrintModel

/// The settings of `lpoptions`: a default printer, and options for each printer.
///
/// Like libcups, options of the user's file override those of the system's file one by one.
struct LPOptions: Sendable, Equatable {
    /// The default printer.
    private(set) var defaultPrinter: String?
    private var options: [String: [String: String]] = [:]

    /// The most bytes that are read of a file: 1 MiB.
    private static let fileLimit = 1 << 20

    /// Reads the user's file and the system's.
    ///
    /// - Parameters:
    ///   - environment: The environment of the user, whose `HOME` has the user's file.
    ///   - systemFile: The system's file.
    /// - Returns: The merged settings; a missing file has none.
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

    /// Returns the options for a printer.
    func options(for printer: PrinterID) -> [String: String] {
        options[printer.rawValue] ?? [:]
    }

    /// Returns the options of an instance of a printer; `nil` if there is no such instance.
    func options(for printer: PrinterID, instance: String) -> [String: String]? {
        options[printer.rawValue + "/" + instance]
    }

    /// Parses the lines of a file: `Dest NAME[/INSTANCE] …` and `Default NAME[/INSTANCE] …`.
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
            // The options of an instance apply only where it is named, except for the default instance.
            if name.count != words[1].count {
                options[String(words[1]), default: [:]].merge(found) { _, new in new }
                guard isDefault else { continue }
            }
            options[String(name), default: [:]].merge(found) { _, new in new }
        }
    }

    /// Parses `a=b c="d e" noF g` like libcups; the last option of a name counts.
    static func options(in text: Substring) -> [String: String] {
        Dictionary(OptionText.options(in: text).map { ($0.name, $0.value) }) { $1 }
    }

    /// Returns the contents of a small regular file; `nil` if it cannot be read.
    private static func contents(ofFile path: String) -> [UInt8]? {
        // The file may be anything: a pipe must not block the reader.
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
