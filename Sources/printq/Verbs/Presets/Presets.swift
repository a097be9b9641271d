import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Options that are saved under names.
    struct Presets: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "presets",
            abstract: "Save options under a name, to print with --preset.",
            discussion: """
                Examples:
                  printq presets save Handout --duplex --number-up 2
                  printq print talk.pdf --preset Handout --copies 12
                  printq presets list

                A preset applies where a command has no option of its own, and before the options that \
                'lpoptions' has saved for a printer. It keeps no document, no printer, no time, and no \
                PIN or password.
                """,
            subcommands: [List.self, Save.self, Show.self, Remove.self],
            defaultSubcommand: List.self
        )
    }
}

extension Printq.Presets {
    /// Lists the presets.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the presets and their options.",
            aliases: ["ls"]
        )

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let presets = try await client.presets()
                guard !common.json else {
                    try Terminal.write(json: presets)
                    return .success
                }
                if presets.isEmpty { Terminal.say(common.phrases.noPresets) }
                var table = Table()
                table.rows = presets.map { [$0.name, common.phrases.options(of: $0)] }
                for line in table.lines { Terminal.write(line) }
                return .success
            }
        }
    }

    /// Saves a preset.
    struct Save: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "save",
            abstract: "Save options under a name.",
            discussion: """
                Examples:
                  printq presets save Handout --duplex --number-up 2
                  printq presets save 'First page' --pages 1 -o media-type=labels

                A preset of the same name is replaced. A name has 1 to 64 characters of any script, \
                without slashes; upper and lower case differ.
                """
        )

        @Argument(help: "The name.", completion: .custom(Completion.presets))
        var name: String

        // Read only to be refused with a reason.
        @Argument(help: .hidden)
        var rest: [String] = []

        @OptionGroup(title: "Options of the preset") var ticket: TicketOptions
        @OptionGroup(visibility: .hidden) var secret: SecretOptions
        @OptionGroup(visibility: .hidden) var place: PrinterOption
        @OptionGroup var common: CommonOptions

        func validate() throws {
            if let word = rest.first {
                throw Mistake(
                    "A preset keeps no document: leave '\(PrintPreset.shown(word))' out, or put quotes around a name of several words."
                )
            }
            guard !secret.password, secret.passwordFd == nil, !secret.pin.pin,
                secret.pin.pinFd == nil
            else {
                throw Mistake(
                    "A preset keeps no PIN and no password: enter it when you print, with --pin or --password."
                )
            }
            guard place.printer == nil else {
                throw Mistake(
                    "A preset keeps no printer: leave -d out, and name the printer when you print."
                )
            }
            guard ticket.holdUntil == nil, !ticket.isHeld, ticket.ticket.holdUntil == nil else {
                throw Mistake(
                    "A preset keeps no time: leave --hold-until out, and give it when you print."
                )
            }
            guard ticket.ticket != PrintTicket() else {
                throw Mistake("The preset has no options: name at least one, such as --duplex.")
            }
        }

        func run() async throws {
            try await common.run { client in
                let isNew = try await client.savePreset(name, ticket.ticket)
                guard !common.json else {
                    let preset = PrintPreset(name: name, ticket: ticket.ticket)
                    try Terminal.write(json: preset, unread: .goOn)
                    return .success
                }
                Terminal.write(common.phrases.saved(name, isNew: isNew), unread: .goOn)
                return .success
            }
        }
    }

    /// Shows a preset.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the options of a preset."
        )

        @Argument(help: "The name.", completion: .custom(Completion.presets))
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let preset = try await client.preset(name)
                if common.json {
                    try Terminal.write(json: preset)
                } else {
                    Terminal.write(preset.name)
                    for option in preset.ticket.commandLine { Terminal.write("  \(option)") }
                }
                if !preset.unknown.isEmpty { Terminal.say(common.phrases.unknownOptions(preset)) }
                return .success
            }
        }
    }

    /// Removes a preset.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a preset; jobs that were queued with it keep its options."
        )

        @Argument(help: "The name.", completion: .custom(Completion.presets))
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let preset = try await client.removePreset(name)
                if common.json {
                    try Terminal.write(json: preset, unread: .goOn)
                } else {
                    Terminal.write(common.phrases.removed(preset), unread: .goOn)
                }
                return .success
            }
        }
    }
}
