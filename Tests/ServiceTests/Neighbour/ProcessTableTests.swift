import CLinux
import FoundationEssentials
import Glibc
import IPP
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// What every user of the computer sees of our programs in `/proc`.
@Suite(
    .serialized,
    .enabled(if: Programs.labCanRun, Programs.whySkipped),
    .enabled(if: Neighbour.isAvailable, "\(Neighbour.whySkipped)"),
    .explained
)
struct `A neighbour who reads the table of processes` {
    private static let shared = Result {
        try RunningLab(printers: "office", parts: [], program: Programs.lab)
    }
    private static let (opening, password) = ("open sesame", "Xyzzy-pass:42")

    /// Reads what every process was started with, over and over, and writes what it sees for the first time.
    private static let watcher = """
        import os
        seen = set()
        while True:
            for name in os.listdir("/proc"):
                if not name.isdigit(): continue
                try: line = open("/proc/" + name + "/cmdline", "rb").read()
                except OSError: continue
                if line in seen: continue
                seen.add(line)
                print(line.replace(b"\\0", b" ").decode("utf-8", "replace").replace("\\n", " "), flush=True)
        """

    /// Runs printq, which reads a secret from a pipe, once the neighbour has seen it.
    private func printq(
        _ arguments: [String],
        secret: String,
        at service: TestService,
        under watcher: NeighbourProcess
    ) throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe clinux_pipe(&ends) == 0)
        defer { close(ends[0]) }
        let program = try RunningProgram(
            [BuiltPrograms.printq] + arguments,
            environment: service.environment,
            input: ends[0],
            files: service.folder + "/" + arguments[0]
        )
        let line = ([BuiltPrograms.printq] + arguments).joined(separator: " ")
        try wait(for: "the neighbour to see it") { watcher.outputSoFar.contains(line) }
        let bytes = Array("\(secret)\n".utf8)
        #expect(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        try wait(for: "printq to end") { program.endingIfEnded() != nil }
        let ending = try #require(program.endingIfEnded())
        #expect(ending.code == 0, "\(ending)")
    }

    @Test func `sees no secret, from the question to the paper`() throws {
        let lab = try Self.shared.get()
        let demand = PasswordPrinter.Demand(scheme: .basic, operations: PasswordPrinter.jobs)
        let printer = try PasswordPrinter(70, demand, password: Self.password)
        defer { printer.close() }
        try withService(in: lab) { service in
            let body = #"{"address":"\#(printer.uri)","name":"door"}"#
            #expect(try service.post("/v1/printers", body).status == 201)
            let watcher = try NeighbourProcess(["/usr/bin/python3", "-I", "-c", Self.watcher])
            let document = Repository.samples + "/locked.pdf"
            try printq(
                ["print", document, "-d", "door", "--password-fd", "0"],
                secret: Self.opening,
                at: service,
                under: watcher
            )
            let id = try #require(try service.ownJobs().first?.id)
            try wait(for: "the job to ask for a password") {
                try service.job(id).reasons.map(\.code) == [.authenticationNeeded]
            }
            try printq(
                ["authenticate", "\(id)", "--user", "ann", "--password-fd", "0"],
                secret: Self.password,
                at: service,
                under: watcher
            )
            try service.wait(for: id, toBe: .completed)
            // It has looked at everything that began before this program.
            let last = "printq service status"
            try wait(for: "the last look") {
                _ = try lab.run(BuiltPrograms.printq, "service", "status")
                return watcher.outputSoFar.contains(last)
            }
            let seen = watcher.outputSoFar
            #expect(seen.contains(BuiltPrograms.service) && seen.contains("qpreview-zygote"))
            let token = Data("ann:\(Self.password)".utf8).base64EncodedString()
            for secret in [Self.opening, Self.password, token] {
                #expect(!seen.contains(secret), "\(secret)")
            }
        }
    }
}
