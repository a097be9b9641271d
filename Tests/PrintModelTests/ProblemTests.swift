import FoundationEssentials
import PrintModel
import Testing

@Suite struct `The words of a problem` {
    /// A value for each parameter that a sentence may name.
    private static let parameters = [
        "job": "12", "state": "failed", "detail": "It broke.", "field": "ticket.copies",
        "value": "many", "priority": "101", "operation": "hold", "document": "a.html",
        "printer": "office", "address": "printer.local", "preset": "Book",
        "presets": "Book\nDraft", "limit": "100", "options": "foil", "option": "job-password",
        "host": "press2", "type": "text/html", "found": "application/pdf",
    ]

    @Test(arguments: Problem.Cause.allCases, Language.allCases)
    func `are sentences in each language`(_ cause: Problem.Cause, _ language: Language) {
        let quotes: [Language: String] = [.english: "It broke.", .simplifiedChinese: "已损坏。"]
        let problem = Problem(cause, Self.parameters, quoting: quotes).inWords(of: language)
        let text = problem.detail
        #expect(text.last == (language == .english ? "." : "。"), "\(cause): \(text)")
        for wrong in ["?", "  ", "..", "。。", "''", "\n"] {
            #expect(!text.contains(wrong), "\(cause): \(text)")
        }
        let isASCII = text.utf8.allSatisfy { $0 < 128 }
        #expect(isASCII == (language == .english), "\(cause): \(text)")
    }

    @Test func `are read from JSON as they were written`() throws {
        let problem = Problem(unknownField: "ticket.foil").inWords(of: .simplifiedChinese)
        let read = try WireFormat.decode(Problem.self, from: try WireFormat.encode(problem))
        #expect(read == problem && read.cause == nil)
        #expect(read.inWords(of: .english) == problem)
    }

    @Test func `name every value of a ticket that no printer could take`() {
        let ticket = PrintTicket(copies: 0, priority: 101)
        let problem = Problem(mistakesIn: ticket)
        #expect(
            problem.detail
                == "Invalid number of copies '0': use 1 to 1000000. Invalid priority '101': use 1 to 100."
        )
        let chinese = problem.inWords(of: .simplifiedChinese).detail
        #expect(chinese == "份数“0”无效：请使用 1 到 1000000。优先级“101”无效：请使用 1 到 100。")
    }

    @Test func `quote in each language what is wrong with the settings`() {
        let wrong = SettingsProblem(.malformed, path: "/s")
        let messages = Language.allCases.map { ($0, wrong.message(in: $0)) }
        let problem = Problem(
            .settingsUnreadable,
            ["detail": wrong.message(in: .english)],
            quoting: Dictionary(uniqueKeysWithValues: messages)
        )
        #expect(problem.detail.hasPrefix("The settings file /s is not valid JSON. Correct "))
        #expect(
            problem.inWords(of: .simplifiedChinese).detail.hasPrefix("设置文件 /s 不是有效的 JSON。请改正")
        )
    }

    @Test func `say in Chinese why a helper could not read a document`() {
        let parameters = ["detail": "The time limit was reached.", "cause": "time-limit"]
        let problem = Problem(.previewUnavailable, parameters)
        #expect(problem.detail.contains(": The time limit was reached."))
        #expect(problem.inWords(of: .simplifiedChinese).detail.contains("：读取超时。"))
    }
}
