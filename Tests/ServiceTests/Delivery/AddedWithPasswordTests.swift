import CLinux
import FoundationEssentials
import Glibc
import IPP
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// Printers that report nothing of themselves without a user name and a password, added by their address.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A printer that reports nothing without a password` {
    private static let shared = Result {
        try RunningLab(printers: "office", parts: [], program: Programs.lab)
    }
    private static let password = "Ünlikely-pass word:43"

    static let demands: [PasswordPrinter.Demand] = [
        .init(scheme: .basic), .init(scheme: .digest), .init(scheme: .digestSHA256),
        .init(scheme: .digest, isLate: true), .init(scheme: .digest, acceptsNonceOnce: true),
    ]

    /// Runs `printq` with a password on a descriptor.
    private func printq(
        _ arguments: [String],
        password: String?,
        at service: TestService
    ) throws -> RunningProgram.Ending {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe clinux_pipe(&ends) == 0)
        let bytes = Array((password.map { "\($0)\n" } ?? "").utf8)
        try #require(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        defer { close(ends[0]) }
        let more = password == nil ? [] : ["--user", "ann", "--password-fd", "0"]
        let program = try RunningProgram(
            [BuiltPrograms.printq] + arguments + more,
            environment: service.environment,
            input: ends[0],
            files: service.folder + "/printq"
        )
        try wait(for: "printq to end") { program.endingIfEnded() != nil }
        return try #require(program.endingIfEnded())
    }

    private func door(at service: TestService) throws -> Printer {
        try service.get("/v1/printers/door").value(Printer.self)
    }

    /// The files of a service that contain one of these texts.
    private func places(of texts: [String], in service: TestService) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: service.folder)
            .map { service.folder + "/" + $0 }
            .filter { path in
                guard let data = try? Data(contentsOf: URL(filePath: path)) else { return false }
                return texts.contains { [UInt8](data).firstRange(of: Array($0.utf8)) != nil }
            }
    }

    @Test(arguments: demands.indices)
    func `is added, says how to enter the password, and prints with it`(_ index: Int) throws {
        let demand = Self.demands[index]
        let lab = try Self.shared.get()
        let printer = try PasswordPrinter(80 + index, demand, password: Self.password)
        defer { printer.close() }
        try withService(in: lab) { service in
            let added = try printq(
                ["printers", "add", printer.uri, "door"],
                password: nil,
                at: service
            )
            #expect(added.code == 0, "\(added)")
            #expect(added.output.contains("printq printers authenticate door"), "\(added)")
            #expect(try door(at: service).state == .unusable)
            #expect(try door(at: service).reasons.map(\.code) == [.authenticationNeeded])

            let enter = ["printers", "authenticate", "door"]
            let wrong = try printq(enter, password: "wrong-word", at: service)
            #expect(wrong.code == 1 && wrong.output.contains("did not accept"), "\(wrong)")
            let right = try printq(enter, password: Self.password, at: service)
            #expect(right.code == 0, "\(right)")
            let row = try door(at: service)
            #expect(row.state == .idle && row.capabilities != nil, "\(row)")
            #expect(row.uuid?.hasSuffix("4000000000\(80 + index)") == true, "\(row)")

            // At once, and after the replies that were kept are out of date.
            for name in ["first", "second"] {
                let id = try service.print(Papers.pdf(pages: 2), on: "door", name: name)
                try service.wait(for: id, toBe: .completed)
                sleep(1)  // Time: as old as the service lets a reply become
            }
            #expect(printer.device.papers.count == 2)
            #expect(printer.device.papers.allSatisfy { $0.isWhole })

            // Without a store, a service that was killed has to be told again, for the same printer.
            #expect(service.end(SIGKILL) == 128 + SIGKILL)
            try service.serve()
            #expect(try door(at: service).reasons.map(\.code) == [.authenticationNeeded])
            #expect(try door(at: service).uuid == row.uuid)
            #expect(try printq(enter, password: Self.password, at: service).code == 0)
            let third = try service.print(Papers.pdf(pages: 1), on: "door", name: "third")
            try service.wait(for: third, toBe: .completed)
            #expect(printer.device.papers.count == 3)

            let token = Data("ann:\(Self.password)".utf8).base64EncodedString()
            #expect(try places(of: [Self.password, token, "wrong-word"], in: service) == [])
            if demand.scheme != .basic {
                #expect(printer.heads.contains { $0.contains("Basic ") } == false, "in the clear")
            }
        }
    }

    @Test func `is added with its password in one command`() throws {
        let lab = try Self.shared.get()
        let printer = try PasswordPrinter(86, .init(), password: Self.password)
        defer { printer.close() }
        try withService(in: lab) { service in
            let add = ["printers", "add", printer.uri, "door"]
            let ending = try printq(add, password: Self.password, at: service)
            #expect(ending.code == 0, "\(ending)")
            #expect(try door(at: service).state == .idle)
            let again = try printq(add, password: nil, at: service)
            #expect(again.code != 0 && again.errors.contains("already"), "\(again)")
        }
    }

    @Test func `is not added without TLS, and gets no password`() throws {
        let lab = try Self.shared.get()
        let printer = try PasswordPrinter(87, .init(), password: Self.password)
        defer { printer.close() }
        try withService(in: lab) { service in
            let add = ["printers", "add", printer.device.uri, "door"]
            for password in [nil, Self.password] {
                let ending = try printq(add, password: password, at: service)
                #expect(ending.code != 0 && ending.errors.contains("ipps://"), "\(ending)")
            }
            #expect(try !service.get("/v1/printers/door").isSuccess)
            #expect(printer.heads.allSatisfy { !$0.lowercased().contains("authorization:") })
        }
    }
}
