extension PrinterTraits {
    /// The attributes in the syntax of `ippeveprinter -a` (`ipptoolfile`(5)).
    ///
    /// The set is complete for IPP Everywhere: if one is missing, the scheduler silently makes a
    /// raw queue. Attributes that `ippeveprinter` itself adds ("charset-supported",
    /// "operations-supported", "media-col-supported", …) must not be repeated here.
    ///
    /// "document-format-supported" is the exception. It is the only way to make the program accept
    /// PDF with an attribute file, yet the program appends its own list: a response contains the
    /// attribute twice, and the first one, against which the program checks documents, applies.
    var attributeFile: String {
        let replaced = Set(more.map(\.name))
        let usual = (general + jobTemplate + mediaAttributes + raster).filter { line in
            !replaced.contains { line.split(separator: " ").dropFirst(2).first ?? "" == $0 }
        }
        return (usual + more.map(\.text)).joined(separator: "\n") + "\n"
    }

    private static func attribute(_ syntax: String, _ name: String, _ values: [String]) -> String {
        "ATTR \(syntax) \(name) \(values.joined(separator: ","))"
    }

    private static func quoted(_ text: String) -> String { "\"\(text)\"" }

    private var general: [String] {
        let commands = formats.compactMap {
            [
                "application/pdf": "PDF", "image/jpeg": "JPEG", "image/pwg-raster": "PWGRaster",
                "image/urf": "URF",
            ][$0]
        }
        let identity = "MFG:PrintLab;MDL:\(model);CMD:\(commands.joined(separator: ","));"
        return [
            Self.attribute("mimeMediaType", "document-format-supported", formats),
            Self.attribute(
                "textWithoutLanguage",
                "printer-make-and-model",
                [Self.quoted("PrintLab \(model)")]
            ),
            Self.attribute("textWithoutLanguage", "printer-device-id", [Self.quoted(identity)]),
            Self.attribute("boolean", "color-supported", ["\(color)"]),
            Self.attribute("integer", "pages-per-minute", ["\(speed)"]),
        ] + (color ? [Self.attribute("integer", "pages-per-minute-color", ["\(speed)"])] : [])
    }

    private var jobTemplate: [String] {
        let colorModes = color ? ["auto", "color", "monochrome"] : ["auto", "monochrome"]
        return [
            Self.attribute("integer", "copies-default", ["1"]),
            Self.attribute("rangeOfInteger", "copies-supported", ["1-\(copies)"]),
            Self.attribute("enum", "finishings-default", ["3"]),
            Self.attribute("enum", "finishings-supported", ["3"]),
            Self.attribute(
                "keyword",
                "multiple-document-handling-default",
                ["separate-documents-collated-copies"]
            ),
            Self.attribute("enum", "orientation-requested-default", ["3"]),
            Self.attribute("enum", "orientation-requested-supported", ["3", "4", "5", "6"]),
            // Face down: the first page is on top when the stack is turned over, so pages are sent
            // in order. To a face-up bin, an "everywhere" queue sends the last page first.
            Self.attribute("keyword", "output-bin-default", ["face-down"]),
            Self.attribute("keyword", "output-bin-supported", ["face-down"]),
            Self.attribute("keyword", "page-delivery-default", ["same-order-face-down"]),
            Self.attribute("keyword", "page-delivery-supported", ["same-order-face-down"]),
            Self.attribute(
                "boolean",
                "page-ranges-supported",
                ["\(formats.contains("application/pdf"))"]
            ),
            Self.attribute("keyword", "print-color-mode-default", ["auto"]),
            Self.attribute("keyword", "print-color-mode-supported", colorModes),
            Self.attribute("keyword", "print-content-optimize-default", ["auto"]),
            Self.attribute("keyword", "print-content-optimize-supported", ["auto"]),
            Self.attribute("enum", "print-quality-default", ["4"]),
            Self.attribute("enum", "print-quality-supported", ["3", "4", "5"]),
            Self.attribute("keyword", "print-rendering-intent-default", ["auto"]),
            Self.attribute("keyword", "print-rendering-intent-supported", ["auto"]),
            Self.attribute("keyword", "print-scaling-default", ["auto"]),
            Self.attribute(
                "keyword",
                "print-scaling-supported",
                ["auto", "auto-fit", "fill", "fit", "none"]
            ),
            Self.attribute("keyword", "sides-default", ["one-sided"]),
            Self.attribute("keyword", "sides-supported", sides),
        ]
    }

