/// The variables that pass the folders of the user's fonts to a zygote.
public enum UserFontVariable {
    /// The folder `fonts` of the user's data (XDG Base Directory Specification).
    public static let fonts = "QPREVIEW_FONTS"
    /// The folder `.fonts` of the user's home.
    public static let oldFonts = "QPREVIEW_OLD_FONTS"
    /// The folder of fontconfig's cache.
    public static let cache = "QPREVIEW_FONT_CACHE"
}
