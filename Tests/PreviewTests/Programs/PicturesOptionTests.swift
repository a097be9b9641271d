import Foundation
import PreviewModel
import Testing

/// `qpreview` with `--pictures`.
struct `The option --pictures of qpreview` {
    /// Runs a command of bash, in which `$Q` is the program, in a folder with a page that shows a red picture.
    private func bash(_ command: String, language: String = "C") async throws -> Ended {
        var ended: Ended?
        try await withFixtures { fixtures in
            try FileManager.default.createDirectory(
                atPath: fixtures.path("site"),
                withIntermediateDirectories: false
            )
            _ = try fixtures.png(width: 400, height: 400, as: "site/my a.png")
            _ = try fixtures.write("<img src='my%20a.png' alt=words>", as: "site/a.html")
            _ = try fixtures.write("![words](<my a.png>)\n", as: "site/a.md")
            _ = try fixtures.write(PDFMaker.report.text, as: "site/a.pdf")
            let start = """
                cd '\(fixtures.folder.path)'; export Q='\(try program("qpreview"))' LC_ALL=\(language)
                export XDG_CACHE_HOME=$PWD/cache XDG_CONFIG_HOME=$PWD/config
                mkdir -p cache config/printcenter; echo "!$PWD" >config/printcenter/private-folders
                shows() { pdfimages -list "$1" | tail -n +3 | grep -c ' 400 '; }

                """
            ended = try execute("bash", ["-c", start + command])
        }
        return try #require(ended)
    }

    @Test func `shows them on pages, in the terminal, and in thumbnails that are not kept`()
        async throws
    {
        let ended = try await bash(
            """
            "$Q" pages site/a.html out.pdf && shows out.pdf
            "$Q" pages --pictures site site/a.html out.pdf && shows out.pdf
            "$Q" pages --pictures site - out.pdf <site/a.html && shows out.pdf
            "$Q" pages --pictures "file://$PWD/site" "file://$PWD/site/a.md" - >out.pdf && shows out.pdf
            "$Q" thumbnail --cache -s 128 site/a.html plain.png
            ls cache/thumbnails/*/*.png | wc -l; rm -r cache/thumbnails
            "$Q" thumbnail --cache --pictures site -s 128 site/a.html pictures.png
            ls cache/thumbnails/*/*.png 2>/dev/null | wc -l
            cmp -s plain.png pictures.png || echo differs
            "$Q" show --pictures site --size 20x20 --format symbols site/a.md | grep -c .
            ls -A
            """
        )
        let notice = "1 of its pictures may lie beside it: add --pictures FOLDER to show them."
        #expect(ended.errors == "qpreview: 'site/a.html': notice: \(notice)\n")
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(Array(lines.prefix(7)) == ["0", "1", "1", "1", "1", "0", "differs"], "\(lines)")
        #expect(Int(lines[7]).map { $0 > 5 } == true)
        #expect(
            lines.dropFirst(8) == [
                "cache", "config", "out.pdf", "pictures.png", "plain.png", "site",
            ]
        )
    }

    @Test func `says what is wrong, in both languages`() async throws {
        let command = """
            "$Q" pages --pictures none site/a.md out.pdf; echo $?
            "$Q" pages --pictures site/a.md site/a.md out.pdf; echo $?
            "$Q" pages --pictures site site/a.pdf out.pdf; echo $?
            "$Q" thumbnail --pictures site site out.png; echo $?
            mkdir -p deep/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17
            "$Q" show --pictures deep site/a.md --size 9x9; echo $?
            ls -A
            """
        let english = try await bash(command)
        #expect(english.output.split(separator: "\n").prefix(5) == ["66", "66", "64", "66", "4"])
        #expect(!english.output.contains("out."))
        for words in [
            "'none' cannot be read.", "'site/a.md' is not a folder.", "Leave out --pictures.",
            "'site' is a directory.", "'deep'. Name a folder nearer to the pictures.",
        ] {
            #expect(english.errors.contains(words), "\(english.errors)")
        }
        let chinese = try await bash(command, language: "zh_CN.UTF-8")
        for words in ["无法读取图片文件夹“none”", "不是文件夹", "请去掉 --pictures", "离图片更近的文件夹"] {
            #expect(chinese.errors.contains(words), "\(chinese.errors)")
        }
    }
}
