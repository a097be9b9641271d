import FoundationEssentials
import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Pictures of a folder` {
        /// Makes a folder with a page, a text in Markdown, and a picture for both.
        private func site(_ lab: PrintqLab) throws -> String {
            let folder = lab.folder + "/site"
            try FileManager.default.createDirectory(
                atPath: folder + "/images",
                withIntermediateDirectories: true
            )
            try FileManager.default.copyItem(
                atPath: lab.sample("photo.jpg"),
                toPath: folder + "/images/my photo.jpg"
            )
            let address = "images/my%20photo.jpg"
            _ = try lab.write(Array("![words](\(address))\n".utf8), to: "site/a.md")
            _ = try lab.write(Array("<img src='\(address)' alt=words>".utf8), to: "site/a.html")
            return folder
        }

        /// Whether the only picture of a PDF is the photo, and its words are not there.
        private func showsPhoto(_ lab: PrintqLab, _ pdf: String) throws -> Bool {
            let list = try lab.shell("pdfimages -list '\(pdf)'").output.split(separator: "\n")
            let words = try lab.shell("pdftotext '\(pdf)' -").output
            return list.count == 3 && list[2].contains("jpeg") && !words.contains("words")
        }

        @Test func `are printed although the folder has gone since`() throws {
            try PrintqLab.with("folder-pictures") { lab in
                let folder = try site(lab)
                let before = try lab.received(by: "office").count
                let sent = try lab.printq(
                    "print",
                    "-d",
                    "office",
                    "--hold",
                    "--pictures",
                    folder,
                    folder + "/a.md",
                    folder + "/a.html"
                )
                #expect(sent.code == 0, "\(sent)")
                // What is seen before is what is printed.
                let sheets = lab.folder + "/sheets.pdf"
                let seen = try lab.printq(
                    "preview",
                    "-d",
                    "office",
                    "--pictures",
                    folder,
                    folder + "/a.md",
                    "--output",
                    sheets
                )
                #expect(seen.code == 0, "\(seen)")
                #expect(try showsPhoto(lab, sheets))
                #expect(try lab.printq("service", "stop").code == 0)
                try FileManager.default.removeItem(atPath: folder)
                #expect(try lab.printq("release", "1", "2").code == 0)
                let ended = try lab.printq("watch", "1", "2")
                #expect(ended.code == 0, "\(ended)")
                let received = try lab.received(by: "office").dropFirst(before)
                #expect(received.count == 2)
                for document in received { #expect(try showsPhoto(lab, document.document)) }
            }
        }

        @Test func `are left out without the option, and taken from standard input with it`() throws
        {
            try PrintqLab.with("pictures-input") { lab in
                let folder = try site(lab)
                let sheets = lab.folder + "/sheets.pdf"
                func shows(_ words: String) throws -> Bool {
                    let seen = try lab.shell(
                        "printq preview -d office --output '\(sheets)' \(words)"
                    )
                    #expect(seen.code == 0, "\(seen)")
                    return try showsPhoto(lab, sheets)
                }
                #expect(try !shows("'\(folder)/a.md'"))
                #expect(try !shows("--type text/markdown - <'\(folder)/a.md'"))
                #expect(
                    try shows("--type text/markdown --pictures '\(folder)' - <'\(folder)/a.md'")
                )
                #expect(try shows("--pictures '\(folder)' - <'\(folder)/a.html'"))
                // Of several files, those of other kinds are sent as they are.
                #expect(
                    try lab.printq(
                        "check",
                        "-d",
                        "office",
                        "--together",
                        "--pictures",
                        folder,
                        folder + "/a.md",
                        lab.sample("letter.pdf")
                    ).code == 0
                )
            }
        }

        @Test func `have messages that say what to do`() throws {
            try PrintqLab.with("pictures-refused") { lab in
                let folder = try site(lab)
                let (page, other) = (folder + "/a.md", lab.sample("letter.pdf"))
                let missing = try lab.printq("check", "--pictures", folder + "/none", page)
                #expect(missing.code == 66 && missing.errors.contains("none' cannot be read."))
                let file = try lab.printq("print", "--pictures", page, page)
                #expect(file.code == 66 && file.errors.contains("Name the folder of the pictures."))
                let chinese = try lab.printq(
                    "print",
                    "--pictures",
                    page,
                    page,
                    more: ["LC_ALL": "zh_CN.UTF-8"]
                )
                #expect(chinese.errors.contains("请指定图片所在的文件夹。"), "\(chinese)")
                for verb in ["print", "check"] {
                    let useless = try lab.printq(verb, "--pictures", folder, other)
                    #expect(useless.code == 64 && useless.errors.contains("--type"), "\(useless)")
                }
                for index in 0...2_000 { _ = try lab.write([], to: "site/\(index).png") }
                let many = try lab.printq("print", "-d", "office", "--pictures", folder, page)
                #expect(many.code == 3 && many.errors.contains("more than 2000 pictures"))
                #expect(try lab.ownJobs().isEmpty)
            }
        }
    }
}
