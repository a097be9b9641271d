package import IPP

/// A queue of the scheduler, as CUPS-Get-Printers tells it.
package struct SchedulerQueue: Hashable, Sendable {
    /// The name: `printer-name`.
    package var name: String
    /// The address of the device behind it: `device-uri`.
    package var deviceURI: String
    /// What the queue is doing: `printer-state`.
    package var state: IPPPrinterState
    /// `printer-state-reasons`, as they came.
    package var stateReasons: [String]
    /// `printer-state-message`, fit for people.
    package var stateMessage: String?
    /// `printer-is-accepting-jobs`.
    package var isAccepting: Bool
    /// `printer-info`, fit for people.
    package var info: String?
    /// `printer-location`, fit for people.
    package var location: String?
    /// `printer-make-and-model`, fit for people.
    package var makeAndModel: String?
    /// `printer-uuid`.
    package var uuid: String?
    /// Whether others on the network see it: `printer-is-shared`.
    package var isShared: Bool
    /// Whether the scheduler removes it by itself: `printer-is-temporary`.
    ///
    /// A held job does not keep a temporary queue, and dies with it.
    package var isTemporary: Bool
    /// Whether the scheduler's default is this one.
    package var isDefault: Bool
    /// What the scheduler takes for it: `document-format-supported`.
    package var documentFormats: [String]
    /// What it can pass on of `finishings`, `output-bin` and `media-source`; `nil` where it says
    /// nothing of it.
    ///
    /// Whatever its driver has no word for is dropped on the way without one.
    package var finishings: [Int]?
    package var outputBins: [String]?
    package var sources: [String]?

    /// Whether jobs go to the device without a driver between, attributes and all.
    package var isRaw: Bool { makeAndModel == Self.rawModel }

    /// What the scheduler calls a queue without a driver.
    package static let rawModel = "Local Raw Printer"

    static let requestedAttributes = [
        "printer-name", "device-uri", "printer-state", "printer-state-reasons",
        "printer-state-message", "printer-is-accepting-jobs", "printer-info", "printer-location",
        "printer-make-and-model", "printer-uuid", "printer-is-shared", "printer-is-temporary",
        "document-format-supported", "finishings-supported", "output-bin-supported",
        "media-source-supported",
    ]

    /// Reads a group of printer attributes; `nil` without a name.
    init?(_ group: IPPAttributeGroup, isDefault: (String) -> Bool) {
        guard let name = group["printer-name"]?.cleaned(limit: 127), !name.isEmpty else {
            return nil
        }
        self.name = name
        deviceURI = group["device-uri"]?.string ?? ""
        state = IPPPrinterState(
            rawValue: group["printer-state"]?.integer ?? IPPPrinterState.idle.rawValue
        )
        stateReasons = group["printer-state-reasons"]?.keywords ?? []
        stateMessage = group["printer-state-message"]?.nonEmptyCleaned
        isAccepting = group["printer-is-accepting-jobs"]?.boolean ?? true
        info = group["printer-info"]?.nonEmptyCleaned
        location = group["printer-location"]?.nonEmptyCleaned
        makeAndModel = group["printer-make-and-model"]?.nonEmptyCleaned
        uuid = group["printer-uuid"]?.nonEmptyCleaned
        isShared = group["printer-is-shared"]?.boolean ?? false
        isTemporary = group["printer-is-temporary"]?.boolean ?? false
        documentFormats = group["document-format-supported"]?.strings ?? []
        finishings = group["finishings-supported"]?.integers
        outputBins = group["output-bin-supported"]?.strings
        sources = group["media-source-supported"]?.strings
        self.isDefault = isDefault(name)
    }
}

extension IPPAttribute {
    /// The first value, fit for people; `nil` where nothing is left of it.
    var nonEmptyCleaned: String? {
        guard let text = cleaned(), !text.isEmpty else { return nil }
        return text
    }
}
