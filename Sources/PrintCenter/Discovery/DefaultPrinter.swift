import Glibc

/// Where a user's default printer is named outside the scheduler.
enum DefaultPrinter {
    /// The most bytes of an `lpoptions` file that are read.
    private static let fileLimit = 1 << 20

    /// The names to try, the best first; printers of these names need not exist.
    ///
    /// - Parameters:
    ///   - environment: That of the user's program.
    ///   - systemFile: The system's `lpoptions`.
    /// - Returns: Names of queues.
    static func names(
        environment: [String: String],
        systemFile: String = "/etc/cups/lpoptions"
    ) -> [String] {
        // libcups looks at LPDEST first, and ignores a PRINTER that old systems set for everybody.
        let variables = [
            environment["LPDEST"], environment["PRINTER"].flatMap { $0 == "lp" ? nil : $0 },
        ]
        var files = [systemFile]
        if let home = environment["HOME"], home.hasPrefix("/") {
            files.insert(home + "/.cups/lpoptions", at: 0)
        }
        let names = variables.compactMap { $0 } + files.compactMap { defaultName(inFile: $0) }
        return names.map(queueName).filter { !$0.isEmpty }
    }

    /// The printer of the last line `Default NAME[/INSTANCE] …`.
    static func defaultName(inFile path: String) -> String? {
        guard let file = contents(ofFile: path) else { return nil }
        var name: String?
        for line in String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
            guard words.count >= 2, words[0].lowercased() == "default" else { continue }
            name = String(words[1])
        }
        return name
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
            let count = unsafe read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    /// The queue of `NAME/INSTANCE`: instances are sets of options, not printers.
    private static func queueName(_ name: String) -> String {
        String(name.prefix { $0 != "/" })
    }
}
