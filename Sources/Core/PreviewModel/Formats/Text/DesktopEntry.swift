extension DocumentFormat {
    /// Entries of the menu, and references to Flatpaks.
    static let desktopEntry = DocumentFormat(
        name: "Desktop entries and Flatpak references",
        types: [
            "application/x-desktop", "application/vnd.flatpak.ref", "application/vnd.flatpak.repo",
        ],
        extensions: ["desktop", "flatpakref", "flatpakrepo"],
        reader: .text(.structured(.desktopEntry))
    )
}
