import PrintModel

/// What the options mean.
extension TicketOptions {
    /// Whether the job is on hold until the user releases it.
    var isHeld: Bool {
        switch holdUntil {
        case .indefinite: true
        case .now, .until, .restart: false
        case nil:
            options.flatMap(\.all).last { $0.name == "job-hold-until" }?.value == "indefinite"
        }
    }

    /// The ticket with these options; a specific option overrides `-o`.
    var ticket: PrintTicket {
        var ticket = PrintTicket()
        for option in options.flatMap(\.all) {
            // The parser has validated each of them.
            try? ticket.take(option: option.name, value: option.value, clock: LocalTime.moment)
        }
        func set<Value>(_ field: WritableKeyPath<PrintTicket, Value?>, _ value: Value?) {
            if let value { ticket[keyPath: field] = value }
        }
        set(\.pages, pages)
        set(\.pageSet, pageSet)
        set(\.reverse, reverse)
        set(\.copies, copies)
        set(\.collate, collate)
        set(\.sides, sides ?? duplex.map { $0 ? .twoSidedLongEdge : .oneSided })
        set(\.media, media.map { MediaName(typed: $0) })
        set(\.borderless, borderless)
        set(\.source, source)
        set(\.color, color)
        set(\.quality, quality)
        set(\.orientation, orientation)
        set(\.numberUp, numberUp)
        set(\.numberUpLayout, numberUpLayout)
        if let scaling {
            ticket.scaling = scaling.scaling
            ticket.percent = scaling.percent
        }
        set(\.ppi, ppi)
        if let resolution {
            ticket.attributes = (ticket.attributes ?? [:])
                .merging([PrinterCapabilities.resolution: resolution]) { $1 }
        }
        set(\.position, position)
        set(\.mirror, mirror)
        set(\.border, border)
        set(\.margins, margins)
        set(\.fontSize, fontSize)
        set(\.lineNumbers, lineNumbers)
        set(\.fitWidth, fitWidth)
        set(\.gridLines, gridLines)
        set(\.headings, headings)
        set(\.worksheets, worksheets)
        set(\.booklet, booklet)
        set(\.signature, signature)
        set(\.creep, creep)
        set(\.poster, poster)
        set(\.contactSheet, contactSheet)
        set(\.eachOnNewSheet, eachOnNewSheet)
        set(\.header, header)
        set(\.footer, footer)
        set(\.stamp, stamp)
        let finishings = finishing.flatMap { $0.split(separator: ",").map(String.init) }
        set(\.finishings, finishings.isEmpty ? nil : finishings)
        set(\.outputBin, outputBin)
        set(\.priority, priority)
        switch holdUntil {
        case .until(let date): ticket.holdUntil = date
        case .now, .indefinite, .restart: ticket.holdUntil = nil
        case nil: break
        }
        return ticket
    }
}
