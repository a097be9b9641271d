public import PrintModel

/// Options that the user has saved under names.
extension PrintService {
    /// Returns all presets, sorted by name.
    ///
    /// - Throws: `Problem` with `settings-unreadable` if their file has an error.
    public nonisolated func presets() throws -> [PrintPreset] {
        try preferences.presets.presets()
    }

    /// Returns a preset.
    ///
    /// - Parameter name: Its name, which is compared exactly.
    /// - Returns: The preset.
    /// - Throws: `Problem` with `preset-not-found` or `settings-unreadable`.
    public nonisolated func preset(_ name: String) throws -> PrintPreset {
        try preferences.presets.preset(name)
    }

    /// Saves options as a preset; it is on disk when this returns.
    ///
    /// - Parameters:
    ///   - name: The name: 1 to 64 characters without slashes and control characters. A preset of
    ///     this name is replaced.
    ///   - ticket: The options, without a point in time.
    /// - Returns: The preset, and whether there was none of this name.
    /// - Throws: `Problem` with `invalid-request`, `too-many-presets`, `settings-unreadable`, or
    ///   `storage-failed`.
    public nonisolated func savePreset(
        _ name: String,
        _ ticket: PrintTicket
    ) throws -> (preset: PrintPreset, isNew: Bool) {
        let preset = PrintPreset(name: name, ticket: ticket)
        return (preset, try preferences.presets.save(preset))
    }

    /// Removes a preset; jobs that were queued with it keep its options.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The preset that was removed.
    /// - Throws: `Problem` with `preset-not-found`, `settings-unreadable`, or `storage-failed`.
    public nonisolated func removePreset(_ name: String) throws -> PrintPreset {
        try preferences.presets.remove(name)
    }
}
