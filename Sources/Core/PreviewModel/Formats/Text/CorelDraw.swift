extension DocumentFormat {
    /// Drawings of CorelDRAW.
    static let corelDraw = DocumentFormat(
        name: "CorelDRAW (CDR)",
        types: ["application/vnd.corel-draw"],
        extensions: ["cdr"],
        reader: .text(.structured(.corelDraw))
    )
}
