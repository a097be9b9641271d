import Foundation
import Testing

@testable import QuickPreview

struct `The program qpreview` {
    @Test func `prints one JSON object per file, with every key`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report \"1\".pdf")
            let png = try fixtures.png()
            let ended = try qpreview("info", "--json", pdf, png)
            #expect(ended.code == 0)
            let lines = ended.output.split(separator: "\n")
            let objects = try lines.map {
                try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            let first = try #require(objects.first)
            #expect(objects.count == 2)
            for object in objects {
                #expect(
                    Set(object.keys) == [
                        "path", "name", "size", "type", "kind", "title", "pages", "width", "height",
                        "encrypted", "preview", "note",
                    ]
                )
            }
            #expect(first["path"] as? String == pdf)
            #expect(first["name"] as? String == "report \"1\".pdf")
            #expect(first["pages"] as? Int == 6)
            #expect(first["title"] as? String == "Quarterly report")
            #expect(first["preview"] as? String == "rendered")
            #expect(first["note"] is NSNull)
            #expect(objects.last?["width"] as? Int == 80)
        }
    }

    @Test func `lists the files that crashed, and forgets them`() async throws {
        try await withFixtures { fixtures in
            let bad = try fixtures.write("bytes", as: "bad \u{202E}.pdf")
            let good = try fixtures.write("other bytes", as: "good.pdf")
            let state = fixtures.path("state")
            let record = CrashRecord(path: "\(state)/printcenter/crashed-documents")
            try await withFile(bad) { file in
                let name = "bad \u{202E}.pdf"
                let end = PreviewEnd.crashed(signal: 11)
                for _ in 1...3 { record.add(file, edition: 7, name: name, end: end) }
            }
            func crashes(_ arguments: String...) throws -> Ended {
                let names = ["XDG_STATE_HOME=\(state)", "TZ=UTC", "LC_ALL=C"]
                return try execute("env", names + [program("qpreview"), "crashes"] + arguments)
            }
            let list = try crashes()
            #expect(list.code == 0)
            #expect(list.output.contains("3 crashes, last 20"), "\(list.output)")
            #expect(list.output.contains(", signal 11, not opened again, 5 B, SHA-256 "))
            #expect(!list.output.contains("\u{202E}"))
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(try crashes("--json").output.utf8))
                    as? [String: Any]
            )
            #expect(object["crashes"] as? Int == 3 && object["refused"] as? Bool == true)
            let unknown = try crashes("--forget", good)
            #expect(unknown.code == 66)
            #expect(unknown.errors.contains("is not on the list"))
            #expect(try crashes("--forget", bad).code == 0)
            #expect(try crashes().output == "No file is on the list.\n")
            #expect(try crashes("--forget-all").code == 0)
            #expect(try crashes("--forget-all", "--forget", bad).code == 64)
        }
    }

    @Test func `says whether a picture is rendered, embedded, or missing`() async throws {
        try await withFixtures { fixtures in
            let cover = RARMaker.Entry(name: "1.png", contents: try Comics.plain([255, 0, 0]))
            let comic = try fixtures.write(RARMaker([cover]).five, as: "comic.cbr")
            let empty = try fixtures.write(RARMaker([]).five, as: "empty.cbr")
            let unknown = try fixtures.write([0, 1, 2, 3, 250], as: "unknown")
            let ways = [
                (comic, "embedded"), (empty, "rendered"), (unknown, "card"),
                (try fixtures.png(), "rendered"),
            ]
            for (path, way) in ways {
                let ended = try qpreview("info", "--json", path)
                #expect(ended.output.contains("\"preview\":\"\(way)\""), "\(ended.output)")
            }
            let story = try qpreview("explain", comic)
            #expect(story.output.contains("Drawn by: libjpeg and libpng"))
            #expect(story.output.contains("picture of 256 pixels (libjpeg and libpng), done"))
        }
    }

    @Test func `names the missing layer of the sandbox, and opens nothing`() async throws {
        try await withFixtures { fixtures in
            let helper = try program("qpreview-zygote-trials")
            let lacking = try fixtures.write(
                "#!/bin/sh\nQPREVIEW_TRIAL_LACKS=landlock exec '\(helper)' \"$@\"\n",
                as: "helper"
            )
            try run("chmod", "+x", lacking)
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let picture = fixtures.path("report.png")
            let ended = try execute(
                "env",
                ["QPREVIEW_ZYGOTE=\(lacking)", program("qpreview"), "thumbnail", pdf, picture]
            )
            #expect(ended.code == 1)
            #expect(ended.errors.contains("lacks a layer of the sandbox"))
            #expect(ended.errors.contains("Landlock"))
            #expect(!FileManager.default.fileExists(atPath: picture))
        }
    }

    @Test func `reports errors by exit codes`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let words = try fixtures.write("words\n", as: "words.txt")
            let junk = try fixtures.write([0, 1, 2, 250, 251, 252], as: "junk")
            let damaged = try fixtures.write("%PDF-1.4\nrubbish", as: "damaged.pdf")
            let empty = try fixtures.write("", as: "empty.pdf")
            let out = fixtures.path("out.png")
            let expected: [([String], Int32, String)] = [
                (["info", pdf], 0, ""),
                (["info", words], 0, ""),
                (["info", damaged], 4, "damaged"),
                (["info", empty], 3, "empty"),
                (["info", fixtures.path("none")], 66, "does not exist"),
                (["info", fixtures.folder.path], 0, ""),
                (["thumbnail", fixtures.folder.path, out], 0, ""),
                (["explain", words], 0, ""),
                (["explain", damaged], 4, "damaged"),
                (["explain", fixtures.path("none")], 66, "does not exist"),
                (["info"], 64, "Usage"),
                (["thumbnail", pdf, out], 0, ""),
                (["thumbnail", words, out], 0, ""),
                (["thumbnail", junk, out], 3, "no preview"),
                (["thumbnail", damaged, out], 4, "damaged"),
                (["thumbnail", "--page", "7", pdf, out], 4, "Page 7"),
                (["thumbnail", "--page", "0", pdf, out], 64, "Invalid page"),
                (["thumbnail", "-s", "0", pdf, out], 64, "Invalid size"),
                (["thumbnail", pdf, fixtures.path("no/such/out.png")], 1, "directory"),
                (["thumbnail", "file://elsewhere/a.pdf", out], 66, "elsewhere"),
            ]
            for (arguments, code, words) in expected {
                let ended = try qpreview(arguments)
                #expect(ended.code == code, "\(arguments): \(ended.errors)")
                #expect(
                    words.isEmpty || ended.errors.contains(words),
                    "\(arguments): \(ended.errors)"
                )
            }
            // Only what was drawn is there, and no temporary file.
            let left = try FileManager.default.contentsOfDirectory(atPath: fixtures.folder.path)
            #expect(
                Set(left) == [
                    "report.pdf", "words.txt", "damaged.pdf", "empty.pdf", "junk", "out.png",
                ]
            )
        }
    }

    @Test func `takes URIs and standard input, and writes to standard output`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "a b%.pdf")
            let uri =
                "file://" + pdf.replacing("%", with: "%25").replacing(" ", with: "%20")
            // Without a name, a PDF is poppler's.
            let named = try execute(
                "env",
                [
                    "QPREVIEW_PDFIUM=off", program("qpreview"), "thumbnail", uri,
                    fixtures.path("out.png"),
                ]
            )
            #expect(named.code == 0, "\(named.errors)")
            let piped = try execute(
                "sh",
                ["-c", "'\(program("qpreview"))' thumbnail - - | wc -c"],
                input: pdf
            )
            let size = try Data(contentsOf: URL(fileURLWithPath: fixtures.path("out.png"))).count
            #expect(piped.output.trimmingCharacters(in: .whitespacesAndNewlines) == "\(size)")
        }
    }

    @Test func `explains how it identified a file`() async throws {
        try await withFixtures { fixtures in
            let png = try fixtures.png(as: "quarters.jpg")
            let ended = try qpreview("explain", "--json", png)
            #expect(ended.code == 0, "\(ended.errors)")
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
            )
            #expect(
                Set(object.keys) == [
                    "path", "type", "kind", "rule", "evidence", "misnamed", "note", "provider",
                    "steps", "confinement",
                ]
            )
            #expect(object["rule"] as? String == "contents")
            #expect(object["misnamed"] as? Bool == true)
            #expect(object["provider"] as? String == "libjpeg and libpng")
            let evidence = try #require(object["evidence"] as? [String: Any])
            #expect(Set(evidence.keys) == ["container", "data", "magic", "name", "sign"])
            #expect(evidence["name"] as? String == "image/jpeg")
            #expect(evidence["magic"] as? String == "image/png")
            let steps = try #require(object["steps"] as? [[String: Any]])
            #expect(
                steps.map { $0["name"] as? String } == ["helper", "facts", "type", "picture"]
            )
            #expect(steps.allSatisfy { $0["outcome"] as? String == "done" })
            let words = try qpreview("explain", png)
            #expect(words.output.contains("Its name says .jpg; it is a PNG image."))
        }
    }

    @Test func `notes a misleading name, in the user's language`() async throws {
        try await withFixtures { fixtures in
            let png = try fixtures.png(as: "quarters.jpg")
            let english = try qpreview("info", png)
            #expect(english.code == 0)
            #expect(english.output.hasSuffix("Its name says .jpg; it is a PNG image.\n"))
            let program = try program("qpreview")
            let chinese = try execute(
                "env",
                ["LC_ALL=zh_CN.UTF-8", program, "info", "--json", png]
            )
            #expect(chinese.output.contains("\"kind\":\"PNG 图像\""))
            #expect(chinese.output.contains("文件名以 .jpg 结尾"))
        }
    }

    private func qpreview(_ arguments: String...) throws -> Ended { try qpreview(arguments) }

    private func qpreview(_ arguments: [String]) throws -> Ended {
        try execute(program("qpreview"), arguments)
    }
}
