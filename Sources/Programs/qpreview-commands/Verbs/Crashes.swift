import ArgumentParser
import FileAccess
import Glibc
import QuickPreview

/// `qpreview crashes`: the documents that crashed the library that reads them.
struct Crashes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crashes",
        abstract: "List the files that crashed the library that reads them, and allow them again.",
        discussion: """
            A file that has crashed its library three times is not opened again until an update \
            replaces the library. Forget the file to have it opened again before that. One \
            on which LibreOffice or WeasyPrint has crashed, or taken too long, is laid out simply \
            instead.

            Examples:
              qpreview crashes
              qpreview crashes --json | jq .name
              qpreview crashes --forget report.pdf
              qpreview crashes --forget-all
            """
    )

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Forget these files; they are recognized by their contents.",
            valueName: "file"
        )
    )
    var forget: [String] = []

    @Flag(help: "Forget all files on the list.")
    var forgetAll = false

    @Flag(help: "Print one JSON object per file.")
    var json = false

    func validate() throws {
        guard forget.isEmpty || !forgetAll else {
            throw ValidationError("Give either --forget or --forget-all.")
        }
        guard !json || (forget.isEmpty && !forgetAll) else {
            throw ValidationError("--json is for the list.")
        }
    }

    func run() async throws {
        let documents = CrashedDocuments()
        if forgetAll {
            try forgetAll(documents)
        } else if forget.isEmpty {
            try list(documents.all)
        } else {
            try forget(documents)
        }
    }

    private func forgetAll(_ documents: CrashedDocuments) throws {
        do throws(PreviewError) {
            try documents.forgetAll()
        } catch {
            let failure = Failure(
                1,
                error.message(in: .english),
                error.message(in: .simplifiedChinese)
            )
            failure.print()
            throw ExitCode(failure.code)
        }
    }

    private func forget(_ documents: CrashedDocuments) throws {
        var code: Int32 = 0
        for file in forget {
            do throws(Failure) {
                let input = try Input.open(file)
                do throws(PreviewError) {
                    guard try !documents.forget(input.descriptor) else { continue }
                } catch {
                    throw Failure(file, error)
                }
                throw Failure(
                    66,
                    "'\(file)' is not on the list. To see the list, run: qpreview crashes",
                    "“\(file)”不在列表中。要查看列表，请运行：qpreview crashes"
                )
            } catch {
                error.print()
                if code == 0 { code = error.code }
            }
        }
        if code != 0 { throw ExitCode(code) }
    }

    private func list(_ documents: [CrashedDocuments.Document]) throws {
        var lines = documents.map { json ? Self.json($0) : Self.line($0) }
        if lines.isEmpty, !json {
            lines = [PreviewLanguage.ofUser.say("No file is on the list.", "列表中没有文件。")]
        }
        do throws(OutputFile.Failure) {
            try OutputFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: STDOUT_FILENO)
        } catch {
            let failure = Failure(writing: "standard output", error: error.number)
            failure.print()
            throw ExitCode(failure.code)
        }
    }

    private static func line(_ document: CrashedDocuments.Document) -> String {
        let language = PreviewLanguage.ofUser
        let hash = "SHA-256 \(document.hash.prefix(12))"
        let name = document.name.isEmpty ? hash : document.name
        let times =
            document.crashes == 1
            ? language.say("1 crash", "崩溃 1 次")
            : language.say("\(document.crashes) crashes", "崩溃 \(document.crashes) 次")
        var parts = [times]
        if let time = document.lastCrash {
            let moment = moment(time)
            parts.append(language.say("last \(moment)", "最近一次：\(moment)"))
        }
        if document.number > 0 {
            parts.append(
                document.end == "crashed"
                    ? language.say("signal \(document.number)", "信号 \(document.number)")
                    : language.say(
                        "forbidden system call \(document.number)",
                        "被禁止的系统调用 \(document.number)"
                    )
            )
        }
        let (english, chinese) = consequence(of: document)
        parts.append(language.say(english, chinese))
        parts.append(ByteSize.words(document.size))
        if !document.name.isEmpty { parts.append(hash) }
        return name + language.say(": ", "：") + parts.joined(separator: language.say(", ", "，"))
    }

    private static func consequence(
        of document: CrashedDocuments.Document
    ) -> (english: String, chinese: String) {
        if document.isLaidOutSimply { return ("laid out simply", "使用简单排版") }
        return document.isRefused ? ("not opened again", "不再打开") : ("still opened", "仍会打开")
    }

    private static func json(_ document: CrashedDocuments.Document) -> String {
        JSON.object([
            ("name", document.name.isEmpty ? nil : JSON.quoted(document.name)),
            ("size", "\(document.size)"), ("sha256", JSON.quoted(document.hash)),
            ("crashes", "\(document.crashes)"),
            ("lastCrash", document.lastCrash.map(String.init)),
            ("end", JSON.quoted(document.end)), ("number", "\(document.number)"),
            ("refused", document.isRefused ? "true" : "false"),
        ])
    }

    /// A time in the local time zone: "2026-11-22 09:30".
    private static func moment(_ seconds: Int) -> String {
        var (time, fields) = unsafe (time_t(seconds), tm())
        unsafe localtime_r(&time, &fields)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = unsafe (fields.tm_year + 1900, two(fields.tm_mon + 1), two(fields.tm_mday))
        let clock = unsafe (two(fields.tm_hour), two(fields.tm_min))
        return "\(day.0)-\(day.1)-\(day.2) \(clock.0):\(clock.1)"
    }
}
