/// The variables by which a pool tells a zygote where the user's fonts lie.
public enum UserFontVariable {
    /// The folder `fonts` of the user's data (XDG Base Directory Specification).
    public static let fonts = "QPREVIEW_FONTS"
    /// The folder `.fonts` of the user's home.
    public static let oldFonts = "QPREVIEW_OLD_FONTS"
    /// The folder in which fontconfig keeps what it knows about them.
    public static let cache = "QPREVIEW_FONT_CACHE"
}
