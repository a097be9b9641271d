import ArgumentParser
import PrintCenterClient
import PrintModel

/// The user name and the password of a printer.
struct CredentialOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The user name (default: your login name).", valueName: "name"))
    var user: String?

    @Option(help: ArgumentHelp("Read the password from this open descriptor.", valueName: "number"))
    var passwordFd: Int32?

    /// Whether the command line has one of them.
    var areGiven: Bool { user != nil || passwordFd != nil }

    /// Gets the user name and the password, at the terminal unless they are given.
    ///
    /// - Throws: `ValidationError` if there is no password.
    func read(_ phrases: Phrases, printer: String) throws -> AuthenticateRequest {
        let name =
            user ?? (passwordFd == nil ? Secret.askOpenly(phrases.userQuestion(printer)) : nil)
        let password = try Secret.value(
            true,
            passwordFd,
            phrases.printerPasswordQuestion(printer),
            "--password-fd"
        )
        return AuthenticateRequest(user: name, password: password)
    }
}

extension Printq {
    /// Asks for what a job waits for.
    struct Authenticate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "authenticate",
            abstract: "Enter the PIN, or the user name and the password, that a job waits for.",
            discussion: """
                Examples:
                  printq authenticate 12
                  printq authenticate 12 --user ann --password-fd 3 3< password

                It asks at the terminal, without echo. The service keeps the password of a printer in the \
                desktop's secret store, if there is one, else in memory, and sends it over encrypted \
                connections only.
                """
        )

        @Argument(
            help: "The number of the job.",
            completion: .custom(Completion.jobs)
        )
        var job: String

        @OptionGroup var credentials: CredentialOptions

        @Option(help: ArgumentHelp("Read the PIN from this open descriptor.", valueName: "number"))
        var pinFd: Int32?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let details = try await client.job(job)
                guard let request = try request(for: details.job) else {
                    Terminal.say("printq: \(common.phrases.nothingToEnter(details.job))")
                    return .failure
                }
                return try await common.each([job], saying: common.phrases.authenticated) {
                    try await client.authenticate($0, request)
                }
            }
        }

        /// What the user enters for the job; `nil` if it waits for nothing of that.
        private func request(for job: PrintJob) throws -> AuthenticateRequest? {
            let phrases = common.phrases
            let waits = Set(job.reasons.map(\.code))
            var request: AuthenticateRequest?
            if credentials.passwordFd != nil
                || pinFd == nil && waits.contains(.authenticationNeeded)
            {
                request = try credentials.read(phrases, printer: job.printer.rawValue)
            }
            if pinFd != nil || request == nil && waits.contains(.pinNeeded) {
                let pin = try Secret.value(true, pinFd, phrases.pinQuestion, "--pin-fd")
                request = request ?? AuthenticateRequest()
                request?.pin = pin
            }
            return request
        }
    }
}
