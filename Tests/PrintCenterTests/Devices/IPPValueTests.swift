import Foundation
import IPP
import PrintModel
import Testing

@testable import PrintCenter

/// The table in Docs/ipp-values.md, row by row.
@Suite struct `A value of IPP` {
    /// A row of the table: what becomes of some values of an attribute.
    struct Row: Sendable, CustomTestStringConvertible {
        let attribute: String
        let values: [String]
        let fate: String

        var testDescription: String { "\(attribute) \(fate)" }
        /// The code with which a printer that does not list a value refuses it; `nil` where the service does it itself.
        var refusal: String? {
            guard fate.hasPrefix("sent, or `") else { return nil }
            return String(fate.dropFirst("sent, or `".count).dropLast())
        }
    }

    private static let rows: [Row] = {
        let file = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../../Docs/ipp-values.md").standardized
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 3, cells[0].hasPrefix("`") else { return nil }
            let values = cells[1].split(separator: ", ").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: "`"))
            }
            let name = cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
            return Row(attribute: name, values: values, fate: cells[2])
        }
    }()

    /// A printer that lists a value of an attribute, and nothing else.
    private static func printer(listing value: String, of attribute: String) -> Printer {
        var able = PrinterCapabilities(formats: ["application/pdf"])
        able.sides = []
        switch attribute {
        case "": break
        case "finishings":
            able.finishings = [Int(value).flatMap { Finishings.keyword(of: $0) } ?? value]
        case "sides": able.sides = [Sides(rawValue: value)]
        case "print-quality":
            able.qualities = [Int32(value).flatMap { PrintQuality(ippValue: $0) }].compactMap { $0 }
        case "print-color-mode":
            able.colorModes = [ColorMode(rawValue: value)]
            able.color = value == "color"
        case "output-bin": able.outputBins = [value]
        case "media-source": able.sources = [value]
        default:
            able.attributes[attribute] = AttributeValues(
                syntax: Int(value) == nil ? .keyword : .enumeration,
                values: [value]
            )
        }
        return Printer(
            id: PrinterID(rawValue: "p"),
            name: "p",
            state: .idle,
            accepting: true,
            reasons: [],
            isDefault: false,
            capabilities: able
        )
    }

    /// What a request says of an attribute, in a collection or outside.
    private static func texts(of name: String, in attributes: [IPPAttribute]) -> [String] {
        attributes.flatMap { attribute in
            let members = attribute.values.flatMap { $0.collection ?? [] }
            let own = attribute.name == name ? attribute.values : []
            return own.map { $0.integer.map { "\($0)" } ?? $0.string ?? "" }
                + texts(of: name, in: members)
        }
    }

    @Test(arguments: rows)
    func `is done, sent, or refused with its code, as the table says`(_ row: Row) throws {
        var document = DocumentFacts(
            name: "a.pdf",
            type: "application/pdf",
            kind: "PDF document",
            size: 1
        )
        document.pages = 4
        for value in row.values {
            var ticket = PrintTicket()
            try ticket.take(option: row.attribute, value: value) { _ in .distantPast }
            guard let code = row.refusal else {
                #expect(ticket.attributes == nil, "\(value)")
                guard row.fate != "`--hold-until`" else { continue }
                #expect("`\(ticket.commandLine.joined(separator: " "))`" == row.fate, "\(value)")
                continue
            }
            let able = Self.printer(listing: value, of: row.attribute)
            let check = Admission(printer: able).check(document, ticket: ticket)
            #expect(check.obstacles.isEmpty, "\(value)")
            let sent = Self.texts(of: row.attribute, in: check.plan?.ippAttributes ?? [])
            #expect(sent == [value])
            let other = Admission(printer: Self.printer(listing: "", of: ""))
                .check(document, ticket: ticket)
            #expect(other.obstacles.map(\.code.rawValue) == [code], "\(value)")
        }
    }

    @Test func `stands in the table with all of its kind`() {
        let values = Self.rows.reduce(into: [String: Set<String>]()) { values, row in
            values[row.attribute, default: []].formUnion(row.values)
        }
        #expect(values.count == 24)
        let orientations = ["3", "4", "5", "6", "7"]
        #expect(values["orientation-requested"]?.isSuperset(of: orientations) == true)
        let numbers = (1...200).filter { Finishings.keyword(of: $0) != nil }.map { "\($0)" }
        #expect(values["finishings"] == Set(numbers))
        #expect(values["print-quality"]?.count == PrintQuality.allCases.count)
        #expect(
            values["presentation-direction-number-up"]?.count == NumberUpLayout.allCases.count
        )
    }
}
