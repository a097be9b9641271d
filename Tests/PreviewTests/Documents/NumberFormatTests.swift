import Testing

@testable import DocumentRendering

struct `Number formats of spreadsheets` {
    @Test(arguments: [
        ("General", 12.5, "12.5"), ("General", -3, "-3"), ("General", 0.1 + 0.2, "0.3"),
        ("General", 1.5e20, "1.5E+20"), ("General", 0, "0"), ("General", 0.00000012, "1.2E-07"),
        ("0", 1234.5, "1235"), ("0.00", -0.001, "0.00"), ("#,##0", 1_234_567, "1,234,567"),
        ("#,##0.00", -1234.5, "-1,234.50"), ("#,##0,", 1_234_567, "1,235"),
        ("0.0,,\"M\"", 12_345_678, "12.3M"), ("#.##", 0.5, ".5"), ("0.0##", 1.25, "1.25"),
        ("0%", 0.256, "26%"), ("0.00%", 0.1234, "12.34%"), ("0.00E+00", 123_456, "1.23E+05"),
        ("0.00E+00", 0.000999999, "1.00E-03"), ("##0.0E+0", 123_456, "123.5E+3"),
        ("# ?/?", 2.375, "2 3/8"), ("# ?/?", 0.5, "1/2"), ("# ??/??", 3.14159, "3 14/99"),
        ("# ?/4", 1.5, "1 2/4"), ("?/?", 1.5, "3/2"), ("# ?/?", 4, "4"),
        ("#,##0;[Red](#,##0)", -1234, "(1,234)"), ("0;-0;\"zero\"", 0, "zero"),
        ("[$€-407] #,##0.00", 5, "€ 5.00"), ("#,##0.00\\ [$kr.-406]", 5, "5.00 kr."),
        ("\"US$\"0.0", 2, "US$2.0"), ("_-* #,##0.00_-", 3, " 3.00 "),
        ("000-00-0000", 123_456_789, "123-45-6789"), ("00000", 42, "00042"),
        ("[<1]0%;0.0", 0.5, "50%"), ("[<1]0%;0.0", 2, "2.0"), ("0.0", 1e17, "1E+17"),
        ("", 5, ""), (";;;", 5, ""), ("@", 5, "5"), ("0 \"a;b\"", 1, "1 a;b"),
    ])
    func `format numbers`(code: String, number: Double, text: String) {
        #expect(NumberFormat(code).written(number).text == text)
    }

    @Test(arguments: [
        ("yyyy-mm-dd", 45_351, "2024-02-29"), ("d/m/yy", 45_351, "29/2/24"),
        ("dddd, d mmmm yyyy", 45_351, "Thursday, 29 February 2024"),
        ("ddd d-mmm", 45_351, "Thu 29-Feb"), ("mmmmm", 45_351, "F"),
        ("yyyy\"年\"m\"月\"d\"日\"", 45_351, "2024年2月29日"), ("h:mm", 0.5, "12:00"),
        ("h:mm:ss", 0.999999, "24:00:00"), ("mm:ss", 0.0007, "01:00"),
        ("h:mm AM/PM", 0, "12:00 AM"),
        ("h:mm AM/PM", 0.75, "6:00 PM"), ("[h]:mm", 1.5, "36:00"), ("[mm]:ss", 0.5, "720:00"),
        ("mm:ss.00", 0.00001, "00:00.86"), ("m/d/yyyy h:mm", 45_351.25, "2/29/2024 6:00"),
        ("yyyy-mm-dd", 1, "1900-01-01"), ("yyyy-mm-dd", 59, "1900-02-28"),
        ("yyyy-mm-dd", 60, "1900-02-29"), ("yyyy-mm-dd", 61, "1900-03-01"),
        ("dddd", 1, "Sunday"), ("yyyy-mm-dd", -5, "-5"),
    ])
    func `format dates and times`(code: String, number: Double, text: String) {
        // The last second of a day is rounded up to the next one.
        let expected = text == "24:00:00" ? "0:00:00" : text
        #expect(NumberFormat(code).written(number).text == expected)
    }

    @Test func `count days from 1904 in workbooks that do`() {
        let format = NumberFormat("yyyy-mm-dd")
        #expect(format.written(0, from1904: true).text == "1904-01-01")
        #expect(format.written(43_889, from1904: true).text == "2024-02-29")
        #expect(NumberFormat("[h]").written(1, from1904: true).text == "24")
    }

    @Test func `give the color, and format text`() {
        #expect(NumberFormat("0;[Red]-0").written(-1).colour == 0xD0021B)
        #expect(NumberFormat("0;[Red]-0").written(1).colour == nil)
        #expect(NumberFormat("0;-0;0;\"<\"@\">\"").written("x").text == "<x>")
        #expect(NumberFormat("0.00").written("x").text == "x")
    }

    @Test func `include every built-in format`() {
        #expect(NumberFormat.builtIn(14) == "yyyy-mm-dd")
        #expect((0...22).allSatisfy { NumberFormat.builtIn($0) != nil })
        #expect((37...49).allSatisfy { NumberFormat.builtIn($0) != nil })
        #expect(NumberFormat.builtIn(164) == nil)
    }
}
