import CLinux
import FoundationEssentials
import Glibc
import IPP
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// Printers without a queue that demand a user name and a password, over TLS.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A printer that demands a password` {
    private static let shared = Result {
        try RunningLab(printers: "office", parts: [], program: Programs.lab)
    }
    static let password = "Ünlikely-pass word:42"
    private static let jobs = PasswordPrinter.jobs

    static let demands: [PasswordPrinter.Demand] = [
        .init(scheme: .basic, operations: jobs),
        .init(scheme: .digest, operations: jobs),
        .init(scheme: .digestSHA256, operations: jobs),
        .init(scheme: .basic, operations: jobs, isLate: true),
        .init(scheme: .digest, operations: jobs, isLate: true),
        .init(scheme: .digest, operations: jobs, acceptsNonceOnce: true),
        // Create-Job is free, and the document is not.
        .init(scheme: .basic, operations: [.sendDocument]),
        .init(scheme: .digest, operations: [.sendDocument], isLate: true),
        .init(scheme: .basic, operations: [.printJob], isOneRequest: true),
        .init(scheme: .basic, operations: [.printJob], isLate: true, isOneRequest: true),
        .init(scheme: .digest, operations: [.printJob], isLate: true, isOneRequest: true),
        .init(scheme: .digest, operations: jobs, isLate: true, isOneRequest: true),
    ]

    /// Enters a password for a job as a user does.
    private func enter(_ password: String, for job: JobID, at service: TestService) throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe clinux_pipe(&ends) == 0)
        let bytes = Array("\(password)\n".utf8)
        try #require(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        defer { close(ends[0]) }
        let program = try RunningProgram(
            [
                BuiltPrograms.printq, "authenticate", "\(job)", "--user", "ann", "--password-fd",
                "0",
            ],
            environment: service.environment,
            input: ends[0],
            files: service.folder + "/authenticate"
        )
        try wait(for: "printq to end") { program.endingIfEnded() != nil }
        let ending = try #require(program.endingIfEnded())
        #expect(ending.code == 0, "\(ending)")
    }

    /// The files of a service, and what its processes show of themselves, that contain one of these texts.
    private func places(of texts: [String], in service: TestService) throws -> [String] {
        let needles = texts.map { Array($0.utf8) }
        let files = try FileManager.default.subpathsOfDirectory(atPath: service.folder)
            .map { service.folder + "/" + $0 }
        let processes = ["cmdline", "environ"].map { "/proc/\(service.process)/\($0)" }
        return (files + processes).filter { path in
            guard let data = try? Data(contentsOf: URL(filePath: path)) else { return false }
            let bytes = [UInt8](data)
            return needles.contains { bytes.firstRange(of: $0) != nil }
        }
    }

    private func add(_ uri: String, as name: String, to service: TestService) throws {
        let answer = try service.post("/v1/printers", #"{"address":"\#(uri)","name":"\#(name)"}"#)
        try #require(answer.status == 201, "\(answer.text)")
    }

    @Test(arguments: demands.indices)
    func `gets the whole job once, after the password, which nobody else sees`(
        _ index: Int
    ) throws {
        let demand = Self.demands[index]
        let lab = try Self.shared.get()
        let printer = try PasswordPrinter(index, demand, password: Self.password)
        defer { printer.close() }
        try withService(in: lab) { service in
            try add(printer.uri, as: "door", to: service)
            let paper = Papers.pdf(pages: 300)
            let id = try service.print(paper, on: "door", name: "secret")
            try wait(for: "the job to ask for a password: \(demand)") {
                try service.job(id).reasons.map(\.code) == [.authenticationNeeded]
            }
            let reason = try #require(try service.job(id).reasons.first)
            #expect(reason.remedy.contains("printq authenticate"))
            #expect(printer.device.papers.isEmpty && printer.refusedCount > 0)
            try enter("wrong-word", for: id, at: service)
            try wait(for: "the password to be refused: \(demand)") {
                try service.job(id).reasons.first?.parameters["refused"] == "true"
            }
            #expect(printer.device.papers.isEmpty)
            try enter(Self.password, for: id, at: service)
            try service.wait(for: id, toBe: .completed)
            let papers = printer.device.papers
            #expect(papers.count == 1 && papers.first?.isWhole == true, "\(demand)")
            #expect(papers.first?.document == paper)
            let token = Data("ann:\(Self.password)".utf8).base64EncodedString()
            #expect(
                try places(of: [Self.password, token, "wrong-word"], in: service) == [],
                "the password is on the disk"
            )
            if demand.scheme != .basic {
                #expect(printer.heads.allSatisfy { !$0.contains("Basic ") }, "in the clear")
            }
        }
    }

    @Test func `is not asked again each second, and gets the job once the password has arrived`()
        throws
    {
        let lab = try Self.shared.get()
        let demand = PasswordPrinter.Demand(scheme: .basic, operations: Self.jobs)
        let printer = try PasswordPrinter(50, demand, password: Self.password)
        defer { printer.close() }
        try withService(in: lab) { service in
            try add(printer.uri, as: "door", to: service)
            let id = try service.print(Papers.pdf(pages: 1), on: "door", name: "waiting")
            try wait(for: "four tries") { printer.count(of: .createJob) >= 4 }
            let times = printer.times(of: .createJob)
            // Time: after 0, 1, 3, and 7 seconds, or later; the next would be after 15
            #expect(times[3] - times[0] > .seconds(6), "\(times)")
            try enter(Self.password, for: id, at: service)
            try service.wait(for: id, toBe: .completed)
            #expect(printer.device.papers.count == 1)
        }
    }

    @Test func `gets no password without TLS`() throws {
        let lab = try Self.shared.get()
        for (number, scheme) in [PasswordPrinter.Demand.Scheme.basic, .digest].enumerated() {
            let demand = PasswordPrinter.Demand(scheme: scheme, operations: Self.jobs)
            let printer = try PasswordPrinter(60 + number, demand, password: Self.password)
            defer { printer.close() }
            try withService(in: lab) { service in
                try add(printer.device.uri, as: "open", to: service)
                let id = try service.print(Papers.pdf(pages: 1), on: "open", name: "open")
                try wait(for: "the job to ask for a password") {
                    try service.job(id).reasons.map(\.code) == [.authenticationNeeded]
                }
                let answer = try service.post(
                    "/v1/jobs/\(id)/authenticate",
                    #"{"user":"ann","password":"\#(Self.password)"}"#
                )
                #expect(answer.status == 409, "\(answer.text)")
                #expect(answer.text.contains("authentication-not-possible"), "\(answer.text)")
                #expect(answer.text.contains("encrypt"), "\(answer.text)")
                #expect(try service.job(id).state == .waiting)
                #expect(
                    printer.heads.allSatisfy { !$0.lowercased().contains("authorization:") }
                )
                #expect(printer.device.papers.isEmpty)
            }
        }
    }
}
