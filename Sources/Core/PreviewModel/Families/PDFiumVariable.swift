/// The variable that passes the path of PDFium's library to its zygote.
public enum PDFiumVariable {
    /// An absolute path.
    public static let path = "QPREVIEW_PDFIUM_PATH"
}
