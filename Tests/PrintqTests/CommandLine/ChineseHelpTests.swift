import ArgumentParser
import PrintModel
import Testing

@testable import printq

@Suite struct `Help in Chinese` {
    private static func commands(
        _ command: any ParsableCommand.Type = printq.Printq.self
    ) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap { commands($0) }
    }

    private func help(_ command: any ParsableCommand.Type, columns: Int = 80) -> [String] {
        let english = printq.Printq.helpMessage(for: command, columns: ChineseHelp.unbroken)
        return ChineseHelp(columns: columns).lines(of: english)
    }

    @Test func `has words for all that the help of each command says`() {
        let all = Self.commands()
        #expect(all.count > 30)
        for command in all {
            // What is typed stays as it is: examples, usage, and the names of options.
            for line in help(command, columns: ChineseHelp.unbroken) {
                let words = line.drop { $0 == " " }
                let isExample = words.hasPrefix("printq ") || words.hasPrefix("curl ")
                // A name that is too long for the column of names has a line of its own.
                let isName = words.hasPrefix("-") && !words.contains("  ")
                let isTyped = line.isEmpty || isExample || isName || line.hasPrefix("用法：")
                let isChinese = line.unicodeScalars.contains {
                    (0x4E00...0x9FFF).contains($0.value)
                }
                #expect(isTyped || isChinese, "\(command): \(line)")
            }
        }
    }

    @Test(arguments: [60, 80, 120])
    func `keeps to the width of the terminal`(_ columns: Int) {
        for command in Self.commands() {
            for line in help(command, columns: columns) {
                let isTyped =
                    line.hasPrefix("  ") && !line.hasPrefix("   ") || line.hasPrefix("用法：")
                // A mark that must not begin a line may stand beyond its end.
                #expect(isTyped || Table.width(line) <= columns + 2, "\(line)")
            }
        }
    }

    @Test func `names a default that the parser adds`() {
        #expect(ChineseHelp.text("Write JSON. (default: 7)") == "输出 JSON。（默认：7）")
        #expect(ChineseHelp.text("no such text") == "no such text")
    }
}
