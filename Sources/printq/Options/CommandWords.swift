import ArgumentParser
import PrintModel

/// Rewrites a command line before the argument parser reads it.
enum CommandWords {
    /// The verbs that accept ticket options.
    private static let ticketVerbs: Set<String> = [
        "print", "submit", "check", "preview", "reprint",
    ]
    /// The Boolean options, which may have a value.
    private static let flags = Set(
        PrintTicket.flags + ["--duplex", "--wait", "--hold", "--when-possible"]
    )
    /// The names of this computer that `lp -h` may have.
    private static let here: Set<String> = ["localhost", "127.0.0.1", "::1", "[::1]"]

    /// The command line in the spelling of the argument parser.
    ///
    /// `--collate false` and `--collate=false` become `--no-collate`; a server option that names
    /// this computer is removed; what is usual elsewhere becomes what it is here.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the name of the program.
    ///   - server: The scheduler's address in the environment: `CUPS_SERVER`.
    /// - Returns: The arguments for the argument parser.
    /// - Throws: ``Mistake`` for an invalid value or server.
    static func normalized(_ arguments: [String], server: String?) throws(Mistake) -> [String] {
        guard let verb = arguments.first else { return arguments }
        if ["jobs", "list", "ls"].contains(verb) {
            return [verb] + habits(ofJobs: arguments.dropFirst())
        }
        let isPreset = arguments.starts(with: ["presets", "save"])
        guard isPreset || ticketVerbs.contains(verb) else { return arguments }
        var words = [verb]
        var rest = arguments.dropFirst()
        while let word = rest.popFirst() {
            if word == "--" { return words + [word] + rest }
            if word == "-h", let host = rest.first, !host.hasPrefix("-") {
                rest.removeFirst()
                try refuse(host, unless: server)
            } else if flags.contains(word), let value = rest.first,
                ["true", "false"].contains(value)
            {
                rest.removeFirst()
                words.append(flag(word, value == "true"))
            } else if let (name, value) = assigned(word), flags.contains(name) {
                words.append(flag(name, try truth(value, of: name)))
            } else if let known = try habit(word, &rest) {
                words += known
            } else {
                words.append(word)
            }
        }
        return words
    }

    private static func flag(_ name: String, _ isSet: Bool) -> String {
        isSet ? name : "--no-" + name.dropFirst(2)
    }

    private static func assigned(_ word: String) -> (name: String, value: String)? {
        guard let equals = word.firstIndex(of: "=") else { return nil }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    private static func truth(_ value: String, of name: String) throws(Mistake) -> Bool {
        switch value.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: throw Mistake("Invalid value '\(value)' of \(name): use true or false.")
        }
    }

    private static func refuse(_ host: String, unless server: String?) throws(Mistake) {
        let name = host.hasSuffix(":631") ? String(host.dropLast(4)) : host
        guard !here.contains(name), host != server else { return }
        throw Mistake(
            "printq prints through the scheduler of this computer, not that of '\(host)'. To print there, add its printer here: lpadmin -p NAME -E -m everywhere -v ipp://\(host)/printers/PRINTER"
        )
    }

    // MARK: Unknown commands

    /// The message for an unknown command, with a suggestion; `nil` if the command line has no
    /// command, or a known one.
    static func unknownCommand(
        in arguments: [String],
        of program: any ParsableCommand.Type
    ) -> String? {
        var command = program
        var path = program.configuration.commandName ?? ""
        for word in arguments {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, !word.hasPrefix("-") else { return nil }
            let known = subcommands.first { names(of: $0).contains(word) }
            if let known {
                command = known
                path += " " + word
                continue
            }
            // The argument parser shows the help of what it knows instead.
            if word == "help" { continue }
            let meant =
                (command == program ? usual(word) : nil)
                ?? Spelling.nearest(word, among: subcommands.flatMap { names(of: $0) })
            return "There is no command '\(word)'"
                + (path == program.configuration.commandName ? "." : " of \(path).")
                + (meant.map { " Did you mean \($0)?" } ?? "")
        }
        return nil
    }

    /// What is meant by a name that something has elsewhere: a command of CUPS, or a file.
    private static func usual(_ word: String) -> String? {
        if let command = commandsOfCUPS[word] { return command }
        // No command has a dot or a slash; a name that a shell would read otherwise is not repeated.
        let isFile = word.contains { "./".contains($0) }
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "./-_".contains($0) }
        return isFile && isPlain ? "print \(word)" : nil
    }

    /// The commands that do here what those of CUPS do.
    private static let commandsOfCUPS = [
        "lp": "print", "lpr": "print", "lpq": "jobs", "lpstat": "jobs", "lprm": "cancel",
        "lpmove": "move", "lpoptions": "options", "lpadmin": "printers add",
        "cupsdisable": "printers pause", "cupsenable": "printers resume",
    ]

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName ?? ""] + command.configuration.aliases
    }
}
