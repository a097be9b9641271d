import QuickPreview

extension Previewer {
    /// A previewer that remembers, with the user's other programs, which documents crash their readers.
    static func shared() -> Previewer {
        Previewer(
            configuration: PreviewerConfiguration(
                crashRecord: PreviewerConfiguration.usualCrashRecord
            )
        )
    }
}
