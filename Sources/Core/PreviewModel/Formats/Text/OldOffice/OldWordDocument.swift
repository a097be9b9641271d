extension DocumentFormat {
    /// Documents and templates of Word 6 to 2003 ([MS-DOC]).
    static let oldWordDocument = DocumentFormat(
        name: "Word 6 to 2003 (DOC, DOT)",
        types: ["application/msword", "application/msword-template"],
        extensions: ["doc", "dot"],
        reader: .text(.structured(.oldWord))
    )
}
