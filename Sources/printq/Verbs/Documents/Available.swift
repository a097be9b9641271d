import ArgumentParser
import FileAccess
import PrintCenterClient
import PrintModel

extension Printq {
    /// Reports whether printing is possible now.
    struct Available: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "available",
            abstract: "Show at once on which printers you can print now.",
            discussion: """
                Examples:
                  printq available
                  printq available report.pdf --json
                  printq available --watch

                It asks no printer, so it answers in milliseconds; 'printq check' reads the whole file \
                and checks every option. With --watch, it writes a line at each change until Ctrl-C \
                (exit code 130). Exit codes: 0 printing is possible, 3 it is not.
                """
        )

        /// The obstacles of a file that do not depend on the printers.
        private static let ofTheFile: Set<Obstacle.Code> = [
            .documentDamaged, .documentEncrypted, .documentRestricted, .documentEmpty,
            .documentTooLarge,
        ]

        @Argument(help: "The files (default: any document).", completion: .file())
        var files: [String] = []

        @Flag(help: "Report each change until Ctrl-C.")
        var watch = false

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            if watch, files.count > 1 {
                throw ValidationError("--watch goes with one file at most.")
            }
        }

        func run() async throws {
            try await common.run { client in
                guard !watch else { return try await follow(client) }
                guard !files.isEmpty else {
                    return try report(try await client.availability(), of: nil)
                }
                var codes: [ExitCode] = []
                for path in files {
                    do {
                        codes.append(try report(try await answer(client, path), of: path))
                    } catch let error as InputFile.Unreadable {
                        Terminal.say("printq: \(error.message)")
                        codes.append(.noInput)
                    }
                }
                return codes.first { $0 != .success } ?? .success
            }
        }

        /// The answer for a file; a missing one is reported in the user's language.
        private func answer(
            _ client: PrintCenterClient,
            _ path: String
        ) async throws -> Availability {
            _ = try InputFile.open(path, phrases: common.phrases)
            return try await client.canPrint(FilePath(argument: path) ?? FilePath(path))
        }

        private func follow(_ client: PrintCenterClient) async throws -> ExitCode {
            let interrupt = Interrupt(labels: [], phrases: common.phrases)
            defer { interrupt.stop() }
            var type: String?
            if let path = files.first {
                let first: Availability
                do {
                    first = try await answer(client, path)
                } catch let error as InputFile.Unreadable {
                    Terminal.say("printq: \(error.message)")
                    return .noInput
                }
                // An obstacle of the file itself does not pass during a watch.
                if first.obstacles.contains(where: { Self.ofTheFile.contains($0.code) }) {
                    return try report(first, of: path)
                }
                type = first.type
            }
            var last: Availability?
            for try await answer in client.availabilityChanges(ofType: type) {
                // The words may be the same although another printer's reason differs.
                if common.json || last.map({ words($0) }) != words(answer) {
                    _ = try report(answer, of: files.first)
                }
                last = answer
            }
            return .success
        }

        /// Reports an answer, and returns its exit code.
        private func report(_ answer: Availability, of path: String?) throws -> ExitCode {
            if common.json {
                try Terminal.write(json: answer)
            } else {
                Terminal.write(words(answer, of: path))
            }
            return answer.isAvailable ? .success : .notPossible
        }

        private func words(_ answer: Availability, of path: String? = nil) -> String {
            let name = path.map { (FilePath(argument: $0) ?? FilePath($0)).name }
            if answer.isAvailable { return common.phrases.available(name, answer.printers) }
            let obstacles = Obstacle.joined(answer.obstacles, language: common.phrases.language)
            let why = obstacles.map { "\($0.message) \($0.remedy)" }
            return ([common.phrases.unavailable(name)] + why).joined(separator: " ")
        }
    }
}
