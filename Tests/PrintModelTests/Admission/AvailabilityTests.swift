import FoundationEssentials
import PrintModel
import ProofKit
import Testing

@Suite struct `Availability of printing` {
    private static let paper = Reason(.mediaEmpty, ["printer": "office"])
    private static let paused = Reason(.paused, ["printer": "office"])

    @Test(
        arguments: [
            (.idle, true, [], true), (.printing, true, [], true), (.stopped, true, [paper], true),
            (.stopped, true, [paused], false), (.stopped, true, [], false),
            (.idle, false, [], false), (.unreachable, true, [], false),
            (.unusable, true, [], false),
        ] as [(Printer.State, Bool, [Reason], Bool)]
    )
    func `is what the one printer allows`(
        _ state: Printer.State,
        _ accepting: Bool,
        _ reasons: [Reason],
        _ isAvailable: Bool
    ) {
        let printer = Sample.printer("office", state, accepting: accepting, reasons: reasons)
        let answer = Availability(printers: [printer])
        #expect(answer.isAvailable == isAvailable)
        #expect(answer.type == nil)
        #expect(answer.printers == (isAvailable ? [printer.id] : []))
        #expect(
            answer.obstacles == (isAvailable ? [] : Admission(printer: printer).printerObstacles())
        )
        #expect(answer.refusals.map(\.obstacles) == (isAvailable ? [] : [answer.obstacles]))
    }

    @Test func `names who can, and why the others cannot`() {
        let off = Sample.printer("attic", .unreachable)
        let answer = Availability(printers: [Sample.printer(), Sample.mono, off])
        #expect(answer.isAvailable)
        #expect(answer.printers.map(\.rawValue) == ["mono", "office"])
        #expect(answer.refusals.map(\.printer.rawValue) == ["attic"])
        #expect(answer.refusals.first?.obstacles.map(\.code) == [.printerUnreachable])
        #expect(answer.obstacles.isEmpty)
    }

    @Test func `is not given by a printer that has never said what it can do`() {
        let printer = Sample.printer("new", capabilities: nil)
        let answer = Availability(printers: [printer])
        #expect(!answer.isAvailable)
        #expect(answer.obstacles.map(\.code) == [.printerUnreachable])
    }

    @Test func `needs a printer, and a scheduler`() {
        #expect(Availability(printers: []).obstacles.map(\.code) == [.noPrinter])
        #expect(Availability(of: Sample.text(), among: []).obstacles.map(\.code) == [.noPrinter])
        let away = Availability.withoutScheduler(type: "text/plain")
        #expect(!away.isAvailable && away.type == "text/plain")
        #expect(away.obstacles.map(\.code) == [.schedulerUnreachable])
    }

    @Test(
        arguments: [
            ("application/pdf", ["mono", "office"]), ("Application/PDF; a=b", ["mono", "office"]),
            // Read here, and sent as PDF.
            ("image/jpeg", ["mono", "office"]), ("image/gif", ["mono", "office"]),
            // Not read here, and no printer of these takes it.
            ("image/x-photo-cd", []),
            // Laid out here.
            ("text/plain", ["mono", "office"]), ("text/html", ["mono", "office"]),
            ("application/octet-stream", []),
        ] as [(String, [String])]
    )
    func `of a type is where its pages are taken`(
        _ type: String,
        _ printers: [String]
    ) {
        let facts = DocumentFacts(
            onlyType: type,
            layout: type.hasPrefix("text/") ? .text : nil,
            isReadable: type != "image/x-photo-cd"
        )
        let answer = Availability(of: facts, among: [Sample.printer(), Sample.mono])
        #expect(answer.printers.map(\.rawValue) == printers)
        #expect(answer.isAvailable == !printers.isEmpty)
        #expect(answer.type == type.lowercased().split(separator: ";").first.map { String($0) })
        let missing = answer.refusals.flatMap(\.obstacles).map(\.code)
        #expect(missing.allSatisfy { $0 == .formatUnsupported })
        #expect(answer.obstacles.isEmpty == answer.isAvailable)
    }

    @Test func `of a document says once what is wrong with the document itself`() {
        let locked = Sample.document(problem: .damaged)
        let answer = Availability(of: locked, among: [Sample.printer(), Sample.mono])
        #expect(!answer.isAvailable)
        #expect(answer.obstacles.map(\.code) == [.documentDamaged])
        #expect(answer.refusals.count == 2)
    }

    @Test func `is that of a check without options`() {
        var chance = SeededGenerator(seed: 7)
        let states: [Printer.State] = [.idle, .printing, .stopped, .unreachable, .unusable]
        let types = ["application/pdf", "text/plain", "image/png", "application/zip"]
        for _ in 0..<2000 {
            let printers = (0..<Int.random(in: 1...4, using: &chance)).map { number in
                Sample.printer(
                    "p\(number)",
                    chance.pick(states),
                    accepting: chance.pick([true, true, false]),
                    reasons: chance.pick([[], [Self.paper], [Self.paused]]),
                    capabilities: chance.pick([
                        Sample.officeAbilities, Sample.monoAbilities, nil,
                    ])
                )
            }
            let document = Sample.document(
                type: chance.pick(types),
                pages: chance.pick([1, nil]),
                problem: chance.pick([nil, nil, .damaged, .empty])
            )
            let answer = Availability(of: document, among: printers)
            for printer in printers {
                let check = Admission(
                    printer: printer,
                    others: printers.filter { $0.id != printer.id }
                ).check(document, ticket: PrintTicket())
                #expect(answer.printers.contains(printer.id) == check.possible)
                let refusal = answer.refusals.first { $0.printer == printer.id }
                #expect(refusal?.obstacles ?? [] == check.obstacles)
            }
            #expect(answer.obstacles.isEmpty == answer.isAvailable)
        }
    }

    @Test func `of a document that was looked at in part is that of its type`() {
        let part = Sample.document(problem: .damaged)
        let judged = part.judged(
            by: DocumentFacts(onlyType: part.type, layout: nil, isReadable: true)
        )
        #expect(Availability(of: judged, among: [Sample.mono]).isAvailable)
        #expect(judged.name == part.name && judged.kind == part.kind)
    }

    @Test func `stands in JSON with every key, and comes back`() throws {
        let off = Sample.printer("attic", .unreachable)
        let answer = Availability(printers: [Sample.mono, off])
        let json = String(decoding: try WireFormat.encode(answer), as: UTF8.self)
        #expect(
            json.hasPrefix(#"{"available":true,"obstacles":[],"printers":["mono"],"refusals":[{"#)
        )
        #expect(json.hasSuffix(#""printer":"attic"}],"type":null}"#))
        #expect(try WireFormat.decode(Availability.self, from: Data(json.utf8)) == answer)
    }

    @Test func `comes in the words of a language`() {
        let answer = Availability(printers: [Sample.printer("attic", .unreachable)])
            .inWords(of: .simplifiedChinese)
        #expect(answer.obstacles.first?.message.contains("没有响应") == true)
        #expect(answer.refusals.first?.obstacles == answer.obstacles)
    }
}

@Suite struct `Changes of printers` {
    @Test func `lead from one list to the other`() {
        let busy = Sample.printer("office", .printing)
        let attic = Sample.printer("attic")
        let cases: [([Printer], [Printer], [PrinterChange])] = [
            ([], [], []), ([Sample.mono], [Sample.mono], []),
            ([], [Sample.mono], [.init(.added, Sample.mono)]),
            ([Sample.mono], [], [.init(.removed, Sample.mono)]),
            ([Sample.printer()], [busy], [.init(.changed, busy)]),
            (
                [Sample.mono, Sample.printer()], [busy, attic],
                [.init(.removed, Sample.mono), .init(.added, attic), .init(.changed, busy)]
            ),
        ]
        for (before, after, changes) in cases {
            #expect(PrinterChange.changes(from: before, to: after) == changes)
        }
    }

    @Test func `are one object in JSON`() throws {
        let json = try WireFormat.encode(PrinterChange(.removed, Sample.mono))
        #expect(String(decoding: json, as: UTF8.self).hasPrefix(#"{"event":"removed","printer":{"#))
        #expect(try WireFormat.decode(PrinterChange.self, from: json).printer == Sample.mono)
    }
}
