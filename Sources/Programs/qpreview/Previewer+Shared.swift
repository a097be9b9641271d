import QuickPreview

extension Previewer {
    /// A previewer that shares its record of crashes with the user's other programs.
    static func shared() -> Previewer {
        Previewer(
            configuration: PreviewerConfiguration(
                crashRecord: PreviewerConfiguration.usualCrashRecord
            )
        )
    }
}
