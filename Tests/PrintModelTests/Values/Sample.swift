import FoundationEssentials
import PrintModel
import ProofKit

/// Printers, documents and numbers by chance that the tests of this target share.
enum Sample {
    /// What an office printer can do: colour, both sides, two media of which one is loaded.
    static let officeAbilities = PrinterCapabilities(
        color: true,
        duplex: true,
        copies: .init(min: 1, max: 999),
        sides: [.oneSided, .twoSidedLongEdge, .twoSidedShortEdge],
        sidesDefault: .oneSided,
        media: [.a4, .letter],
        mediaReady: [.a4],
        mediaDefault: .a4,
        formats: ["application/pdf"],
        convertibleFormats: ["image/png"],
        colorModes: [.auto, .color, .monochrome],
        colorModeDefault: .auto,
        qualities: [.draft, .normal],
        qualityDefault: .normal,
        collates: true
    )

    /// What a small printer can do: black, one side, nine copies.
    static let monoAbilities = PrinterCapabilities(
        copies: .init(min: 1, max: 9),
        sides: [.oneSided],
        sidesDefault: .oneSided,
        media: [.a4],
        mediaReady: [.a4],
        mediaDefault: .a4,
        formats: ["application/pdf"],
        colorModes: [.monochrome],
        qualities: [.normal],
        collates: false
    )

    static func printer(
        _ id: String = "office",
        _ state: Printer.State = .idle,
        accepting: Bool = true,
        reasons: [Reason] = [],
        isDefault: Bool = false,
        capabilities: PrinterCapabilities? = officeAbilities
    ) -> Printer {
        Printer(
            id: PrinterID(rawValue: id),
            name: id,
            state: state,
            accepting: accepting,
            reasons: reasons,
            isDefault: isDefault,
            capabilities: capabilities
        )
    }

    static let mono = printer("mono", capabilities: monoAbilities)

    static func document(
        _ name: String = "report.pdf",
        type: String = "application/pdf",
        kind: String = "PDF document",
        pages: Int? = 6,
        problem: DocumentFacts.Problem? = nil
    ) -> DocumentFacts {
        DocumentFacts(
            name: name,
            type: type,
            kind: kind,
            pages: pages,
            size: 1000,
            problem: problem
        )
    }

    /// A text that is laid out, on pages of the paper.
    static func text(
        _ name: String = "a.txt",
        layout: DocumentFacts.Layout = .lines,
        pages: Int? = nil
    ) -> DocumentFacts {
        DocumentFacts(
            name: name,
            type: "text/plain",
            kind: "text",
            pages: pages,
            size: 1000,
            layout: layout
        )
    }

    /// A workbook that LibreOffice lays out.
    static var workbook: DocumentFacts {
        var facts = text("a.xlsx", layout: .pages)
        facts.type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        return facts
    }

    /// A job on its way to the printer "office".
    static func job(_ plan: PrintPlan, progress: JobProgress = JobProgress()) -> PrintJob {
        PrintJob(
            id: JobID(rawValue: 1),
            submission: .random(),
            name: "report.pdf",
            user: "ann",
            printer: PrinterID(rawValue: "office"),
            state: .sending,
            document: document(),
            ticket: PrintTicket(),
            plan: plan,
            progress: progress,
            createdAt: Date(timeIntervalSince1970: 0),
            updatedAt: Date(timeIntervalSince1970: 0)
        )
    }

    static func pages(_ text: String) throws -> PageSelection {
        try PageSelection(text)
    }
}

extension SeededGenerator {
    /// Returns one of the values, or in a third of the cases none.
    mutating func maybe<T>(_ values: [T]) -> T? { oneIn(3) ? nil : pick(values) }

    /// Returns one of the values in a quarter of the cases.
    mutating func rarely<T>(_ values: [T]) -> T? { oneIn(4) ? pick(values) : nil }
}
