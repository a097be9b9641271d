import Hashing
import IPP

extension OddPrinter {
    /// What a usual printer says of itself, other than of its media.
    func usual(at uri: String) -> [IPPAttribute] {
        identity(at: uri) + jobTemplate + formats
    }

    private func identity(at uri: String) -> [IPPAttribute] {
        let digits = Array(MD5.hash(of: name.utf8))
        let uuid = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return [
            IPPAttribute("charset-configured", .charset("utf-8")),
            IPPAttribute("charset-supported", .charset("utf-8")),
            .keywords("compression-supported", "none"),
            IPPAttribute("generated-natural-language-supported", .naturalLanguage("en")),
            IPPAttribute("natural-language-configured", .naturalLanguage("en")),
            .keywords("ipp-versions-supported", "1.1", "2.0"),
            .keywords("ipp-features-supported", "ipp-everywhere"),
            .enums("operations-supported", 2, 4, 5, 6, 8, 9, 10, 11, 0x3b, 0x3c),
            .keywords("identify-actions-supported", "display"),
            IPPAttribute("printer-uri-supported", .uri(uri)),
            .keywords("uri-security-supported", quirks.contains(.tls) ? "tls" : "none"),
            .keywords("uri-authentication-supported", "none"),
            IPPAttribute("printer-name", .name(name)),
            IPPAttribute("printer-info", .text(name)),
            IPPAttribute("printer-location", .text("")),
            IPPAttribute("printer-make-and-model", .text(model)),
            IPPAttribute("printer-device-id", .text("MFG:Odd;MDL:Printer 1;CMD:PDF;")),
            IPPAttribute("printer-uuid", .uri("urn:uuid:" + uuid.joined(separator: "-"))),
            .enums("printer-state", 3),
            .keywords("printer-state-reasons", "none"),
            IPPAttribute("printer-is-accepting-jobs", .boolean(true)),
            IPPAttribute("queued-job-count", .integer(0)),
            IPPAttribute("printer-up-time", .integer(1)),
            IPPAttribute("color-supported", .boolean(true)),
            IPPAttribute("pages-per-minute", .integer(20)),
        ]
    }

    private var jobTemplate: [IPPAttribute] {
        [
            IPPAttribute("copies-default", .integer(1)),
            IPPAttribute("copies-supported", .range(IPPRange(lower: 1, upper: 99))),
            .keywords("sides-default", "one-sided"),
            .keywords(
                "sides-supported",
                "one-sided",
                "two-sided-long-edge",
                "two-sided-short-edge"
            ),
            .keywords("print-color-mode-default", "auto"),
            .keywords("print-color-mode-supported", "auto", "color", "monochrome"),
            .enums("print-quality-default", 4),
            .enums("print-quality-supported", 3, 4, 5),
            IPPAttribute("orientation-requested-default", .outOfBand(.noValue)),
            .enums("orientation-requested-supported", 3, 4, 5, 6),
            .resolutions("printer-resolution-default", 300),
            .resolutions("printer-resolution-supported", 300),
            .enums("finishings-default", 3),
            .enums("finishings-supported", 3),
            .keywords("output-bin-default", "face-down"),
            .keywords("output-bin-supported", "face-down"),
            .keywords("print-scaling-default", "auto"),
            .keywords("print-scaling-supported", "auto", "auto-fit", "fill", "fit", "none"),
            IPPAttribute("page-ranges-supported", .boolean(false)),
            .keywords("pdl-override-supported", "attempted"),
            .keywords(
                "multiple-document-handling-supported",
                "separate-documents-uncollated-copies",
                "separate-documents-collated-copies"
            ),
            IPPAttribute(
                "job-creation-attributes-supported",
                [
                    "copies", "finishings", "media", "media-col", "multiple-document-handling",
                    "orientation-requested", "output-bin", "print-color-mode", "print-quality",
                    "printer-resolution", "sides", "job-name", "print-scaling",
                ].map { .keyword($0) }
            ),
        ]
    }

    private var formats: [IPPAttribute] {
        [
            .types("document-format-default", "application/pdf"),
            .types(
                "document-format-supported",
                "application/pdf",
                "image/jpeg",
                "application/octet-stream"
            ),
            .keywords("pwg-raster-document-type-supported", "sgray_8", "srgb_8"),
            .resolutions("pwg-raster-document-resolution-supported", 300),
            .keywords("pwg-raster-document-sheet-back", "normal"),
        ]
    }

    /// The attributes of raster files; a printer without them takes none.
    static let rasterAttributes: Set<String> = [
        "pwg-raster-document-type-supported", "pwg-raster-document-resolution-supported",
        "pwg-raster-document-sheet-back",
    ]
}
