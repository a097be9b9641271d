import PrintModel
import Testing

@testable import printq

@Suite struct `Notices of several files` {
    private func lines(_ jobs: [(String, [Obstacle])], _ language: Language = .english) -> [String]
    {
        var notices = RepeatedNotices()
        for (name, own) in jobs { notices.add(own.map { $0.inWords(of: language) }, of: name) }
        return notices.lines(Phrases(language: language)).map { "\($0.name): \($0.text)" }
    }

    private func large(_ document: String, _ page: Int, _ media: MediaName = .a4) -> Obstacle {
        Obstacle(
            .scaled,
            option: "scaling",
            [
                "printer": "office", "document": document, "page": "\(page)", "pages": "\(page)",
                "media": media.rawValue,
            ]
        )
    }

    private let low = Obstacle(.supplyLow, ["printer": "office", "supply": "toner-low"])

    @Test func `are said once, with the number of the others`() {
        let jobs = (1...300).map { ("\($0).pdf", [large("\($0).pdf", $0), low]) }
        #expect(
            lines(jobs) == [
                "1.pdf: Page 1 of '1.pdf' is larger than A4 paper and will be made smaller. Choose larger paper with --media, or crop with --scaling none. The same goes for 299 other files.",
                "1.pdf: Toner is low. Have a replacement ready for 'office'; the job will print anyway. The same goes for 299 other files.",
            ]
        )
        #expect(lines(jobs, .simplifiedChinese).allSatisfy { $0.hasSuffix("另有 299 个文件也是如此。") })
        #expect(lines(Array(jobs.prefix(2)))[1].hasSuffix("The same goes for 1 other file."))
    }

    @Test func `are said of each that differs, and of a single file as they are`() {
        let both = lines([("a.pdf", [large("a.pdf", 1)]), ("b.pdf", [large("b.pdf", 1, .letter)])])
        #expect(both.count == 2 && !both.contains { $0.contains("same") })
        #expect(lines([("a.pdf", [low])]).count == 1 && lines([("a.pdf", [])]) == [])
    }

    @Test func `of one job with many files are said once, too`() {
        let joined = lines([("a.pdf + 2", ["a.pdf", "b.pdf", "c.pdf"].map { large($0, 1) })])
        #expect(joined.count == 1 && joined[0].hasSuffix("The same goes for 2 other files."))
    }
}