    private var mediaAttributes: [String] {
        let ready = media.prefix(mediaReady)
        let margins = Array(Set(media.map(\.margin))).sorted().map(String.init)
        let customNames =
            roll.map {
                [
                    "custom_min_\(millimetres($0.minimumWidth))x\(millimetres($0.minimumLength))mm",
                    "custom_max_\(millimetres($0.maximumWidth))x\(millimetres($0.maximumLength))mm",
                ]
            } ?? []
        let customSizes = roll.map { [size($0)] } ?? []
        let customColumns = roll.map { [column($0)] } ?? []
        return [
            Self.attribute("keyword", "media-default", [media[0].name]),
            Self.attribute("keyword", "media-supported", media.map(\.name) + customNames),
            Self.attribute("keyword", "media-ready", ready.map(\.name)),
            Self.attribute("collection", "media-col-default", [column(media[0], loaded: true)]),
            Self.attribute(
                "collection",
                "media-col-ready",
                ready.map { column($0, loaded: true) }
            ),
            Self.attribute(
                "collection",
                "media-col-database",
                media.map { column($0, loaded: false) } + customColumns
            ),
            Self.attribute(
                "collection",
                "media-size-supported",
                media.map { size($0) } + customSizes
            ),
            Self.attribute(
                "keyword",
                "media-source-supported",
                unique(["auto"] + media.map(\.source))
            ),
            Self.attribute("keyword", "media-type-supported", unique(media.map(\.type))),
            Self.attribute("integer", "media-bottom-margin-supported", margins),
            Self.attribute("integer", "media-left-margin-supported", margins),
            Self.attribute("integer", "media-right-margin-supported", margins),
            Self.attribute("integer", "media-top-margin-supported", margins),
        ]
    }

    private var raster: [String] {
        var lines = [
            Self.attribute("resolution", "printer-resolution-default", ["\(resolution)dpi"]),
            Self.attribute("resolution", "printer-resolution-supported", ["\(resolution)dpi"]),
        ]
        if formats.contains("image/pwg-raster") {
            lines += [
                Self.attribute(
                    "resolution",
                    "pwg-raster-document-resolution-supported",
                    ["\(resolution)dpi"]
                ),
                Self.attribute("keyword", "pwg-raster-document-sheet-back", ["normal"]),
                Self.attribute(
                    "keyword",
                    "pwg-raster-document-type-supported",
                    color ? ["black_1", "sgray_8", "srgb_8"] : ["black_1", "sgray_8"]
                ),
            ]
        }
        if formats.contains("image/urf") {
            let both = sides.count > 1 ? ["DM1"] : []
            let colors = color ? ["W8", "SRGB24"] : ["W8"]
            lines.append(
                Self.attribute(
                    "keyword",
                    "urf-supported",
                    ["V1.4", "CP\(copies)", "RS\(resolution)", "IS1", "MT1"] + colors + both
                )
            )
        }
        if formats.contains("image/jpeg") {
            lines += [
                Self.attribute("rangeOfInteger", "jpeg-k-octets-supported", ["0-65536"]),
                Self.attribute("rangeOfInteger", "jpeg-x-dimension-supported", ["0-32767"]),
                Self.attribute("rangeOfInteger", "jpeg-y-dimension-supported", ["1-32767"]),
            ]
        }
        if formats.contains("application/pdf") {
            lines += [
                Self.attribute("rangeOfInteger", "pdf-k-octets-supported", ["0-1048576"]),
                Self.attribute(
                    "keyword",
                    "pdf-versions-supported",
                    ["adobe-1.7", "iso-32000-1_2008"]
                ),
            ]
        }
        return lines
    }

    private func size(_ media: Media) -> String {
        "{ MEMBER integer x-dimension \(media.width) MEMBER integer y-dimension \(media.length) }"
    }

    private func size(_ roll: Roll) -> String {
        "{ MEMBER rangeOfInteger x-dimension \(roll.minimumWidth)-\(roll.maximumWidth) "
            + "MEMBER rangeOfInteger y-dimension \(roll.minimumLength)-\(roll.maximumLength) }"
    }

    /// A "media-col": a supported size, or, with its tray and type, a loaded one.
    private func column(_ media: Media, loaded: Bool) -> String {
        let tray =
            loaded
            ? " MEMBER keyword media-source \(media.source) MEMBER keyword media-type \(media.type)"
            : ""
        return "{ MEMBER collection media-size \(size(media)) "
            + "MEMBER keyword media-size-name \(media.name) \(margins(media.margin))\(tray) }"
    }

    private func column(_ roll: Roll) -> String {
        "{ MEMBER collection media-size \(size(roll)) \(margins(media[0].margin)) }"
    }

    private func margins(_ margin: Int) -> String {
        ["bottom", "left", "right", "top"]
            .map { "MEMBER integer media-\($0)-margin \(margin)" }.joined(separator: " ")
    }

    /// Formats hundredths of a millimeter as PWG names write millimeters: without trailing zeros.
    private func millimetres(_ hundredths: Int) -> String {
        var fraction = String(hundredths % 100 + 100).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return "\(hundredths / 100)" + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    private func unique(_ values: [String]) -> [String] {
        values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
