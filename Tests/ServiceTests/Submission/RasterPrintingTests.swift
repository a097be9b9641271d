import CRasterReader
import FoundationEssentials
import Glibc
import IPP
import ProofKit
import Testing

@testable import PrintLab

/// Raster files as a printer without a queue gets them from `printq print`, beside Ghostscript's pictures of the same
/// pages.
@Suite(
    .serialized,
    .enabled(if: Programs.labCanRun, Programs.whySkipped),
    .enabled(
        if: unsafe access("/usr/bin/gs", X_OK) == 0,
        "gs is missing: apt install ghostscript"
    ),
    .explained
)
struct `Raster files that are printed` {
    private static let shared = Result {
        try RunningLab(printers: "office", parts: [], program: Programs.lab)
    }
    private static let dotsPerInch = 100

    private static let types = [
        "srgb_8", "adobe-rgb_8", "rgb_8", "sgray_8", "black_8", "sgray_1", "black_1",
    ]

    /// How a back is turned: PWG 5102.4, 4.3.4.1.
    private static let backs: [(back: String, sides: String, across: Bool, along: Bool)] = [
        ("normal", "long-edge", false, false), ("normal", "short-edge", false, false),
        ("flipped", "long-edge", false, true), ("flipped", "short-edge", true, false),
        ("rotated", "long-edge", true, true), ("rotated", "short-edge", false, false),
        ("manual-tumble", "long-edge", false, false), ("manual-tumble", "short-edge", true, true),
    ]

    /// Pages that differ from each other, and from themselves however they are turned.
    private static func pages(isColored: Bool) -> [UInt8] {
        let colors =
            isColored ? ["1 0 0 rg", "0 0.6 0 rg", "0 0 1 rg"] : ["0 g", "0.4 g", "0.7 g"]
        let shapes = [
            "\(colors[0]) 40 500 200 300 re f \(colors[1]) 300 600 250 200 re f",
            "\(colors[2]) 40 40 300 100 re f 0 g 400 60 m 560 60 l 480 300 l f",
            "BT /F1 70 Tf 60 350 Td (Raster) Tj ET",
        ]
        let pages = ["", "0 g 300 400 90 90 re f "].map {
            MinimalPDF.Page(content: $0 + shapes.joined(separator: " "))
        }
        return MinimalPDF(pages: pages).bytes
    }

    /// Prints both pages on a printer of its own, and returns the raster file.
    private static func print(
        _ document: String,
        _ more: [String] = [],
        type: String = "sgray_8",
        back: String = "normal",
        in service: TestService
    ) throws -> RasterFile {
        let name = "raster-\(UInt32.random(in: 0 ... .max))"
        let hasColor = type.contains("rgb")
        let device = try ScriptedDevice(
            uuid: UUID().uuidString.lowercased(),
            attributes: ScriptedDevice.rasterAttributes(
                pixels: [type],
                dotsPerInch: [Int32(dotsPerInch)],
                sheetBack: back
            ) + [
                IPPAttribute("color-supported", .boolean(hasColor)),
                IPPAttribute(
                    "sides-supported",
                    ["one-sided", "two-sided-long-edge", "two-sided-short-edge"].map {
                        .keyword($0)
                    }
                ),
            ]
        )
        defer { device.close() }
        let added = try service.post(
            "/v1/printers",
            #"{"address":"\#(device.uri)","name":"\#(name)"}"#
        )
        try #require(added.status == 201, "\(added.text)")
        let outcome = try Launch(
            path: Programs.folder + "/printq",
            arguments: ["print", document, "-d", name, "--wait"] + more,
            environment: service.environment
        ).outcome()
        try #require(outcome.exitCode == 0, "\(outcome.output)")
        let papers = device.papers
        try #require(papers.count == 1 && papers[0].isWhole && papers[0].sides == 2)
        let path = service.folder + "/" + name
        try Data(papers[0].document).write(to: URL(filePath: path))
        return try RasterFile(path)
    }

