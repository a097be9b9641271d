import ArgumentParser
import PrintCenterClient
import PrintModel

/// What `printq service` says in JSON: the service, if it runs, and whether it starts at login.
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
    /// Has it start at login.
    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable",
            abstract: "Start it at login, so that jobs go on after logout and reboot."
        )

        @Option(
            help: "What is to start it: systemd or autostart; what suits the machine if left out.",
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
                try common.tell(login: status)
                return .success
            }
        }
    }

    /// Takes that back.
    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Do not start it at login any more."
        )

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { _ in
                try common.tell(login: LoginStart().disable())
                return .success
            }
        }
    }
}

extension CommonOptions {
    fileprivate func tell(login status: LoginStatus) throws {
        if json {
            try Terminal.write(json: ["login": status], unread: .goOn)
        } else {
            Terminal.write(phrases.login(status), unread: .goOn)
        }
    }
}
