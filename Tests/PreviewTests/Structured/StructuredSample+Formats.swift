extension StructuredSample {
    /// Messages of Outlook, metafiles, books, and workbooks in binary.
    static let formats: [StructuredSample] =
        messages + [
            Self(
                name: "drawing.emf",
                type: "image/emf",
                bytes: MetafileMaker.enhanced("Hello"),
                words: []
            ),
            Self(
                name: "drawing.wmf",
                type: "image/wmf",
                bytes: MetafileMaker.windows("Hello"),
                words: []
            ),
            Self(
                name: "tides.fb2",
                type: "application/x-fictionbook+xml",
                bytes: Array(BookMaker.fiction().utf8),
                words: ["Приливы", "Anna Petrova", "Первая глава", "tide", "Low and high", "six"]
            ),
            Self(
                name: "tides.fb2.zip",
                type: "application/x-zip-compressed-fb2",
                bytes: ZipMaker([.init("tides.fb2", BookMaker.fiction())]).bytes,
                words: ["Приливы", "Первая глава"]
            ),
            Self(
                name: "tides.mobi",
                type: "application/x-mobipocket-ebook",
                bytes: BookMaker.mobi(
                    title: "Tides",
                    html:
                        "<html><body><h1>First chapter</h1><p>The tide comes in.</p></body></html>",
                    cover: Array("none".utf8)
                ),
                words: ["First chapter", "The tide comes in."]
            ),
            Self(
                name: "plan.xlsb",
                type: "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
                bytes: BinarySheetMaker.workbook(text: "Quantity", number: 0.25),
                words: ["Plan", "Quantity", "25%", "TRUE", "#DIV/0!", "here"]
            ),
        ]

    private static let messages = [
        Self(
            name: "letter.msg",
            type: "application/vnd.ms-outlook",
            bytes: MessageMaker.compound(
                subject: "Größe",
                text: "See you at 5.",
                sender: "Ann Example"
            ),
            words: ["Größe", "Ann Example", "2024-06-03 14:05 UTC", "See you at 5."]
        ),
        Self(
            name: "files.msg",
            type: "application/vnd.ms-outlook",
            bytes: MessageMaker.compound(
                subject: "Files",
                attached: "plan.txt",
                file: Array("x".utf8)
            ),
            words: ["Files", "plan.txt"]
        ),
        Self(
            name: "winmail.dat",
            type: "application/vnd.ms-tnef",
            bytes: MessageMaker.transport(
                subject: "Meeting",
                richText: #"{\rtf1 See you at \b five\b0 .\par}"#,
                attached: "map.pdf"
            ),
            words: ["Meeting", "See you at five.", "map.pdf"]
        ),
    ]
}