    /// Ghostscript's pictures of both pages.
    private static func references(_ document: String) throws -> [PixelMap] {
        let outcome = try Launch(
            path: "/usr/bin/gs",
            arguments: [
                "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=ppmraw", "-dTextAlphaBits=4",
                "-dGraphicsAlphaBits=4", "-r\(dotsPerInch)", "-sOutputFile=\(document)-%d.ppm",
                document,
            ],
            environment: ["PATH": "/usr/bin:/bin"]
        ).outcome()
        try #require(outcome.exitCode == 0, "\(outcome.output)")
        return try (1...2).map { number in
            try PixelMap([UInt8](Data(contentsOf: URL(filePath: "\(document)-\(number).ppm"))))
        }
    }

    @Test func `show what another interpreter shows, in each type of pixels`() throws {
        try withService(in: Self.shared.get()) { service in
            for isColored in [false, true] {
                let path = service.folder + "/pages-\(isColored).pdf"
                try Data(Self.pages(isColored: isColored)).write(to: URL(filePath: path))
                let references = try Self.references(path)
                for type in Self.types {
                    // In Adobe RGB the same colors have other numbers, other than grays.
                    if isColored, type == "adobe-rgb_8" { continue }
                    let file = try Self.print(path, type: type, in: service)
                    try #require(file.pages.count == 2)
                    for (page, reference) in zip(file.pages, references) {
                        let isBit = type.hasSuffix("_1")
                        #expect(page.header.bits_per_color == (isBit ? 1 : 8))
                        #expect(page.header.color_count == (type.contains("rgb") ? 3 : 1))
                        #expect(page.header.x_resolution == UInt32(Self.dotsPerInch))
                        #expect(abs(Int(page.header.width) - reference.width) <= 1)
                        #expect(abs(Int(page.header.height) - reference.height) <= 1)
                        // A dither is right on average.
                        let difference = page.difference(
                            from: reference,
                            isBlack: type.hasPrefix("black"),
                            tile: isBit ? 16 : 4
                        )
                        #expect(difference.mean < (isBit ? 6 : 3), "\(type): \(difference)")
                        #expect(difference.large_share < 0.02, "\(type): \(difference)")
                    }
                }
            }
        }
    }

    @Test func `have their backs turned as the printer says, or as the user corrects it`() throws {
        try withService(in: Self.shared.get()) { service in
            let path = service.folder + "/backs.pdf"
            try Data(Self.pages(isColored: false)).write(to: URL(filePath: path))
            let references = try Self.references(path)
            for (index, (back, sides, across, along)) in Self.backs.enumerated() {
                let option = "pwg-raster-document-sheet-back=\(back)"
                for isCorrected in index < 4 ? [false] : [false, true] {
                    let file = try Self.print(
                        path,
                        ["--sides", sides] + (isCorrected ? ["-o", option] : []),
                        back: isCorrected ? "flipped" : back,
                        in: service
                    )
                    try #require(file.pages.count == 2)
                    func difference(_ number: Int, _ across: Bool, _ along: Bool) -> Double {
                        file.pages[number].mirrored(across: across, along: along)
                            .difference(from: references[number], isBlack: false, tile: 4).mean
                    }
                    let what = "\(back), \(sides), corrected: \(isCorrected)"
                    #expect(difference(0, false, false) < 3, "\(what): the front")
                    #expect(difference(1, across, along) < 3, "\(what): the back")
                    for (x, y) in [(false, false), (true, false), (false, true), (true, true)]
                    where (x, y) != (across, along) {
                        #expect(difference(1, x, y) > 6, "\(what): the pages show no turning")
                    }
                    #expect(file.pages.allSatisfy { $0.header.is_duplex == 1 })
                    let isTumbled: UInt32 = sides == "short-edge" ? 1 : 0
                    #expect(file.pages.allSatisfy { $0.header.is_tumble == isTumbled })
                }
            }
        }
    }
}
