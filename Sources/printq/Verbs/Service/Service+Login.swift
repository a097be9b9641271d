import ArgumentParser
import PrintCenterClient
import PrintModel

/// The JSON of `printq service`: the service, if it is running, and whether it starts at login.
struct ServiceReport: Encodable {
    let service: ServiceStatus?
    let login: LoginStatus

    private enum CodingKeys: String, CodingKey {
        case running
        case login
    }

    func encode(to encoder: any Encoder) throws {
        try service?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(service != nil, forKey: .running)
        try container.encode(login, forKey: .login)
    }
}

extension Printq.Service {
    /// Enables the start at login.
    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable",
            abstract: "Start the service at login, so that jobs continue after a reboot."
        )

        @Option(
            help: "Start it by systemd or by autostart (default: systemd where it is running).",
            transform: { word in
                guard let way = LoginStatus.Way(rawValue: word) else {
                    throw ValidationError("Say systemd or autostart.")
                }
                return way
            }
        )
        var by: LoginStatus.Way?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { _ in
                let status = try LoginStart().enable(by: by)
                try common.report(login: status)
                return .success
            }
        }
    }

    /// Disables the start at login.
    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Stop starting the service at login."
        )

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { _ in
                try common.report(login: LoginStart().disable())
                return .success
            }
        }
    }
}

extension CommonOptions {
    fileprivate func report(login status: LoginStatus) throws {
        if json {
            try Terminal.write(json: ["login": status], unread: .goOn)
        } else {
            Terminal.write(phrases.login(status), unread: .goOn)
        }
    }
}
