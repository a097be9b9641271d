import Glibc
import IPP
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// Printers that answer what no printer should, through the real scheduler and the real service.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `A hostile printer` {
    private static let shared = Result { try RunningLab(printers: "office", program: Programs.lab) }
    @Test(arguments: HostileReply.all)
    func `harms nothing, and says what is wrong with it`(reply: HostileReply) throws {
        let lab = try Self.shared.get()
        let device = try ScriptedPrinter { request, printer in
            request.message.operation == .getPrinterAttributes
                ? reply.answer(request) : printer.regularReply(to: request)
        }
        defer { device.close() }
        try lab.addScripted(name: "hostile", uri: device.uri)
        // Where silence is to be noticed, it is soon.
        let mayBeSilent = reply.states.contains(.unreachable)
        let more = mayBeSilent ? ["PRINTCENTER_PATIENCE": "1"] : [:]
        try withService(in: lab, more: more) { service in
            for _ in 0..<2 {
                var hostile = try Self.printers(of: service)
                // A busy machine may not have read the reply in time.
                try wait(for: "the reply") {
                    if hostile.state != .unreachable || mayBeSilent { return true }
                    hostile = try Self.printers(of: service)
                    return false
                }
                #expect(reply.states.contains(hostile.state), "\(hostile.state) \(hostile.reasons)")
                if hostile.state != .idle {
                    #expect(!hostile.reasons.isEmpty)
                    #expect(
                        hostile.reasons.allSatisfy { !$0.message.isEmpty && !$0.remedy.isEmpty }
                    )
                }
                if let copies = hostile.capabilities?.copies {
                    #expect(copies.min >= 1 && copies.max >= copies.min)
                }
            }
            #expect(!device.requests.isEmpty, "nobody asked the printer")
            try Self.expectCleanWords(service, reply)
            #expect(!service.hasEnded, "\(service.log)")
        }
    }

    @Test func `keeps nobody from printing elsewhere`() throws {
        let lab = try Self.shared.get()
        let device = try ScriptedPrinter { request, _ in .endless([1, 1, 0, 0]) }
        defer { device.close() }
        try lab.addScripted(name: "hostile", uri: device.uri)
        try withService(in: lab) { service in
            let id = try service.print(Papers.pdf(pages: 2), on: "office", name: "undisturbed")
            try service.wait(for: id, toBe: .completed)
            #expect(!service.hasEnded)
        }
    }

    /// Asks for the printers, expects office to be well, and returns the hostile one.
    ///
    /// A hostile one that never replies would keep this waiting for ever if the service waited for it.
    private static func printers(of service: TestService) throws -> Printer {
        var printers: [Printer] = []
        // A busy machine may have been too slow for its reply.
        try wait(for: "office to be well") {
            let answer = try service.get("/v1/printers")
            #expect(answer.status == 200)
            #expect(!answer.text.isHarmful)
            printers = try answer.value([Printer].self)
            let office = printers.first { $0.id.rawValue == "office" }
            return office?.state == .idle && office?.accepting == true
        }
        return try #require(printers.first { $0.id.rawValue == "hostile" })
    }

    /// Expects that the program's words cannot steer a terminal, and that office can be printed on.
    private static func expectCleanWords(_ service: TestService, _ reply: HostileReply) throws {
        let paper = service.folder + "/paper.pdf"
        try service.lab.folder.write(
            String(decoding: Papers.pdf(pages: 1), as: UTF8.self),
            to: paper
        )
        let commands = [
            ["printers"], ["printers", "--json"], ["check", paper, "-d", "hostile"],
            ["options", "-d", "hostile"], ["check", paper, "-d", "office"],
        ]
        for arguments in commands {
            let isFine = arguments.last == "office" || reply.states == [.idle]
            let printq = Launch(
                path: Programs.folder + "/printq",
                arguments: arguments,
                environment: service.environment
            )
            var outcome = try printq.outcome()
            // The same.
            try wait(for: "a printer that can print") {
                guard arguments[0] == "check", isFine, outcome.exitCode == 3 else { return true }
                outcome = try printq.outcome()
                return false
            }
            #expect(
                !outcome.output.isHarmful,
                "printq \(arguments): \(outcome.output.debugDescription)"
            )
            guard arguments[0] == "check" else { continue }
            #expect(
                isFine ? outcome.exitCode == 0 : [0, 3].contains(outcome.exitCode),
                "printq \(arguments): \(outcome.exitCode) \(outcome.output)"
            )
        }
    }
}

extension String {
    /// Whether a terminal would do something other than show it.
    var isHarmful: Bool {
        unicodeScalars.contains { scalar in
            scalar != "\n" && scalar.properties.generalCategory == .control
                || (0x202a...0x202e).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
        }
    }
}
