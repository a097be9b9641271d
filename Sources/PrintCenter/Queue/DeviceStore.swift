package import PrintModel

/// Keeps the printers that are remembered on disk.
package protocol DeviceStore: Sendable {
    /// Returns all remembered printers.
    func devices() async throws -> [KnownDevice]
    /// Adds a printer, or replaces the one of its id.
    func remember(_ device: KnownDevice) async throws
    /// Removes a printer.
    func forget(_ id: PrinterID) async throws
}
