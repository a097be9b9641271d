import PrintModel

extension Sample {
    /// What a printer with everything can do.
    static let finisher: PrinterCapabilities = {
        var able = Sample.officeAbilities
        able.media.append(MediaName(rawValue: "custom_min_50x50mm"))
        able.media.append(MediaName(rawValue: "custom_max_300x500mm"))
        able.marginsDefault = MediaMargins(top: 400, right: 400, bottom: 400, left: 400)
        able.mediaMargins = [MediaName.a4.rawValue: MediaMargins()]
        able.sources = ["main", "by-pass-tray"]
        able.finishings = ["staple", "punch"]
        able.outputBins = ["face-down", "stacker-1"]
        able.pinLength = 4
        able.attributes = [
            "media-type": AttributeValues(syntax: .keyword, values: ["stationery", "labels"]),
            "printer-darkness": AttributeValues(syntax: .integer, min: 0, max: 10),
            "job-account": AttributeValues(syntax: .text),
        ]
        able.constraints = [
            OptionConstraint(values: ["finishings": ["staple"], "media-source": ["by-pass-tray"]]),
            OptionConstraint(values: ["media-type": ["labels"], "sides": ["two-sided-long-edge"]]),
        ]
        return able
    }()

    /// The printer itself.
    static let finisherPrinter = printer("finisher", capabilities: finisher)
}
