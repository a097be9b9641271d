import Testing

@testable import DocumentRendering

/// The pages of OpenDocument texts: where they begin, and their headers and footers.
struct `Pages of OpenDocument texts` {
    private static let type = "application/vnd.oasis.opendocument.text"

    /// The words of a document, and what is between them.
    private func outline(_ blocks: [Block]) -> [String] {
        blocks.flatMap { block in
            switch block {
            case .pageBreak: ["---"]
            case .running(let header, let footer):
                ["header"] + outline(header) + ["footer"] + outline(footer)
            default: [block.words.joined(separator: "|")]
            }
        }
    }

    @Test func `have headers and footers, and begin where styles say so`() throws {
        let pages = """
            <o:master-styles>
            <s:master-page s:name="Other"><s:header><t:p>Other</t:p></s:header></s:master-page>
            <s:master-page s:name="Standard"><s:header><t:p>Top</t:p><t:p/></s:header>
            <s:header-left><t:p>Left</t:p></s:header-left>
            <s:footer><t:p>Page <t:page-number>7</t:page-number> of 9</t:p></s:footer></s:master-page>
            <s:master-page s:name="First" s:next-style-name="Standard"><s:header><t:p>Letter</t:p></s:header>
            </s:master-page>
            <s:master-page s:name="Own"><s:header><t:p>All</t:p></s:header>
            <s:header-first><t:p>Begin</t:p></s:header-first>
            <s:footer s:display="false"><t:p>Hidden</t:p></s:footer></s:master-page>
            </o:master-styles>
            """
        let styles = """
            <s:style s:name="f" s:master-page-name="First"/><s:style s:name="o" s:master-page-name="Own"/>
            <s:style s:name="e"><s:paragraph-properties f:break-after="page"/></s:style>
            <s:style s:name="b" s:master-page-name=""><s:paragraph-properties f:break-before="page"/></s:style>
            """
        let page = "Page \(StyledText.pageNumber) of 9"
        for (body, expected) in [
            ("<t:p>a</t:p>", ["header", "Top", "footer", page, "a"]),
            // The first paragraph breaks nothing; the next ones do, and pages that follow have their own header.
            (
                "<t:p t:style-name=\"f\">a</t:p><t:p t:style-name=\"b\">b</t:p><t:p t:style-name=\"o\">c</t:p>",
                [
                    "header", "Letter", "footer", "a", "header", "Top", "footer", page, "---", "b",
                    "---",
                    "header", "Begin", "footer", "c", "header", "All", "footer",
                ]
            ),
            // One in a table does not; after a table, and after a page with nothing on it, come the others.
            (
                "<b:table t:style-name=\"f\"><b:table-row><b:table-cell><t:p t:style-name=\"b\">a</t:p>"
                    + "</b:table-cell></b:table-row></b:table>",
                ["header", "Letter", "footer", "a", "header", "Top", "footer", page]
            ),
            (
                "<t:p t:style-name=\"f\"/><t:p t:style-name=\"b\">b</t:p>",
                ["header", "Letter", "footer", "", "---", "header", "Top", "footer", page, "b"]
            ),
            // Nor does one in a shape that is anchored to the page.
            (
                "<d:rect><t:p t:style-name=\"b\"/></d:rect><t:p t:style-name=\"f\">a</t:p>"
                    + "<t:p t:style-name=\"e\">b</t:p><t:p>c</t:p>",
                [
                    "", "header", "Letter", "footer", "a", "header", "Top", "footer", page, "b",
                    "---", "c",
                ]
            ),
        ] {
            let bytes = OfficeMaker.open("text", body, styles: styles, pages: pages)
            #expect(outline(try blocks(in: bytes, type: Self.type)) == expected)
        }
        let plain = OfficeMaker.open("text", "<t:p>a</t:p>")
        #expect(outline(try blocks(in: plain, type: Self.type)) == ["a"])
    }

    @Test func `have bounded headers`() throws {
        let rows = String(
            repeating: "<b:table-row><b:table-cell><t:p>a</t:p></b:table-cell></b:table-row>",
            count: 1000
        )
        let paragraphs = String(repeating: "<t:p>a</t:p>", count: 1000)
        for contents in [paragraphs, "<b:table>\(rows)</b:table>"] {
            let pages =
                "<s:master-page s:name=\"Standard\"><s:header>\(contents)</s:header></s:master-page>"
            let bytes = OfficeMaker.open("text", "<t:p>b</t:p><t:p>c</t:p>", pages: pages)
            let outline = outline(try blocks(in: bytes, type: Self.type))
            #expect(
                outline == ["header"] + Array(repeating: "a", count: 12) + ["footer", "b", "c"]
            )
        }
    }
}
