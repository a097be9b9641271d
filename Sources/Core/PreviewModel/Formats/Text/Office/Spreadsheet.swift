extension DocumentFormat {
    /// Workbooks and templates of Excel (ECMA-376).
    static let spreadsheet = DocumentFormat(
        name: "Excel (XLSX, XLTX, XLSM, XLTM)",
        types: [
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
            "application/vnd.ms-excel.sheet.macroEnabled.12",
            "application/vnd.ms-excel.sheet.macroenabled.12",
            "application/vnd.ms-excel.template.macroEnabled.12",
            "application/vnd.ms-excel.template.macroenabled.12",
        ],
        extensions: ["xlsx", "xltx", "xlsm", "xltm"],
        reader: .text(.spreadsheet)
    )
}
