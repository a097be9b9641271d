import CText
import Foundation
import Testing

@testable import DocumentRendering
@testable import QuickPreview

struct `Readers of data` {
    private let long = String(repeating: "x", count: 170)

    @Test func `indent JSON on a single line`() {
        let text =
            "{\"a\":[1,2],\"b\":{\"c\":\"say \\\"hi\\\", {x}\",\"long\":\"\(long)\"},\"e\":[]}"
        let lines = [
            "{", "  \"a\": [1, 2],", "  \"b\": {", "    \"c\": \"say \\\"hi\\\", {x}\",",
            "    \"long\": \"\(long)\"", "  },", "  \"e\": []", "}",
        ]
        #expect(IndentedText.divided(text, .json) == lines.joined(separator: "\n"))
        // Short lines were made to be read.
        #expect(IndentedText.divided("{\"a\":1}\n{\"b\":2}", .json) == "{\"a\":1}\n{\"b\":2}")
        #expect(IndentedText.divided("{\"cut\":[\"\(long)", .json).hasPrefix("{\n  \"cut\": [\n"))
    }

    @Test func `indent XML on a single line`() {
        let text =
            "<?xml version=\"1.0\"?><r a=\"1 > 0\"><i><n>One</n><e/></i><!-- <x> --><v>\(long)</v></r>"
        let lines = [
            "<?xml version=\"1.0\"?>", "<r a=\"1 > 0\">", "  <i>", "    <n>One</n>", "    <e/>",
            "  </i>", "  <!-- <x> -->", "  <v>\(long)</v>", "</r>",
        ]
        #expect(IndentedText.divided(text, .xml) == lines.joined(separator: "\n"))
    }

    @Test(arguments: [
        ("application/json", IndentedText.Language.json), ("application/geo+json", .json),
        ("text/xml", .xml), ("application/rss+xml", .xml), ("text/x-swift", nil),
    ])
    func `recognize indented data`(type: String, language: IndentedText.Language?) {
        #expect(IndentedText.language(type) == language)
    }

    private func calendar(_ lines: [String]) -> [String] {
        var told: [String] = []
        let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).joined(separator: "\n")
        let isCalendar = CalendarText.read(text) { block in
            if case .text(let paragraph) = block { told.append(paragraph.text.string) }
            return true
        }
        return isCalendar ? told : ["none"]
    }

    @Test func `list events in chronological order, in words`() {
        let told = calendar([
            "BEGIN:VEVENT", "SUMMARY:Second\\, folded", "  line",
            "DTSTART;TZID=Europe/Berlin:20240603T140000",
            "DTEND;TZID=Europe/Berlin:20240603T153000", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE",
            "BEGIN:VALARM", "DESCRIPTION:no", "END:VALARM", "LOCATION:Room 5", "END:VEVENT",
            "BEGIN:VEVENT", "SUMMARY:First", "DTSTART;VALUE=DATE:20240520",
            "DTEND;VALUE=DATE:20240525", "STATUS:CANCELLED", "END:VEVENT",
        ])
        #expect(
            told == [
                "First (canceled)", "Monday, 20 May 2024 – Friday, 24 May 2024",
                "Second, folded line",
                "Monday, 3 June 2024, 14:00–15:30 (Europe/Berlin)",
                "Repeats every 2 weeks on Monday and Wednesday", "Place: Room 5",
            ]
        )
        #expect(
            calendar(["BEGIN:VTIMEZONE", "DTSTART:19700101T000000", "END:VTIMEZONE"]) == ["none"]
        )
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=10", "Repeats every day, 10 times"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "Repeats every month on the last Friday"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15", "Repeats every month on day 1 and 15"),
        ("FREQ=YEARLY;UNTIL=20301231", "Repeats every year, until Tuesday, 31 December 2030"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE", "Repeats every week on Monday, Tuesday, and Wednesday"),
        ("FREQ=NEVER", nil), ("", nil),
    ])
    func `describe the recurrence of events`(rule: String, words: String?) {
        #expect(CalendarText.repetition(rule) == words)
    }

    @Test func `make a card of each contact`() throws {
        let png = try Data(Fixtures.quarters(width: 8, height: 6).png()).base64EncodedString()
        let text = """
            BEGIN:VCARD
            FN:Ann Example
            ORG:Example;Research
            item1.TEL;TYPE=WORK,VOICE:+49 30 1
            BDAY:1985-04-12
            PHOTO;ENCODING=b;TYPE=PNG:\(png)
            END:VCARD
            BEGIN:VCARD
            N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=
            =C3=B6rg
            TEL;CELL:5
            END:VCARD
            """
        var rows: [[Table.Cell]] = []
        #expect(
            ContactText.read(text) { block in
                if case .table(let table) = block { rows += table.rows }
                return true
            }
        )
        try #require(rows.count == 2)
        #expect(rows[0].first?.picture?.width == 8)
        let first = try #require(rows[0].last?.text.string)
        #expect(
            first
                == "Ann Example\nExample, Research\nPhone (work): +49 30 1\nBirthday: 12 April 1985"
        )
        #expect(rows[1].map(\.text.string) == ["Jörg Müller\nPhone (mobile): 5"])
    }

    @Test func `find the drawing of which a page of HTML consists`() throws {
        try #require(ctext_start() == 0)
        let page = "<body><SVG viewBox='0 0 1 1'><svg><g/></svg><rect/></SVG ><svg/></body>"
        let drawing = try #require(HTMLDrawing.find(in: page))
        #expect(
            String(decoding: drawing, as: UTF8.self)
                == "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
                + " viewBox='0 0 1 1'><svg><g/></svg><rect/></SVG >"
        )
        #expect(HTMLDrawing.find(in: "<p>no <svg> end") == nil)
        #expect(HTMLDrawing.find(in: "<p>none") == nil)
    }

    @Test(arguments: [
        (4, "lowerRoman", "iv"), (1999, "upperRoman", "MCMXCIX"), (28, "lowerLetter", "bb"),
        (3, "ordinal", "3rd"), (12, "ordinal", "12th"), (7, "decimalZero", "07"),
        (21, "chineseCounting", "二十一"), (2, "decimalEnclosedCircle", "②"), (5, "unknown", "5"),
    ])
    func `number as Word does`(number: Int, format: String, text: String) {
        #expect(WordNumbering.written(number, format) == text)
    }

    @Test func `insert the page number`() {
        var text = StyledText("Page ")
        text.append(String(StyledText.pageNumber))
        text.append(" bold", look: .bold)
        let numbered = text.numbered(12)
        #expect(numbered.string == "Page 12 bold")
        #expect(numbered.runs.map(\.range) == [7..<12])
    }
}
