public import FoundationEssentials

/// Why an option's value cannot be meant.
public struct TicketOptionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, and what would be right.
    public let description: String
}

extension PrintTicket {
    /// Takes an option as `lp -o NAME=VALUE` and `lpoptions` write it.
    ///
    /// The names of IPP, and those that CUPS has used for long, become fields of the ticket; any other
    /// is an attribute of its own, which the printer has to list.
    ///
    /// - Parameters:
    ///   - name: The option's name.
    ///   - value: Its value; an option without one is `true`.
    ///   - clock: Turns a time of day into a moment.
    /// - Throws: ``TicketOptionError`` for a value that no printer could take.
    public mutating func take(
        option name: String,
        value: String,
        clock: (String) -> Date? = { _ in nil }
    ) throws(TicketOptionError) {
        func wrong(_ expected: String) -> TicketOptionError {
            TicketOptionError(description: "'\(value)' is no value of \(name); \(expected).")
        }
        func number(_ range: ClosedRange<Int>) throws(TicketOptionError) -> Int {
            guard let number = Int(value), range.contains(number) else {
                throw wrong("choose \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
        func flag() throws(TicketOptionError) -> Bool {
            switch value.lowercased() {
            case "true", "yes", "on": return true
            case "false", "no", "off": return false
            default: throw wrong("choose true or false")
            }
        }
        switch name {
        case "copies": copies = try number(PrintTicket.copyRange)
        case "number-up": numberUp = try number(PrintTicket.numberUpRange)
        case "job-priority": priority = try number(1...100)
        case "page-ranges":
            do { pages = try PageSelection(value) } catch {
                throw TicketOptionError(description: error.description)
            }
        case "page-set":
            guard let set = PageSet(rawValue: value) else { throw wrong("choose all, odd or even") }
            pageSet = set
        case "outputorder":
            guard value == "normal" || value == "reverse" else {
                throw wrong("choose normal or reverse")
            }
            reverse = value == "reverse"
        case "sides": sides = Sides(rawValue: value)
        case "Duplex", "EFDuplex", "JCLDuplex":
            guard let known = Self.duplex[value] else {
                throw wrong("choose None, DuplexNoTumble or DuplexTumble")
            }
            sides = known
        case "ColorModel":
            let isGrey = ["gray", "grey", "black", "mono"].contains {
                value.lowercased().contains($0)
            }
            color = isGrey ? .monochrome : .color
        case "cupsPrintQuality":
            guard let known = PrintQuality(rawValue: value.lowercased()) else {
                throw wrong("choose Draft, Normal or High")
            }
            quality = known
        case "media", "PageSize":
            guard value.split(separator: ",").count <= 2 else {
                throw wrong("give a size, and perhaps a tray behind a comma")
            }
            takeMedia(value)
        case "media-source": source = value
        case "print-color-mode": color = ColorMode(rawValue: value)
        case "print-quality":
            let known =
                PrintQuality(rawValue: value)
                ?? Int32(value).flatMap { PrintQuality(ippValue: $0) }
            guard let known else { throw wrong("choose draft, normal or high") }
            quality = known
        case "landscape": if try flag() { orientation = .landscape }
        case "orientation-requested":
            switch value {
            case "3", "portrait", "6", "reverse-portrait": orientation = .portrait
            case "4", "landscape", "5", "reverse-landscape": orientation = .landscape
            default: throw wrong("choose portrait or landscape")
            }
        case "fit-to-page", "fitplot": if try flag() { scaling = .fit }
        case "fill": if try flag() { scaling = .fill }
        case "print-scaling":
            guard let known = PrintScaling(rawValue: value == "auto-fit" ? "auto" : value) else {
                throw wrong("choose auto, fit, fill or none")
            }
            scaling = known
        case "finishings": finishings = value.split(separator: ",").map { Self.finishing($0) }
        case "output-bin": outputBin = value
        case "collate", "Collate": collate = try flag()
        case "multiple-document-handling": collate = !value.contains("uncollated")
        case "job-hold-until":
            if value == "no-hold" {
                holdUntil = nil
            } else {
                guard let moment = clock(value) else {
                    throw wrong("give a time of day such as 22:00, or a date and time")
                }
                holdUntil = moment
            }
        default: attributes = (attributes ?? [:]).merging([name: value]) { _, new in new }
        }
    }

    /// The words that PPD files have for sides.
    private static let duplex: [String: Sides] = [
        "None": .oneSided, "DuplexNoTumble": .twoSidedLongEdge, "DuplexTumble": .twoSidedShortEdge,
    ]

    /// A ticket of what `lpoptions` keep for a printer; what is not understood there is left out.
    public init(habits options: [String: String]) {
        self.init()
        for (name, value) in options.sorted(by: { $0.key < $1.key }) {
            var ticket = self
            guard (try? ticket.take(option: name, value: value)) != nil else { continue }
            self = ticket
        }
    }

    /// A medium as `lp` takes it: a size, perhaps with a tray behind it, as in `A4,tray-2`.
    private mutating func takeMedia(_ value: String) {
        let parts = value.split(separator: ",").map(String.init)
        guard let first = parts.first else { return }
        media = MediaName(typed: first)
        if parts.count > 1 { source = parts[1] }
    }

    /// The keyword of a finishing, which older habits give by its number.
    private static func finishing(_ text: Substring) -> String {
        Int(text).flatMap { Finishings.keyword(of: $0) } ?? String(text)
    }
}
