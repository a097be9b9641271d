extension DocumentFormat {
    /// Workbooks of Excel 2 to 2003 ([MS-XLS]).
    static let oldSpreadsheet = DocumentFormat(
        name: "Excel 2 to 2003 (XLS, XLT)",
        types: ["application/vnd.ms-excel"],
        extensions: ["xls", "xlt"],
        reader: .text(.structured(.oldSpreadsheet))
    )
}
