import Foundation

/// A grammar of XML: which elements stand in which, and what kinds of values their attributes have.
///
/// A rule is a line: `name@attribute=N,other=yes|no: child child* #S`. A star lets an element come several times. The
/// letters of values are those of ``OddValues/value(_:)``; lower-case words are taken literally.
struct OddGrammar {
    private struct Rule {
        var attributes: [(name: String, kind: String)] = []
        var children: [String] = []
    }

    private let root: String
    private var rules: [String: Rule] = [:]

    init(_ text: String) {
        var root = ""
        for line in text.split(separator: "\n") {
            let halves = line.split(separator: ": ", maxSplits: 1).map(String.init)
            let head = halves[0].split(separator: "@", maxSplits: 1).map(String.init)
            var rule = Rule()
            if head.count > 1 {
                rule.attributes = head[1].split(separator: ",").map {
                    let pair = $0.split(separator: "=", maxSplits: 1).map(String.init)
                    return (pair[0], pair.count > 1 ? pair[1] : "N")
                }
            }
            if halves.count > 1 { rule.children = halves[1].split(separator: " ").map(String.init) }
            let name = head[0].trimmingCharacters(in: .whitespaces)
            if root.isEmpty { root = name }
            rules[name] = rule
        }
        self.root = root
    }

    /// A document of the grammar.
    func write(_ values: inout OddValues) -> String {
        var (text, left) = ("", 400)
        write(root, 0, &text, &left, &values)
        return text
    }

    private func write(
        _ name: String,
        _ depth: Int,
        _ text: inout String,
        _ left: inout Int,
        _ values: inout OddValues
    ) {
        left -= 1
        guard left > 0, depth < 24 else { return }
        let rule = rules[name] ?? Rule()
        // "w:sz.font" is another rule for the same element.
        let tag = name.split(separator: ".").first.map(String.init) ?? name
        text += "<\(tag)"
        for (attribute, kind) in rule.attributes where depth == 0 || !values.chance(6) {
            let choices = kind.split(separator: "|", omittingEmptySubsequences: false)
            let chosen = String(values.pick(Array(choices)))
            let isLetter = chosen.count == 1 && chosen.first?.isUppercase == true
            let value = isLetter ? values.value(Character(chosen)) : chosen
            text += " \(attribute)=\"\(Self.escaped(value))\""
        }
        text += ">"
        for child in rule.children {
            if child.hasPrefix("#") {
                text += Self.escaped(values.value(child.last ?? "S"))
            } else if child.hasSuffix("*") {
                for _ in 0..<Int.random(in: 0...4, using: &values.dice) {
                    write(String(child.dropLast()), depth + 1, &text, &left, &values)
                }
            } else if !values.chance(5) {
                write(child, depth + 1, &text, &left, &values)
            }
        }
        text += "</\(tag)>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            "\"",
            with: "&quot;"
        )
    }
}
