extension DocumentFormat {
    /// Workbooks of Excel whose parts are binary records ([MS-XLSB]).
    static let binarySpreadsheet = DocumentFormat(
        name: "Excel in binary records (XLSB)",
        types: ["application/vnd.ms-excel.sheet.binary.macroEnabled.12"],
        extensions: ["xlsb"],
        reader: .text(.structured(.binarySpreadsheet))
    )
}
