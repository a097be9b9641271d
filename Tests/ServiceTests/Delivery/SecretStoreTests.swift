import CLinux
import FoundationEssentials
import Glibc
import IPP
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// A GNOME keyring that is unlocked, on a message bus of its own.
private final class RealSecretStore {
    private let bus: RunningProgram
    private var keyring: RunningProgram
    private let folder: String
    /// The variables with which a program finds it.
    let environment: [String: String]

    static let needs = ["dbus-daemon", "gnome-keyring-daemon", "secret-tool"]
    static let missing = needs.filter { path(of: $0) == nil }

    private static func path(of program: String) -> String? {
        Launch.systemPath.split(separator: ":").map { "\($0)/\(program)" }
            .first { unsafe access($0, X_OK) == 0 }
    }

    init(in lab: RunningLab) throws {
        folder = try TemporaryFolder.make("secrets", in: lab.folder.path)
        let address = "unix:path=\(folder)/bus"
        environment = [
            "DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": folder, "HOME": folder,
            "XDG_DATA_HOME": folder + "/data", "PATH": Launch.systemPath, "LC_ALL": "C.UTF-8",
        ]
        bus = try RunningProgram(
            [
                try #require(Self.path(of: "dbus-daemon")), "--session", "--nofork", "--nopidfile",
                "--address=" + address,
            ],
            environment: environment,
            files: folder + "/bus-log"
        )
        let socket = folder + "/bus"
        try wait(for: "the message bus") { unsafe access(socket, F_OK) == 0 }
        keyring = try Self.startKeyring(environment, in: folder)
        // It is there once it can keep something. One that a client has asked too early may never reply to anybody.
        try wait(for: "the keyring") {
            let store = ["timeout", "5", "secret-tool", "store", "--label=try", "try", "it"]
            let code = try run(store, input: "secret").code
            if code == Self.timedOut {
                keyring.kill()
                try wait(for: "its end") { keyring.endingIfEnded() != nil }
                keyring = try Self.startKeyring(environment, in: folder)
            }
            return code == 0
        }
    }

    /// The exit code of timeout(1).
    private static let timedOut: Int32 = 124

    private static func startKeyring(
        _ environment: [String: String],
        in folder: String
    ) throws -> RunningProgram {
        try RunningProgram(
            [
                try #require(path(of: "gnome-keyring-daemon")), "--foreground", "--unlock",
                "--components=secrets",
            ],
            environment: environment,
            input: try pipe("the login password"),
            files: folder + "/keyring"
        )
    }

    /// The read end of a pipe with a text and nothing behind it.
    private static func pipe(_ text: String) throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe clinux_pipe(&ends) == 0)
        let bytes = Array(text.utf8)
        try #require(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        return ends[0]
    }

    private func run(_ command: [String], input: String = "") throws -> RunningProgram.Ending {
        let path = try #require(Self.path(of: command[0]))
        let input = try Self.pipe(input)
        defer { close(input) }
        let program = try RunningProgram(
            [path] + command.dropFirst(),
            environment: environment,
            input: input,
            files: folder + "/command"
        )
        try wait(for: "\(command[0]) to end") { program.endingIfEnded() != nil }
        return try #require(program.endingIfEnded())
    }

    /// What another program finds in the store of a kind of secret.
    func secrets(_ kind: String) throws -> String {
        let found = try run(["secret-tool", "search", "--all", "--unlock", "kind", kind])
        return found.output + found.errors
    }

    deinit {
        keyring.kill()
        bus.kill()
        for program in [keyring, bus] {
            // It was killed.
            try? waitBlocking(for: "its end") { program.endingIfEnded() != nil }
        }
    }
}

/// Passwords and PINs in the secret store of a desktop, across the end of the service.
@Suite(
    .serialized,
    .enabled(if: Programs.labCanRun, Programs.whySkipped),
    .enabled(
        if: RealSecretStore.missing.isEmpty,
        "not installed: \(RealSecretStore.missing.joined(separator: ", "))"
    ),
    .explained
)
struct `The secret store of the desktop` {
    private static let shared = Result {
        try RunningLab(printers: "office", parts: [], program: Programs.lab)
    }

