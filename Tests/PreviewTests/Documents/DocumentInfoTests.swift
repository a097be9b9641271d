import Foundation
import Testing

@testable import QuickPreview

struct `Facts of documents` {
    @Test func `of a PDF are its pages as displayed, and its title`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == "application/pdf")
                #expect(facts.kind == "PDF document")
                #expect(facts.title == "Quarterly report")
                #expect(facts.pages == 6)
                #expect(
                    facts.pageSizes.map { "\(Int($0.width))x\(Int($0.height))" } == [
                        "200x300", "300x200", "300x200", "100x100", "200x300", "200x300",
                    ]
                )
                #expect(facts.width == 200)
                #expect(facts.height == 300)
                #expect(!facts.encrypted)
                #expect(facts.problem == nil)
            }
        }
    }

    @Test func `are the type alone where only that is asked for`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write("words\n", as: "a.txt")
            try await withPreviewer { previewer in
                let all = try await info(previewer, path)
                #expect(all.type == "text/plain" && all.pages == 1)
                let type = try await withFile(path) { file in
                    try await previewer.perform(.info, of: file, name: path) { $0.page = 0 }
                }
                #expect(type.answer.info.type == "text/plain" && type.answer.info.pages == nil)
            }
        }
    }

    @Test func `report a user password as a problem, but not an owner password`() async throws {
        try await withFixtures { fixtures in
            let plain = try fixtures.write(PDFMaker.report.text, as: "plain.pdf")
            let secret = fixtures.path("secret.pdf")
            let owned = fixtures.path("owned.pdf")
            try encrypt(plain, user: "user", into: secret)
            try encrypt(plain, user: "", into: owned)
            try await withPreviewer { previewer in
                let closed = try await info(previewer, secret)
                #expect(closed.encrypted)
                #expect(closed.problem == .encrypted)
                #expect(closed.type == "application/pdf")
                let open = try await info(previewer, owned)
                #expect(!open.encrypted)
                #expect(open.problem == nil)
                #expect(open.pages == 6)
            }
        }
    }

    @Test func `include the problem of a document`() async throws {
        try await withFixtures { fixtures in
            let empty = try fixtures.write("", as: "empty.pdf")
            let damaged = try fixtures.write("%PDF-1.7\nnothing that follows is PDF\n", as: "d.pdf")
            let pageless = try fixtures.write(PDFMaker(pages: []).text, as: "pageless.pdf")
            let picture = try fixtures.write(
                Array(Data(contentsOf: URL(fileURLWithPath: fixtures.png())).prefix(20)),
                as: "p.png"
            )
            try await withPreviewer { previewer in
                let facts = try await info(previewer, empty)
                #expect(facts.problem == .empty)
                #expect(facts.type == "application/x-zerosize")
                for path in [damaged, pageless, picture] {
                    let facts = try await info(previewer, path)
                    guard case .damaged? = facts.problem else {
                        Issue.record("\(path) is \(facts)")
                        continue
                    }
                    #expect(facts.pages == nil)
                }
            }
        }
    }

    @Test func `follow the contents, not the name`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "really-a-pdf.png")
            let png = try fixtures.png(as: "really-a-png.pdf")
            try await withPreviewer { previewer in
                #expect(try await info(previewer, pdf).pages == 6)
                let facts = try await info(previewer, png)
                #expect(facts.type == "image/png")
                #expect(facts.width == 80)
            }
        }
    }

    @Test(arguments: [
        ("a.txt", "text/plain"), ("a.md", "text/markdown"), ("a.csv", "text/csv"),
        ("a", "text/plain"), ("a.b/c", "text/plain"), ("a.pdf", "text/plain"),
    ])
    func `distinguish types of text by the name`(name: String, type: String) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write("Some words, and a few more.\n", as: "file")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path, name: name)
                #expect(facts.type == type)
            }
        }
    }

    @Test func `ignore bytes before the header of a PDF`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(
                String(repeating: "junk\n", count: 20) + PDFMaker.report.text,
                as: "late.pdf"
            )
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.pages == 6)
            }
        }
    }

    @Test(arguments: ["a.jpg", "a.png", "a.webp", "a.tif", "a.gif"])
    func `of an image are its pixels`(name: String) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.image(name)
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type.hasPrefix("image/"))
                #expect(facts.width == 80)
                #expect(facts.height == 40)
                #expect(facts.pages == 1)
                #expect(facts.problem == nil)
            }
        }
    }

    @Test func `of a rotated image are its pixels as displayed`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.jpeg(orientation: 6)
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.width == 40)
                #expect(facts.height == 80)
            }
        }
    }

    @Test func `leave the position of the caller's descriptor`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await withPreviewer { previewer in
                try await withFile(path) { descriptor in
                    lseek(descriptor, 17, SEEK_SET)
                    let facts = try await previewer.info(of: descriptor, name: "report.pdf")
                    #expect(facts.pages == 6)
                    #expect(lseek(descriptor, 0, SEEK_CUR) == 17)
                }
            }
        }
    }

    @Test func `cannot be read from anything but a file`() async throws {
        try await withPreviewer { previewer in
            for path in ["/tmp", "/dev/null"] {
                let error = await #expect(throws: PreviewError.self) {
                    _ = try await info(previewer, path)
                }
                #expect(error?.code == .unreadable)
            }
            let error = await #expect(throws: PreviewError.self) {
                _ = try await previewer.info(of: -1, name: "")
            }
            #expect(error?.code == .unreadable)
        }
    }
}

/// Encrypts a PDF through the program `qpdf`.
func encrypt(_ path: String, user: String, into output: String) throws {
    // 3 is success with warnings: the fixtures have no table of contents.
    let ended = try execute(
        "qpdf",
        ["--encrypt", user, "owner", "256", "--print=none", "--", path, output]
    )
    try #require(ended.code == 0 || ended.code == 3, "\(ended.errors)")
}
