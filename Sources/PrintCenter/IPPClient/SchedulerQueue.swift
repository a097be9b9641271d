package import IPP
import PrintModel

/// A queue of the scheduler, as CUPS-Get-Printers lists it.
package struct SchedulerQueue: Hashable, Sendable {
    /// The name: `printer-name`.
    package var name: String
    /// The URI of the device behind the queue: `device-uri`.
    package var deviceURI: String
    /// The state of the queue: `printer-state`.
    package var state: IPPPrinterState
    /// The `printer-state-reasons`, unchanged.
    package var stateReasons: [String]
    /// The `printer-state-message`, cleaned of control characters.
    package var stateMessage: String?
    /// The `printer-is-accepting-jobs`.
    package var isAccepting: Bool
    /// The `printer-info`, cleaned of control characters.
    package var info: String?
    /// The `printer-location`, cleaned of control characters.
    package var location: String?
    /// The `printer-make-and-model`, cleaned of control characters.
    package var makeAndModel: String?
    /// The `printer-uuid`.
    package var uuid: String?
    /// Whether the queue is shared on the network: `printer-is-shared`.
    package var isShared: Bool
    /// Whether the scheduler removes the queue by itself: `printer-is-temporary`.
    ///
    /// A held job does not keep a temporary queue, and is lost with it.
    package var isTemporary: Bool
    /// Whether the queue is the default of the scheduler.
    package var isDefault: Bool
    /// The `document-format-supported` of the scheduler for the queue.
    package var documentFormats: [String]
    /// The `finishings-supported` of the queue; `nil` if it reports none.
    ///
    /// The scheduler silently drops values that the driver of the queue does not support.
    package var finishings: [Int]?
    /// The `output-bin-supported` of the queue; `nil` if it reports none.
    package var outputBins: [String]?
    /// The `media-source-supported` of the queue; `nil` if it reports none.
    package var sources: [String]?

    /// The queues of a class: `member-names`; empty for a queue of its own.
    package var members: [String]
    /// The `printer-resolution-supported` of the queue, as text; `nil` if it reports none.
    package var resolutions: [String]?
    /// Whom the administrator lets print, and how much.
    package var restrictions: QueueRestrictions

    /// Whether the queue has no driver, so that jobs and their attributes reach the device unchanged.
    package var isRaw: Bool { makeAndModel == Self.rawModel }

    /// The `printer-make-and-model` of a queue without a driver.
    package static let rawModel = "Local Raw Printer"

    /// The bit of `printer-type` that marks the default queue: `CUPS_PRINTER_DEFAULT`.
    package static let defaultType = 0x20000

    /// The attributes that are requested of each queue.
    package static let requestedAttributes =
        [
            "printer-name", "printer-type", "device-uri", "printer-state", "printer-state-reasons",
            "printer-state-message", "printer-is-accepting-jobs", "printer-info",
            "printer-location",
            "printer-make-and-model", "printer-uuid", "printer-is-shared", "printer-is-temporary",
            "document-format-supported", "finishings-supported", "output-bin-supported",
            "media-source-supported", "printer-resolution-supported", "member-names",
        ] + QueueRestrictions.attributes

    /// Reads a group of printer attributes; `nil` without `printer-name`.
    package init?(_ group: IPPAttributeGroup) {
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
        members = group["member-names"]?.strings ?? []
        resolutions = group["printer-resolution-supported"]?.values
            .compactMap(RasterResolution.init).map(\.text)
        restrictions = QueueRestrictions(group)
        isDefault = (group["printer-type"]?.integer ?? 0) & Self.defaultType != 0
    }
}