    private func add(_ uri: String, to service: TestService) throws {
        let answer = try service.post("/v1/printers", #"{"address":"\#(uri)","name":"door"}"#)
        try #require(answer.status == 201, "\(answer.text)")
    }

    @Test func `keeps a password until the printer refuses it, so that nobody enters it twice`()
        throws
    {
        let lab = try Self.shared.get()
        let store = try RealSecretStore(in: lab)
        let demand = PasswordPrinter.Demand(scheme: .digest, operations: PasswordPrinter.jobs)
        let printer = try PasswordPrinter(70, demand, password: "Grüße 7")
        defer { printer.close() }
        try withService(in: lab, more: store.environment) { service in
            try add(printer.uri, to: service)
            let first = try service.print(Papers.pdf(pages: 1), on: "door", name: "first")
            try wait(for: "the job to ask for a password") {
                try service.job(first).reasons.map(\.code) == [.authenticationNeeded]
            }
            let answer = try service.post(
                "/v1/jobs/\(first)/authenticate",
                #"{"user":"ann","password":"Grüße 7"}"#
            )
            try #require(answer.status == 200, "\(answer.text)")
            try service.wait(for: first, toBe: .completed)
            try wait(for: "the store") { try store.secrets("printer").contains("Grüße 7") }

            #expect(service.end(SIGKILL) == 128 + SIGKILL)
            try service.serve()
            let second = try service.print(Papers.pdf(pages: 1), on: "door", name: "second")
            try service.wait(for: second, toBe: .completed)
            #expect(printer.device.papers.count == 2)

            printer.change(password: "another")
            let third = try service.print(Papers.pdf(pages: 1), on: "door", name: "third")
            try wait(for: "the password to be refused") {
                try service.job(third).reasons.first?.parameters["refused"] == "true"
            }
            try wait(for: "the store to forget it") {
                try !store.secrets("printer").contains("Grüße 7")
            }
        }
    }

    @Test func `keeps a password that was entered before the printer had named itself`() throws {
        let lab = try Self.shared.get()
        let store = try RealSecretStore(in: lab)
        let printer = try PasswordPrinter(72, .init(scheme: .digest), password: "Grüße 8")
        defer { printer.close() }
        try withService(in: lab, more: store.environment) { service in
            try add(printer.uri, to: service)
            let answer = try service.post(
                "/v1/printers/door/authenticate",
                #"{"user":"ann","password":"Grüße 8"}"#
            )
            try #require(answer.status == 200, "\(answer.text)")
            #expect(try answer.value(Printer.self).state == .idle, "\(answer.text)")
            // Under the UUID, and no more under the address.
            try wait(for: "the store") {
                let kept = try store.secrets("printer")
                return kept.contains("400000000072 ") && !kept.contains("127.0.0.1:")
            }
            #expect(service.end(SIGKILL) == 128 + SIGKILL)
            try service.serve()
            try wait(for: "the password from the store") {
                try service.get("/v1/printers/door").value(Printer.self).state == .idle
            }
            let id = try service.print(Papers.pdf(pages: 1), on: "door", name: "first")
            try service.wait(for: id, toBe: .completed)
            #expect(printer.device.papers.count == 1)
        }
    }

    @Test func `keeps a PIN until the printer has the job, and not longer`() throws {
        let lab = try Self.shared.get()
        let store = try RealSecretStore(in: lab)
        let printer = try PasswordPrinter(
            71,
            .init(scheme: .basic, operations: [.createJob]),
            password: "word",
            attributes: [
                IPPAttribute("job-password-supported", .integer(8)),
                IPPAttribute("job-password-encryption-supported", .keyword("none")),
            ]
        )
        defer { printer.close() }
        try withService(in: lab, more: store.environment) { service in
            try add(printer.uri, to: service)
            let document = try service.document(Papers.pdf(pages: 1))
            let answer = try service.post(
                "/v1/jobs",
                """
                {"document":"\(document.id ?? "")","printer":"door","ticket":{},"name":"pin","pin":"4711"}
                """
            )
            try #require(answer.status == 201, "\(answer.text)")
            let id = try #require(try answer.value(PrintJob.self).id)
            // The job waits for the password of the printer, with its PIN.
            try wait(for: "the job to ask for a password") {
                try service.job(id).reasons.map(\.code) == [.authenticationNeeded]
            }
            try wait(for: "the store") { try store.secrets("job").contains("4711") }
            #expect(service.end(SIGKILL) == 128 + SIGKILL)
            try service.serve()
            let entered = try service.post(
                "/v1/jobs/\(id)/authenticate",
                #"{"user":"ann","password":"word"}"#
            )
            try #require(entered.status == 200, "\(entered.text)")
            try service.wait(for: id, toBe: .completed)
            #expect(printer.pins == ["4711"])
            try wait(for: "the store to forget it") { try !store.secrets("job").contains("4711") }
        }
    }
}
