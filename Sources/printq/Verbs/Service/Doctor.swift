import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Examines what printing needs on this computer.
    struct Doctor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "doctor",
            abstract: "Check the set-up, and say what to do.",
            discussion: """
                Examples:
                  printq doctor
                  printq doctor --json

                It starts the service if needed, and looks at the queue's folder, the scheduler, the search \
                for printers, the printers, the sandboxes of previews, the start at login, and packages that \
                would help. It prints nothing and changes nothing. Exit codes: 0 printing works here, 1 something \
                keeps it from working.
                """
        )

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let findings = await Examination(client, common.phrases).findings()
                if common.json {
                    try Terminal.write(json: Report(findings: findings))
                } else {
                    for finding in findings { Terminal.write(common.phrases.line(of: finding)) }
                }
                return findings.contains { $0.state == .problem } ? .failure : .success
            }
        }

        /// The JSON of the command.
        private struct Report: Encodable {
            let possible: Bool
            let findings: [Finding]

            init(findings: [Finding]) {
                possible = !findings.contains { $0.state == .problem }
                self.findings = findings
            }
        }
    }
}

/// What an examination has found about one part of the set-up.
struct Finding: Encodable, Sendable {
    /// How bad it is.
    enum State: String, Encodable, Sendable {
        /// It works.
        case good
        /// Printing works without it, but something is missing.
        case notice
        /// It keeps printing from working.
        case problem
    }

    /// The part of the set-up.
    enum Part: String, Encodable, Sendable {
        case service, folder, scheduler, discovery, printers, hosts, previews, settings, login
        case packages
    }

    let part: Part
    let state: State
    /// A sentence about it.
    let message: String
    /// What to do; `nil` where there is nothing to do.
    let remedy: String?

    init(_ part: Part, _ state: State, _ message: String, remedy: String? = nil) {
        (self.part, self.state, self.message, self.remedy) = (part, state, message, remedy)
    }

    private enum CodingKeys: String, CodingKey {
        case part, state, message, remedy
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(part, forKey: .part)
        try container.encode(state, forKey: .state)
        try container.encode(message, forKey: .message)
        try container.encode(remedy, forKey: .remedy)
    }
}
