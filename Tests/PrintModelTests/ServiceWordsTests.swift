import FoundationEssentials
import PrintModel
import Testing

/// What the service says of itself and of documents, beside problems and reasons.
@Suite struct `The words of the service` {
    private static let settings: [SettingsProblem.Cause] =
        [.unreadable(13, "Permission denied"), .notAFile, .tooLarge, .malformed, .notAnObject]
        + SettingsProblem.Expected.allCases.map { .value(key: "keepJobsDays", expected: $0) }
        + [.unknown(key: "keepJobDays", meant: "keepJobsDays"), .unknown(key: "x", meant: nil)]

    @Test(arguments: settings, Language.allCases)
    func `name an error in the settings in each language`(
        _ cause: SettingsProblem.Cause,
        _ language: Language
    ) {
        let text = SettingsProblem(cause, path: "/home/ann/settings.json").message(in: language)
        expectSentences(text, language)
        #expect(text.contains("/home/ann/settings.json"))
    }

    private static let parameters = [
        "path": "/run/x", "detail": "Permission denied", "files": "32", "limit": "107",
        "documents": "3", "owner": "1001", "database": "print (db.example)", "host": "anna",
        "since": "2030-05-17 08:00", "jobs": "2",
    ]

    @Test(arguments: StartProblem.Cause.allCases, Language.allCases)
    func `explain in each language why the service cannot start`(
        _ cause: StartProblem.Cause,
        _ language: Language
    ) {
        expectSentences(StartProblem(cause, Self.parameters).message(in: language), language)
    }

    @Test func `translate the system's error messages`() {
        let start = StartProblem(.homeReadOnly, path: "/h", errno: 13, "Permission denied")
        #expect(start.message(in: .english).contains("(Permission denied)"))
        #expect(start.message(in: .simplifiedChinese).contains("（权限不够）"))
        let folder = StartProblem(.folderNotCreated, path: "/f", errno: 28, "No space left")
        #expect(folder.message(in: .simplifiedChinese) == "无法创建文件夹 /f：设备上没有空间。")
        let settings = SettingsProblem(.unreadable(13, "Permission denied"), path: "/s")
        #expect(settings.message(in: .simplifiedChinese) == "无法读取设置文件 /s：权限不够。")
        let rare = StartProblem(.folderNotCreated, path: "/f", errno: 9999, "Odd")
        #expect(rare.message(in: .simplifiedChinese) == "无法创建文件夹 /f：Odd。")
    }

    @Test func `of a failed start are a line for each language, English first`() {
        let lines = StartProblem(.notAFolder, ["path": "/run/x"]).lines
        #expect(
            lines == [
                "error: /run/x is not a folder. Remove it and try again.",
                "error zh-Hans: /run/x 不是文件夹。请将其移除，然后重试。",
            ]
        )
    }

    private func expectSentences(
        _ text: String,
        _ language: Language,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        // No stop follows a command, which would be typed as well.
        let isCommand = text.contains("run: ") || text.contains("运行：")
        let stop: Character = language == .english ? "." : "。"
        #expect(text.last == stop || isCommand, "\(text)", sourceLocation: sourceLocation)
        for wrong in ["?", "  ", "..", "。。", "()", "（）"] {
            #expect(!text.contains(wrong), "\(text)", sourceLocation: sourceLocation)
        }
        let isASCII = text.utf8.allSatisfy { $0 < 128 }
        #expect(isASCII == (language == .english), "\(text)", sourceLocation: sourceLocation)
    }

    // MARK: Kinds of documents

    private static let page = DocumentFacts(name: "a.html", type: "text/html", size: 9) {
        language in
        switch language {
        case .english: "HTML document"
        case .simplifiedChinese: "HTML 文档"
        }
    }

    @Test func `name the kind of a document in either language, and back`() {
        #expect(Self.page.kind == "HTML document")
        let chinese = Self.page.inWords(of: .simplifiedChinese)
        #expect(chinese.kind == "HTML 文档")
        #expect(chinese.inWords(of: .english) == Self.page)
    }

    @Test func `keep the kind of a record that has it in English only`() {
        let old = DocumentFacts(name: "a", type: "text/html", kind: "HTML document", size: 1)
        #expect(old.inWords(of: .simplifiedChinese) == old)
    }

    @Test func `name the kind wherever a document is part of the answer`() {
        let check = PrintCheck(printer: nil, document: Self.page, plan: nil, obstacles: [])
        #expect(check.inWords(of: .simplifiedChinese).document?.kind == "HTML 文档")
        let job = PrintJob(
            id: JobID(rawValue: 1),
            submission: nil,
            name: "a",
            user: "ann",
            printer: PrinterID(rawValue: "office"),
            state: .queued,
            document: Self.page,
            ticket: PrintTicket(),
            plan: nil,
            createdAt: .distantPast,
            updatedAt: .distantPast
        )
        #expect(job.inWords(of: .simplifiedChinese).document?.kind == "HTML 文档")
    }

    @Test(arguments: Language.allCases)
    func `name the kind that a printer cannot print in the language of the sentence`(
        _ language: Language
    ) throws {
        let document = Self.page.inWords(of: language)
        let admission = Admission(printer: Sample.printer())
        let refusal = admission.check(document, ticket: PrintTicket())
        let obstacle = try #require(refusal.obstacles.first)
        #expect(obstacle.code == .formatUnsupported)
        #expect(obstacle.parameters["kind"] == "HTML document")
        #expect(obstacle.message.contains("HTML document"))
        #expect(obstacle.inWords(of: .simplifiedChinese).message.contains("HTML 文档"))
    }
}
