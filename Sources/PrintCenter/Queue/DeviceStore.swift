package import PrintModel

/// Keeps the printers that are remembered on disk.
package protocol DeviceStore: Sendable {
    /// Returns all remembered printers.
    func devices() async throws -> [KnownDevice]
    /// Adds a printer, or replaces the one of its id.
    func remember(_ device: KnownDevice) async throws
    /// Removes a printer.
    func forget(_ id: PrinterID) async throws
    /// Returns what is another value once another host has changed a printer; `nil` where no other host does.
    func devicesVersion() async throws -> Int64?
}

extension DeviceStore {
    package func devicesVersion() async throws -> Int64? { nil }
}
