import CheckedNumbers
import Foundation
import PrintModel
import Testing

/// Numbers of all sizes, as they are written in JSON: in requests, files, and rows of the queue's database.
private let numbers = [
    "-1e308", "-1e19", "-9223372036854775808", "-2147483649", "-1", "-0", "0", "1e-320", "0.5", "1",
    "64",
    "2147483647", "2147483648", "9007199254740993", "9223372036854775806", "9223372036854775807",
    "18446744073709551616", "1e19", "1e308", "1e400", "123456789012345678901234567890.5",
]

/// The value of a piece of JSON; `nil` where the number does not fit, which callers report as invalid.
private func value<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) -> Value? {
    try? WireFormat.decode(type, from: Data(json.utf8))  // Which error does not matter here.
}

/// JSON with a number in the place of each number in it, one after the other.
private func variants(of json: String, with number: String) -> [String] {
    json.matches(of: /[:\[,](-?\d+)(?=[,\]}])/).map {
        json.replacingCharacters(in: $0.1.startIndex..<$0.1.endIndex, with: number)
    }
}

@Suite struct `A number from outside` {
    @Test func `of letters that are too large is named in the sentence`() throws {
        let ticket = try #require(value(#"{"fontSize":1e19}"#, as: PrintTicket.self))
        #expect(ticket.mistakes == ["A font size of 1e+19 points is not possible. Use 3 to 144."])
        #expect(Problem(mistakesIn: ticket).field == "ticket.fontSize")
        #expect(Problem(mistakesIn: PrintTicket(copies: 0)).field == "ticket.copies")
        #expect(PrintTicket(fontSize: 200).mistakes.first?.contains("of 200 points") == true)
        #expect(PrintTicket(fontSize: 2.5).mistakes.first?.contains("of 2.5 points") == true)
        #expect(PrintTicket(fontSize: .nan).mistakes.count == 1)
    }

    @Test(arguments: numbers)
    func `ends nothing in a ticket`(_ number: String) {
        let names = [
            "copies", "numberUp", "priority", "percent", "ppi", "fontSize", "creep", "signature",
        ]
        let edges = #""left":\#(number),"right":\#(number),"top":\#(number),"bottom":\#(number)"#
        let tickets =
            names.map { #"{"\#($0)":\#(number)}"# }
            + [#"{"margins":{\#(edges)}}"#, #"{"booklet":true,"signature":\#(number)}"#]
        for ticket in tickets.compactMap({ value($0, as: PrintTicket.self) }) {
            for language in Language.allCases {
                #expect(ticket.mistakes(in: language).allSatisfy { !$0.isEmpty })
            }
            for document in [Sample.document(), Sample.text(), Sample.text(pages: 3)] {
                let check = Admission(printer: Sample.finisherPrinter).check(
                    document,
                    ticket: ticket
                )
                #expect(check.obstacles.allSatisfy { !$0.message.isEmpty })
            }
        }
    }

    @Test func `is refused where margins leave no room, however wide they are`() {
        let ticket = PrintTicket(margins: MediaMargins(top: 0, right: 1, bottom: 0, left: .max))
        let admission = Admission(printer: Sample.finisherPrinter)
        let check = admission.check(Sample.text(), ticket: ticket)
        #expect(check.obstacles.map(\.option) == ["margins"])
        // It is not even tried.
        #expect(admission.pageSetup(of: Sample.text(), ticket: ticket) == nil)
    }

    @Test(arguments: numbers)
    func `ends nothing in a list of pages`(_ number: String) throws {
        for text in ["\(number)", "1-\(number)", "\(number)-", "1-5,1-\(number)", "\(number)-1"] {
            guard let pages = try? PageSelection(text) else { continue }  // Not a list of pages.
            for count in [0, 6, .max] { _ = pages.pages(of: count) }
        }
    }

    @Test(arguments: numbers)
    func `ends nothing in a stored plan`(_ number: String) throws {
        let plan = PrintPlan(
            pages: Array(1...4),
            copies: 1,
            sides: .twoSidedLongEdge,
            media: .a4,
            sheet: SheetSize(size: MediaSize(width: 21000, length: 29700), margins: MediaMargins()),
            numberUp: 2,
            priority: 50,
            percent: 50,
            ppi: 300,
            signature: 4,
            creep: 10,
            newSheets: [3]
        )
        let json = String(decoding: try WireFormat.encode(plan), as: UTF8.self)
        let variants = variants(of: json, with: number)
        #expect(variants.count > 12)
        for plan in variants.compactMap({ value($0, as: PrintPlan.self) }) {
            _ = try WireFormat.encode(plan)
            #expect((plan.pages ?? []).allSatisfy { (1...Int(Int32.max)).contains($0) })
        }
    }

    @Test(arguments: numbers)
    func `ends nothing in a stored delivery`(_ number: String) throws {
        let names = [
            "moves", "interruptions", "releasesAgain", "deviceJobBefore", "deviceStart", "counted",
        ]
        for name in names {
            var delivery = Delivery()
            delivery.moves = 1
            let json = String(decoding: try WireFormat.encode(delivery), as: UTF8.self)
            let changed = json.dropLast() + #","\#(name)":\#(number)}"#
            guard var found = value(String(changed), as: Delivery.self) else { continue }
            found.route = .direct
            found.phase = .sent
            found.recordInterruption()
            found.recordMissingPassword()
            _ = found.isPrintedAgain(by: [], others: 0)
            _ = found.moved
        }
    }
}

@Suite struct `A number that does not fit` {
    @Test func `becomes the nearest one`() {
        #expect(Int(clamping: 1e19) == .max && Int(clamping: -1e19) == .min)
        #expect(Int(clamping: Double.nan) == 0 && Int(clamping: Double.infinity) == .max)
        #expect(Int(clamping: 2.9) == 2 && Int(clamping: -2.9) == -2)
        #expect(Int32(clamping: 3e9) == .max && UInt32(clamping: -1.0) == 0)
        #expect(UInt8(clamping: Float(254.7)) == 254 && UInt8(clamping: Float(300)) == 255)
        #expect(UInt8(clamping: Float.nan) == 0 && UInt8(clamping: -Float.infinity) == 0)
    }

    @Test func `becomes the nearest one in sums and products`() {
        #expect(Int.max.adding(clamping: 1) == .max && Int.min.adding(clamping: -1) == .min)
        #expect(
            Int.min.subtracting(clamping: 1) == .min && 0.subtracting(clamping: Int.min) == .max
        )
        #expect(UInt(0).subtracting(clamping: 1) == 0)
        #expect(
            Int.max.multiplied(clamping: -2) == .min && Int.min.multiplied(clamping: -1) == .max
        )
        #expect(2.adding(clamping: 3) == 5 && 2.multiplied(clamping: 3) == 6)
    }
}
