import ArgumentParser
import CommandNames
import PrintModel
import Testing

@testable import printq

@Suite struct `The command line that messages name` {
    private let help = printq.Printq.helpMessage(for: printq.Printq.Print.self, columns: 200)

    @Test(arguments: CommandNames.Flag.ofTicket.values.sorted())
    func `has only options of print`(_ flag: String) {
        #expect(help.contains("\(flag) ") || help.contains("\(flag)/"), "\(flag)")
    }

    @Test(arguments: [
        CommandNames.Flag.printer, CommandNames.Flag.attribute, CommandNames.Flag.password,
    ])
    func `has only other options of print, too`(_ flag: String) {
        #expect(
            help.contains("\(flag), ") || help.contains("\(flag) ") || help.contains("\(flag)\n")
        )
    }

    @Test(arguments: CommandNames.Command.all)
    func `has only commands that exist`(_ command: String) {
        let words = command.split(separator: " ").map(String.init)
        #expect(words.first == "printq")
        let unknown = CommandWords.unknownCommand(
            in: Array(words.dropFirst()),
            of: printq.Printq.self
        )
        #expect(unknown == nil, "\(unknown ?? "")")
    }
}
