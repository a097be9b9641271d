import Foundation
import Testing

struct `The command line of qpreview` {
    /// Runs a command of bash, in which `$Q` is the program, in a folder.
    private func bash(
        _ fixtures: Fixtures,
        _ command: String,
        language: String = "C"
    ) throws -> Ended {
        let script =
            "cd '\(fixtures.folder.path)'; export Q='\(try program("qpreview"))' LC_ALL=\(language); \(command)"
        return try execute("bash", ["-c", script])
    }

    @Test func `takes names that are not UTF-8`() async throws {
        try await withFixtures { fixtures in
            _ = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let ended = try bash(
                fixtures,
                """
                name=$(printf 'caf\\351.pdf'); cp report.pdf "$name"
                "$Q" info --json "$name" && "$Q" info "file://$PWD/caf%E9.pdf"
                "$Q" thumbnail -s 32 "$name" "$(printf 'out\\377.png')"
                test -s "$(printf 'out\\377.png')" && echo written
                "$Q" thumbnail -s 32 . listing.png && echo listed
                printf '%s\\n' "{\\"id\\":1,\\"op\\":\\"info\\",\\"uri\\":\\"file://$PWD/caf%E9.pdf\\"}" \\
                  "{\\"id\\":2,\\"op\\":\\"thumbnail\\",\\"path64\\":\\"$(printf %s "$name" | base64)\\",\\
                \\"output64\\":\\"$(printf '\\376.png' | base64)\\"}" | "$Q" serve >answers
                test -s "$(printf '\\376.png')" && echo served
                """
            )
            #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
            let lines = ended.output.split(separator: "\n").map(String.init)
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
            )
            #expect(object["name"] as? String == "caf\u{FFFD}.pdf" && object["pages"] as? Int == 6)
            #expect(lines[1].contains("6 pages"))
            #expect(lines.suffix(3) == ["written", "listed", "served"])
            let answers = try String(contentsOfFile: fixtures.path("answers"), encoding: .utf8)
            #expect(answers.split(separator: "\n").count { $0.contains("\"ok\":true") } == 2)
        }
    }

    @Test func `reads pipes, and refuses directories and devices`() async throws {
        try await withFixtures { fixtures in
            _ = try fixtures.png(as: "a.png")
            let ended = try bash(
                fixtures,
                """
                "$Q" info --json <(cat a.png) | grep -o '"type":"[^"]*"'
                mkfifo pipe; cat a.png >pipe & "$Q" thumbnail pipe b.png && test -s b.png && echo drawn
                "$Q" info /dev/null; echo $?
                # A writer that is late, one that is gone at once, and one that writes nothing.
                # The first comes when the pipe is open for reading.
                (until ls -l /proc/[0-9]*/fd 2>/dev/null | grep -q "$(basename "$PWD")/pipe$" ||
                [ $SECONDS -gt \(patienceSeconds) ]; do :; done; cat a.png >pipe) & timeout \(patienceSeconds) "$Q" info pipe >/dev/null; echo $?
                for n in 1 2 3 4 5; do
                    cat a.png >pipe & nice -n 15 timeout \(patienceSeconds) "$Q" info pipe >/dev/null || echo $?
                done
                timeout \(patienceSeconds) "$Q" info <(true) >/dev/null 2>&1; echo $?
                """
            )
            #expect(
                ended.output == "\"type\":\"image/png\"\ndrawn\n66\n0\n3\n",
                "\(ended.errors)"
            )
        }
    }

    @Test func `takes a password for facts and pictures, and rejects a wrong one`() async throws {
        try await withFixtures { fixtures in
            let plain = try fixtures.write(PDFMaker.report.text, as: "plain.pdf")
            try encrypt(plain, user: "open", into: fixtures.path("a.pdf"))
            let ended = try bash(
                fixtures,
                """
                "$Q" info --json --password-fd 3 a.pdf 3<<<open | grep -o '"pages":6.*"encrypted":true'
                "$Q" info --json a.pdf | grep -o '"pages":null'
                "$Q" thumbnail --password-fd 3 a.pdf out.png 3<<<open && echo drawn
                "$Q" thumbnail --password-fd 3 a.pdf out.png 3<<<wrong; echo $?
                "$Q" thumbnail a.pdf out.png; echo $?
                printf '%s\\n' '{"id":1,"op":"info","path":"a.pdf","password":"open"}' | "$Q" serve \\
                  | grep -o '"pages":6'
                """
            )
            let lines = ended.output.split(separator: "\n").map(String.init)
            #expect(lines.first?.hasPrefix("\"pages\":6") == true, "\(ended.errors)")
            #expect(lines.dropFirst() == ["\"pages\":null", "drawn", "4", "4", "\"pages\":6"])
            #expect(ended.errors.contains("'a.pdf': That password is wrong."))
            #expect(ended.errors.contains("Pass the password with --password-fd N."))
        }
    }

    @Test func `distinguishes a card of the server from a picture`() async throws {
        try await withFixtures { fixtures in
            _ = try fixtures.png(as: "a.png")
            _ = try fixtures.write([0, 1, 2, 250, 251], as: "junk")
            let ended = try bash(
                fixtures,
                """
                for file in a.png junk; do
                printf '%s\\n' "{\\"id\\":1,\\"op\\":\\"thumbnail\\",\\"path\\":\\"$file\\",\\"output\\":\\"o.png\\",\\
                \\"card\\":true,\\"size\\":40,\\"scale\\":1.5}" | "$Q" serve
                done
                """
            )
            let answers = try ended.output.split(separator: "\n").map {
                try #require(
                    JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
                )
            }
            #expect(answers.map { $0["preview"] as? String } == ["rendered", "card"])
            #expect(answers.map { $0["code"] as? String } == [nil, "no-preview"])
            #expect(answers.map { ($0["reason"] as? String)?.isEmpty } == [nil, false])
            #expect(answers.map { $0["width"] as? Int } == [60, 60])
        }
    }

    @Test func `prints no control characters`() async throws {
        try await withFixtures { fixtures in
            let ended = try bash(
                fixtures,
                """
                name=$(printf 'a\\033[31m\\302\\233b\\342\\200\\256c'); echo text >"$name"
                "$Q" info "$name"; "$Q" info --json "$name"; "$Q" explain "$name"; "$Q" info "$name.no"
                "$Q" thumbnail "--$name" a b; "$Q" "$name"
                """
            )
            let all = ended.output + ended.errors
            #expect(all.contains("\\u009b") && all.contains("\\u202e"))
            let bad = all.unicodeScalars.filter { scalar in
                scalar != "\n"
                    && (scalar.properties.generalCategory == .control || scalar.value == 0x202E)
            }
            #expect(bad.isEmpty, "\(all)")
        }
    }

    @Test(arguments: [
        ("thumbnail junk o.png", 3, "no preview for this kind", "没有预览"),
        ("thumbnail --page 9 a.pdf o.png", 4, "Page 9 does not exist", "第 9 页不存在"),
        ("info none", 66, "'none' does not exist", "“none”不存在"),
        ("info bad.pdf", 4, "could not be repaired. Download it again", "交叉引用表已损坏"),
        ("thumbnail a.pdf no/o.png", 1, "directory does not exist", "所在文件夹不存在"),
        ("thumbnail -s 0 a.pdf o.png", 64, "Invalid size", "尺寸无效"),
        ("thumbnail a.pdf", 64, "Missing expected argument", "缺少参数"),
        (
            "info --jsno a.pdf", 64, "Unknown option '--jsno'. Did you mean '--json'?",
            "您是指“--json”吗"
        ),
        ("inf a.pdf", 64, "There is no command 'inf'. Did you mean info?", "您是指 info 吗"),
        ("thumbnail -s x a.pdf o.png", 64, "The value 'x' is invalid", "的值“x”无效"),
    ])
    func `reports mistakes in the user's language`(
        arguments: String,
        code: Int32,
        english: String,
        chinese: String
    ) async throws {
        try await withFixtures { fixtures in
            _ = try fixtures.write(PDFMaker.report.text, as: "a.pdf")
            _ = try fixtures.write("%PDF-1.4\nrubbish", as: "bad.pdf")
            _ = try fixtures.write([0, 1, 2, 250, 251], as: "junk")
            for (language, words) in [("C", english), ("zh_CN.UTF-8", chinese)] {
                let ended = try bash(fixtures, "\"$Q\" \(arguments)", language: language)
                #expect(ended.code == code && ended.errors.contains(words), "\(ended.errors)")
            }
        }
    }

    @Test func `formats sizes consistently`() async throws {
        try await withFixtures { fixtures in
            _ = try fixtures.write(String(repeating: "x", count: 8210), as: "a.txt")
            let ended = try bash(fixtures, "\"$Q\" info a.txt")
            #expect(ended.output.contains(", 8.2 kB"), "\(ended.output)")
        }
    }
}
