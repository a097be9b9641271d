internal import IPP
internal import PrintModel

/// The capabilities of each printer as they were read last.
///
/// Each submission asks its printer for its state, and gets some hundred other attributes with it that seldom
/// change: to compare them takes a small part of the time that it takes to read them.
final class CapabilityMemo {
    private struct Entry {
        let attributes: [IPPAttribute]
        let queue: QueueTraits?
        let capabilities: PrinterCapabilities
    }

    /// What a queue adds to the capabilities, or takes from them.
    private struct QueueTraits: Equatable {
        let formats: [String]
        let finishings: [Int]?
        let outputBins: [String]?
        let sources: [String]?
        let isRaw: Bool

        init(_ queue: SchedulerQueue) {
            formats = queue.documentFormats
            finishings = queue.finishings
            outputBins = queue.outputBins
            sources = queue.sources
            isRaw = queue.isRaw
        }
    }

    /// The attributes that change with each question, and of which no capability is read.
    private static let state: Set<String> = [
        "printer-config-change-date-time", "printer-config-change-time",
        "printer-is-accepting-jobs", "printer-state", "printer-state-message",
        "printer-state-reasons",
    ]
    /// The most printers: announcements of thousands must not stay.
    private static let limit = 500

    private var entries: [PrinterID: Entry] = [:]

    /// Returns the capabilities of a printer; `read` reads them where anything differs from the last time.
    ///
    /// - Parameters:
    ///   - id: The printer.
    ///   - group: Its attributes.
    ///   - queue: The queue that its jobs go through; `nil` if they go straight to the device.
    ///   - read: Reads the capabilities.
    /// - Returns: The capabilities.
    func capabilities(
        of id: PrinterID,
        _ group: IPPAttributeGroup,
        _ queue: SchedulerQueue?,
        read: () -> PrinterCapabilities
    ) -> PrinterCapabilities {
        let attributes = group.attributes.lazy.filter { !Self.state.contains($0.name) }
        let queue = queue.map { QueueTraits($0) }
        if let entry = entries[id], entry.queue == queue,
            attributes.elementsEqual(entry.attributes)
        {
            return entry.capabilities
        }
        let capabilities = read()
        if entries[id] == nil, entries.count >= Self.limit, let other = entries.keys.first {
            entries[other] = nil
        }
        entries[id] = Entry(
            attributes: Array(attributes),
            queue: queue,
            capabilities: capabilities
        )
        return capabilities
    }

    /// The capabilities of a printer as they were read last; `nil` if they never were.
    func last(of id: PrinterID) -> PrinterCapabilities? { entries[id]?.capabilities }
}
