import Foundation
import PreviewModel
import Testing

@testable import QuickPreview

struct `PostScript documents` {
    /// Pages of three sizes, the second one named as old programs do, the last one for a printer of 600 dpi.
    private static let pages = """
        %!PS-Adobe-3.0
        %%Title: (Three \\(3\\) pages)
        %%Pages: 3
        %%DocumentMedia: Plain 400 200 0 () ()
        %%EndComments
        <</PageSize [400 200]>> setpagedevice
        1 0 0 setrgbcolor 0 0 200 100 rectfill showpage
        a4 0 1 0 setrgbcolor 0 0 595 421 rectfill showpage
        <</HWResolution [600 600] /PageSize [100 300]>> setpagedevice
        0 0 1 setrgbcolor 0 0 50 300 rectfill showpage
        %%EOF

        """

    @Test func `show each page at its own size`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(Self.pages, as: "a.ps")
            try await withPreviewer { previewer in
                let first = try await thumbnail(previewer, path, size: 100)
                #expect(first.size == "100x50")
                #expect(first.colour(0.2, 0.8) == "red")
                #expect(first.colour(0.2, 0.2) == "white")
                #expect(first.colour(0.8, 0.8) == "white")
                let second = try await thumbnail(previewer, path, page: 2, size: 842)
                #expect(second.size == "595x842")
                #expect(second.colour(0.5, 0.9) == "green")
                #expect(second.colour(0.5, 0.1) == "white")
                let third = try await thumbnail(previewer, path, page: 3, size: 2048)
                #expect(third.size == "683x2048")
                #expect(third.colour(0.2, 0.5) == "blue")
                #expect(third.colour(0.8, 0.5) == "white")
                await #expect {
                    try await thumbnail(previewer, path, page: 4)
                } throws: {
                    guard let error = $0 as? PreviewError else { return false }
                    return error.code == .pageOutOfRange && error.message.contains("3 pages")
                }
            }
        }
    }

    @Test func `have facts without being executed`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(Self.pages + "stop\n", as: "a.ps")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == "application/postscript")
                #expect(facts.title == "Three (3) pages")
                #expect(facts.pages == 3)
                #expect(facts.width == 400 && facts.height == 200)
                #expect(facts.problem == nil)
                #expect(previewer.helperProcess(.postscript) == nil)
                #expect(try await thumbnail(previewer, path).size == "64x32")
                #expect(previewer.helperProcess(.postscript) != nil)
            }
        }
    }

    @Test func `in gzip are shown`() async throws {
        try await withFixtures { fixtures in
            let plain = try fixtures.write(Self.pages, as: "a.ps")
            let eps = try fixtures.write(
                "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 8 4\n1 0 0 setrgbcolor 0 0 8 4 rectfill\n",
                as: "b.eps"
            )
            try run("gzip", plain, eps)
            try await withPreviewer { previewer in
                let facts = try await info(previewer, "\(plain).gz")
                #expect(facts.type == "application/x-gzpostscript")
                #expect(facts.problem == nil)
                let page = try await thumbnail(previewer, "\(plain).gz", page: 2, size: 842)
                #expect(page.size == "595x842")
                let picture = try await thumbnail(previewer, "\(eps).gz")
                #expect(picture.size == "64x32")
                #expect(picture.colour(0.5, 0.5) == "red")
                let broken = try fixtures.write(
                    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF],
                    as: "c.ps.gz"
                )
                let error = await #expect(throws: PreviewError.self) {
                    try await thumbnail(previewer, broken)
                }
                #expect(error?.code == .damaged)
            }
        }
    }

    /// What a job's sheets are made of does not depend on whether previews can run PostScript.
    @Test(arguments: ["a.ps", "a.eps"])
    func `are not imposed on sheets`(name: String) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(
                "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%Pages: 1\nshowpage\n",
                as: name
            )
            try await withPreviewer { previewer in
                // What has the type of an image and pages would be.
                let facts = try await info(previewer, path)
                #expect(facts.pages == nil)
                let error = await #expect(throws: PreviewError.self) {
                    try await withFile(path) { input in
                        try await withFile(fixtures.path("out"), flags: O_RDWR | O_CREAT) {
                            _ = try await previewer.prepareSheets(
                                SheetLayout(pages: [1]),
                                of: input,
                                name: path,
                                into: $0
                            )
                        }
                    }
                }
                #expect(error?.code == .noPreview)
            }
        }
    }

    @Test func `are found in printer jobs with PJL, and after a Control-D`() async throws {
        let program =
            "%!PS-Adobe-3.0\n<</PageSize [80 40]>> setpagedevice\n"
            + "1 0 0 setrgbcolor 0 0 80 40 rectfill showpage\n"
        let job =
            "\u{1B}%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE = PostScript\r\n\(program)"
            + "\u{4}\u{1B}%-12345X@PJL EOJ\r\n\u{1B}%-12345X"
        let cases = [job, String(job.dropFirst(9)), "\u{4}\(program)\u{4}", "\r\n\(program)"]
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (index, text) in cases.enumerated() {
                    // Without a name, except for the last one: it begins as a text.
                    let path = try fixtures.write(text, as: index < 3 ? "\(index)" : "a.ps")
                    #expect(try await info(previewer, path).type == "application/postscript")
                    let picture = try await thumbnail(previewer, path)
                    #expect(picture.size == "64x32", "\(index)")
                    #expect(picture.colour(0.5, 0.5) == "red", "\(index)")
                }
                let words = try fixtures.write("@PJL is a language. %! is a mark.\n", as: "a")
                #expect(try await info(previewer, words).type == "text/plain")
            }
        }
    }

    @Test func `are drawn with substitutes for fonts that they do not embed`() async throws {
        let program = """
            %!PS
            <</PageSize [300 300]>> setpagedevice
            /Palatino-Roman findfont 40 scalefont setfont 20 220 moveto (Palatino) show
            /NoSuchFont findfont 40 scalefont setfont 20 120 moveto (Another) show
            showpage

            """
        try await withFixtures { fixtures in
            let path = try fixtures.write(program, as: "a.ps")
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, path, size: 300)
                #expect(picture.ink(down: 0.1...0.3) > 0.03)
                #expect(picture.ink(down: 0.45...0.65) > 0.03)
                #expect(picture.ink(down: 0.7...1) == 0)
            }
        }
    }

    @Test func `that are damaged are reported as such`() async throws {
        let cases = [
            ("%!PS\n0 0 9 9 rectfill nonsense showpage\n", "(undefined)"),
            ("%!PS\n1 0 div showpage\n", "(undefinedresult)"),
            ("%!PS\n1 2 add pop\n", "no pages"), ("%!PS\nquit showpage\n", "no pages"),
            ("%!PS\n(never ends\n", "(syntaxerror)"),
        ]
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (text, words) in cases {
                    let path = try fixtures.write(text, as: "a.ps")
                    let error = await #expect(throws: PreviewError.self) {
                        try await thumbnail(previewer, path)
                    }
                    #expect(error?.code == .damaged, "\(text)")
                    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
                }
                // Without "showpage" there is still something to be seen.
                let bare = try fixtures.write("%!PS\n0 0 9999 9999 rectfill\n", as: "b.ps")
                #expect(try await thumbnail(previewer, bare).colour(0.5, 0.5) == "black")
            }
        }
    }
}
