/// The specification of a virtual printer: its capabilities and behavior.
///
/// ```swift
/// let names = PrinterSpec.all.map(\.name)  // ["office", "mono", …]
/// ```
public struct PrinterSpec: Hashable, Sendable {
    /// The handling of a job after the printer has received its document.
    public enum Behavior: Hashable, Sendable {
        /// Prints immediately.
        case prompt
        /// Takes about a second per impression, and reports progress.
        case slow
        /// Aborts the job.
        case aborts
        /// Holds the job until paper is loaded, then prints it.
        case outOfPaper
        /// Prints immediately, and reports low toner from its first job on; its "marker-levels"
        /// always do.
        case lowOnToner
    }

    /// The name of the specification, and of the queue made from it.
    public let name: String
    /// The purpose of the printer, in one line.
    public let summary: String
    /// The handling of jobs.
    public let behavior: Behavior
    /// The attributes that it reports over IPP.
    let traits: PrinterTraits
    /// The program that implements it.
    let program: PrinterProgram

    private init(
        name: String,
        summary: String,
        behavior: Behavior,
        traits: PrinterTraits,
        program: PrinterProgram = .ippeveprinter
    ) {
        self.name = name
        self.summary = summary
        self.behavior = behavior
        self.traits = traits
        self.program = program
    }

    /// All specifications, in the order of `printlab list`.
    public static let all: [PrinterSpec] = [
        PrinterSpec(
            name: "office",
            summary: "colour, both sides, A4 and Letter, PDF, 1-999 copies",
            behavior: .prompt,
            traits: .office
        ),
        PrinterSpec(
            name: "mono",
            summary: "monochrome, one side, A4, PDF, 1-9 copies",
            behavior: .prompt,
            traits: .mono
        ),
        PrinterSpec(
            name: "photo",
            summary: "colour, photo sizes, JPEG and PWG raster only",
            behavior: .prompt,
            traits: .photo
        ),
        PrinterSpec(
            name: "label",
            summary: "monochrome, one side, rolls of labels, PDF and Apple raster",
            behavior: .prompt,
            traits: .label
        ),
        PrinterSpec(
            name: "slow",
            summary: "like office, but takes a second for each impression",
            behavior: .slow,
            traits: .office
        ),
        PrinterSpec(
            name: "broken",
            summary: "like office, but aborts each job",
            behavior: .aborts,
            traits: .office
        ),
        PrinterSpec(
            name: "empty",
            summary: "like office, but out of paper until `printlab load empty`",
            behavior: .outOfPaper,
            traits: .office
        ),
        PrinterSpec(
            name: "finisher",
            summary:
                "colour, both sides, A3 and envelopes, trays, staples, bins, and declared conflicts",
            behavior: .prompt,
            traits: .finisher
        ),
        PrinterSpec(
            name: "toner",
            summary: "like mono, but low on toner, and with Letter loaded where A4 is the default",
            behavior: .lowOnToner,
            traits: .toner
        ),
        PrinterSpec(
            name: "airprint",
            summary: "colour, both sides, A4 and Letter, JPEG and Apple raster only, one copy",
            behavior: .prompt,
            traits: .airprint
        ),
    ]

    /// The specifications of printers on PAPPL, another implementation of IPP.
    ///
    /// They need the program `papplprinter`, which is not installed: `swift build --product
    /// papplprinter` builds it beside `printlab`.
    public static let onPAPPL: [PrinterSpec] = [
        PrinterSpec(
            name: "pappl",
            summary:
                "colour, both sides, A4 and Letter, PDF, JPEG, and raster that it prints while it arrives",
            behavior: .prompt,
            traits: .pappl,
            program: .pappl()
        ),
        PrinterSpec(
            name: "pappl_slow",
            summary: "like pappl, but takes a second for each impression",
            behavior: .slow,
            traits: .pappl,
            program: .pappl()
        ),
        PrinterSpec(
            name: "pappl_plain",
            summary: "like pappl, but without TLS",
            behavior: .prompt,
            traits: .pappl,
            program: .pappl(isEncrypted: false)
        ),
        PrinterSpec(
            name: "pappl_raster",
            summary: "like pappl, but without PDF",
            behavior: .prompt,
            traits: .pappl,
            program: .pappl(rasterOnly: true)
        ),
        PrinterSpec(
            name: "pappl_resets",
            summary: "like pappl, but resets the connection of its first document",
            behavior: .prompt,
            traits: .pappl,
            program: .pappl(resets: 1)
        ),
    ]

    /// Returns the specification with this name.
    ///
    /// - Throws: ``LabError`` with ``LabError/Code/unknownPrinter``; its message lists the valid
    ///   names.
    public static func named(_ name: String) throws -> PrinterSpec {
        guard let spec = (all + onPAPPL).first(where: { $0.name == name }) else {
            let names = all.map(\.name).joined(separator: ", ")
            throw LabError(
                .unknownPrinter,
                "There is no printer specification '\(name)'. There are: \(names)."
            )
        }
        return spec
    }

    /// Returns the specifications in a list such as `office,mono`, without duplicates.
    ///
    /// - Throws: ``LabError`` with ``LabError/Code/unknownPrinter``, also for an empty or repeated
    ///   name.
    public static func list(_ text: String) throws -> [PrinterSpec] {
        var specs: [PrinterSpec] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            let spec = try named(String(name))
            guard !specs.contains(spec) else {
                throw LabError(.unknownPrinter, "The printer '\(name)' is named twice.")
            }
            specs.append(spec)
        }
        return specs
    }
}
