extension DocumentFormat {
    /// Programs in AppImages: what their headers say.
    static let appImage = DocumentFormat(
        name: "AppImages",
        types: ["application/vnd.appimage", "application/x-iso9660-appimage"],
        extensions: ["appimage"],
        reader: .text(.structured(.appImage))
    )
}
