import Testing

/// Numbers in office documents that point beyond what is shown.
struct `Numbers of office documents` {
    @Test func `columns to the right of all that are shown may have widths`() throws {
        for columns in ["28\" max=\"28", "29\" max=\"40", "16384\" max=\"16384", "1\" max=\"16384"]
        {
            let book = OfficeMaker.workbook([
                "S": "<cols><col min=\"\(columns)\" width=\"12\" customWidth=\"1\"/></cols>"
                    + "<sheetData>\(OfficeMaker.row(1, ["A": "Total"]))</sheetData>"
            ])
            #expect(try words(in: book, type: OfficeMaker.sheetType) == ["S", "Total"])
        }
    }

    @Test(arguments: [
        "-9223372036854775808", "9223372036854775807", "-1", "0", "99999999999999999999",
    ])
    func `rows, merged cells, and spaces may have any`(number: String) throws {
        let book = OfficeMaker.workbook([
            "S":
                "<sheetData><row r=\"\(number)\"><c r=\"A1\" s=\"\(number)\"><v>1</v></c></row><row/>"
                + "<row r=\"1\"><c r=\"A1\"><v>7</v></c></row></sheetData><mergeCells><mergeCell "
                + "ref=\"A1:AB\(number)\"/><mergeCell ref=\"A\(number):B1\"/></mergeCells>"
        ])
        #expect(try words(in: book, type: OfficeMaker.sheetType).contains("7"))
        let text = OfficeMaker.open(
            "text",
            "<t:p xmlns:t=\"t\">a<t:s t:c=\"\(number)\"/>b</t:p><t:h xmlns:t=\"t\" "
                + "t:outline-level=\"\(number)\">c</t:h>"
        )
        let found = try words(in: text, type: "application/vnd.oasis.opendocument.text").joined()
        #expect(found.hasPrefix("a") && found.hasSuffix("bc"))
    }
}
