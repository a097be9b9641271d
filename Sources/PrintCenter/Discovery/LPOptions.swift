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
            // An instance is a set of options with a name of its own, which has to be asked for; only
            // the default one is asked for by saying nothing.
            guard isDefault || name.count == words[1].count, words.count == 3 else { continue }
            let found = Self.options(in: words[2])
            options[String(name), default: [:]].merge(found) { _, new in new }
        }
    }

    /// Reads `a=b c="d e" noF g` as libcups does: quotes, backslashes and braces keep blanks.
    static func options(in text: Substring) -> [String: String] {
        var options: [String: String] = [:]
        for word in words(in: text) {
            if let equals = word.firstIndex(of: "=") {
                options[String(word[..<equals])] = String(word[word.index(after: equals)...])
            } else if word.lowercased().hasPrefix("no"), word.count > 2 {
                options[String(word.dropFirst(2))] = "false"
            } else if !word.isEmpty {
                options[word] = "true"
            }
        }
        return options
    }

    private static func words(in text: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var depth = 0
        var isEscaped = false
        for character in text {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character.isWhitespace, depth == 0 {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                if character == "{" { depth += 1 }
                if character == "}" { depth = max(0, depth - 1) }
                word.append(character)
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
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
