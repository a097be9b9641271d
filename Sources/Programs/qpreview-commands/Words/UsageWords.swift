import ArgumentParser
import QuickPreview

/// ArgumentParser's messages in other languages.
enum UsageWords {
    /// A line of ArgumentParser in a language; a line without a translation stays as it is.
    static func line(_ line: String, in language: PreviewLanguage) -> String {
        guard language == .simplifiedChinese else { return line }
        if line.hasPrefix("Usage: ") { return "用法：" + line.dropFirst("Usage: ".count) }
        if let command = between("  See '", "' for more information.", line) {
            return "  更多信息见“\(command)”。"
        }
        guard line.hasPrefix("Error: ") else { return line }
        let message = String(line.dropFirst("Error: ".count))
        return "错误：" + (sentence(message) ?? message)
    }

    /// The message for an unknown command; `nil` for a command or an option.
    static func unknownCommand(_ word: String) -> String? {
        let commands = QPreview.configuration.subcommands.compactMap {
            $0.configuration.commandName
        }
        guard !word.hasPrefix("-"), !(commands + ["help"]).contains(word) else { return nil }
        let language = PreviewLanguage.ofUser
        let near = commands.min { distance(word, $0) < distance(word, $1) }
        guard let near, distance(word, near) <= max(2, near.count / 3) else {
            return language.say(
                "There is no command '\(word)'. The commands are \(commands.joined(separator: ", ")).",
                "没有命令“\(word)”。可用的命令：\(commands.joined(separator: "、"))。"
            )
        }
        return language.say(
            "There is no command '\(word)'. Did you mean \(near)?",
            "没有命令“\(word)”。您是指 \(near) 吗？"
        )
    }

    /// The Levenshtein distance of two words; a large number for long words.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(40)), Array(right))
        var row = Array(0...right.count)
        for (line, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in right.enumerated() {
                let change = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }

    private static func sentence(_ message: String) -> String? {
        if let option = between("Unknown option '", "'", message) {
            guard let guess = between("Did you mean '", "'?", message) else {
                return "未知选项“\(option)”。"
            }
            return "未知选项“\(option)”。您是指“\(guess)”吗？"
        }
        if let name = between("Missing expected argument '", "'", message) {
            return "缺少参数“\(name)”。"
        }
        if let option = between("Missing value for '", "'", message) {
            return "选项“\(option)”缺少值。"
        }
        if let value = between("The value '", "' is invalid for '", message),
            let option = between("' is invalid for '", "'", message)
        {
            return "“\(option)”的值“\(value)”无效。"
        }
        if let argument = between("Unexpected argument '", "'", message) {
            return "多余的参数“\(argument)”。"
        }
        if let arguments = between("unexpected arguments: ", nil, message) {
            return "多余的参数：\(arguments)。"
        }
        return nil
    }

    /// The text between two others; to its end where the second one is missing.
    private static func between(_ before: String, _ after: String?, _ text: String) -> String? {
        var rest = text[...]
        while !rest.hasPrefix(before) {
            guard !rest.isEmpty else { return nil }
            rest.removeFirst()
        }
        rest = rest.dropFirst(before.count)
        guard let after else { return String(rest) }
        var found = ""
        while !rest.hasPrefix(after) {
            guard let character = rest.popFirst() else { return nil }
            found.append(character)
        }
        return found
    }
}
