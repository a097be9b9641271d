import ArgumentParser
import Glibc
import QuickPreview

/// `qpreview explain`: how a file was identified and how its preview was made.
struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain how a file was identified and how its preview was made.",
        discussion: """
            Shows which rule determined the type and what each source of evidence said, which \
            library draws the file, what was tried and how long each step took, and the sandbox of \
            the process that read the file.

            Examples:
              qpreview explain strange.jpg
              qpreview explain --json report.pdf | jq .rule
            """
    )

    @Argument(help: "A path, a file:// URI, or - for standard input.")
    var file: String

    @Flag(help: "Write a JSON object.")
    var json = false

    func run() async throws {
        let previewer = Previewer()
        var code: Int32 = 0
        do throws(Failure) {
            let input = try Input.open(file, folders: true)
            var explanation = Explanation()
            if input.isFolder {
                explanation.info = DocumentInfo(folder: input.descriptor, name: input.name)
                // A folder shows the picture inside, or a listing.
                let family: RendererFamily =
                    explanation.info?.carriesPicture == true ? .images : .text
                explanation.provider = Explanation.provider(of: family)
                explanation.confinement = []
            } else {
                explanation = await previewer.explain(input.descriptor, name: input.name)
            }
            let story = ExplainedFile(input, explanation)
            write((json ? story.json : story.text) + "\n", to: STDOUT_FILENO)
            if let failure = explanation.failure { throw Failure(input.argument, failure) }
        } catch {
            error.print()
            code = error.code
        }
        await previewer.close()
        if code != 0 { throw ExitCode(code) }
    }
}

/// The output of `explain` for a file.
struct ExplainedFile {
    let facts: FileFacts?
    let path: String
    let explanation: Explanation
    let language: PreviewLanguage

    init(
        _ input: borrowing Input,
        _ explanation: Explanation,
        language: PreviewLanguage = .ofUser
    ) {
        self.facts = explanation.info.map { FileFacts(input, $0, language: language) }
        self.path = input.argument
        self.explanation = explanation
        self.language = language
    }

    private var report: TypeReport? { explanation.info?.typeReport }

    /// The type by each source of evidence, in the order of its weight.
    private var evidence: [(name: String, words: String, type: String?)] {
        [
            ("container", language.say("parts inside", "内部组成"), report?.container),
            ("data", language.say("magic numbers", "特征值"), report?.data),
            ("magic", "libmagic", report?.magic),
            ("name", language.say("name", "名称"), report?.name),
        ]
    }

    /// The explanation for people, one line for each fact.
    var text: String {
        let none = language.say("nothing", "无")
        var lines = [facts?.line ?? path.singleLine]
        func add(_ head: String, _ text: String) {
            lines.append("  " + head + language.say(": ", "：") + text)
        }
        if let info = explanation.info, let report {
            let rule = "\(report.rule.words(in: language)) (\(report.rule.name))"
            add(language.say("Type", "类型"), info.type + language.say(". ", "。") + rule)
            for source in evidence {
                let sign = source.name == "container" ? report.sign.map { " (\($0))" } ?? "" : ""
                add("  " + source.words, (source.type ?? none) + sign)
            }
        }
        if let note = explanation.info?.nameNote(for: facts?.name ?? path, in: language) {
            add(language.say("Note", "注意"), note)
        }
        add(
            language.say("Drawn by", "绘制者"),
            explanation.provider ?? language.say("nothing; a card is shown instead", "无，以卡片代替")
        )
        for step in explanation.steps {
            let provider = step.provider.map { " (\($0))" } ?? ""
            let time = "\(Self.milliseconds(step.duration)) ms"
            add(
                language.say("Tried", "尝试"),
                "\(words(step.name))\(provider), \(step.outcome), \(time)"
            )
        }
        if !explanation.confinement.isEmpty {
            add(
                language.say("Sandbox", "沙盒"),
                explanation.confinement.joined(separator: ", ")
            )
        }
        return lines.joined(separator: "\n")
    }

    private func words(_ step: Explanation.Step.Name) -> String {
        switch step {
        case .helper: language.say("starting the helper", "启动辅助进程")
        case .facts: language.say("reading the facts", "读取信息")
        case .type: language.say("identifying the type", "识别类型")
        case .picture: language.say("picture of 256 pixels", "绘制 256 像素图片")
        }
    }

    /// The explanation as a JSON object; every key is always present.
    var json: String {
        JSON.object([
            ("path", JSON.quoted(path)),
            ("type", (explanation.info?.type).map(JSON.quoted)),
            ("kind", explanation.info.map { JSON.quoted($0.kind(in: language)) }),
            ("rule", (report?.rule.name).map(JSON.quoted)),
            (
                "evidence",
                JSON.object(
                    evidence.map { ($0.name, $0.type.map(JSON.quoted)) }
                        + [("sign", (report?.sign).map(JSON.quoted))]
                )
            ),
            ("misnamed", report?.isMisnamed == true ? "true" : "false"),
            ("note", (facts?.note).map(JSON.quoted)),
            ("provider", explanation.provider.map(JSON.quoted)),
            (
                "steps",
                JSON.array(
                    explanation.steps.map { step in
                        JSON.object([
                            ("name", JSON.quoted(step.name.rawValue)),
                            ("provider", step.provider.map(JSON.quoted)),
                            ("outcome", JSON.quoted(step.outcome)),
                            ("milliseconds", Self.milliseconds(step.duration)),
                        ])
                    }
                )
            ),
            ("confinement", JSON.array(explanation.confinement.map(JSON.quoted))),
        ])
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return JSON.rounded(Double(seconds) * 1000 + Double(attoseconds) / 1e15)
    }
}
