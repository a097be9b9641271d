import Foundation
import PreviewModel
import Testing

@testable import QuickPreview

/// A PostScript program is code: what it could do to others, tried through the real helper.
@Suite(.timeLimit(.patience(10)))
struct `Hostile PostScript` {
    /// What is tried, in the terms of a folder of the test's own.
    struct Attempt: CustomTestStringConvertible, Sendable {
        let name: String
        let program: @Sendable (_ folder: String) -> String
        var testDescription: String { name }

        init(_ name: String, _ program: @escaping @Sendable (_ folder: String) -> String) {
            self.name = name
            self.program = program
        }
    }

    /// Each leaves nothing on the stack and goes on where it succeeds.
    private static let attempts = [
        Attempt("reading passwords") { _ in "(/etc/passwd) (r) file pop" },
        Attempt("reading a user's file") { "(\($0)/secret) (r) file pop" },
        Attempt("running a user's file") { "(\($0)/secret) run" },
        Attempt("reading its own environment") { _ in "(/proc/self/environ) (r) file pop" },
        Attempt("writing a file") { "(\($0)/new) (w) file (x) writestring" },
        Attempt("appending to a file") { "(\($0)/secret) (a) file (x) writestring" },
        Attempt("emptying a file") { "(\($0)/secret) (w) file closefile" },
        Attempt("removing a file") { "(\($0)/secret) deletefile" },
        Attempt("renaming a file") { "(\($0)/secret) (\($0)/new) renamefile" },
        Attempt("a scratch file") { _ in "(/tmp/) (w) .tempfile pop pop" },
        Attempt("a program to read from") { _ in "(%pipe%id) (r) file pop" },
        Attempt("a program to write to") { "(%pipe%touch \($0)/new) (w) file (x) writestring" },
        Attempt("the files of a folder") {
            "0 (\($0)/*) { pop 1 add } 200 string filenameforall 0 eq { stop } if"
        },
        Attempt("a variable of the environment") { _ in "(PATH) getenv { pop } { stop } ifelse" },
        Attempt("asking for files to be allowed") {
            "<</PermitFileReading [(*)]>> setuserparams (\($0)/secret) (r) file pop"
        },
        Attempt("another device") { _ in "(pdfwrite) finddevice setdevice" },
        Attempt("undoing its restrictions") {
            "systemdict /SAFER false put (\($0)/secret) (r) file pop"
        },
    ]

    /// Green where it succeeds, red where it is refused, and stopped.
    @Test(arguments: attempts)
    func `is refused`(attempt: Attempt) async throws {
        try await withFixtures { fixtures in
            let secret = try fixtures.write("secret", as: "secret")
            let program = """
                %!PS
                <</PageSize [64 64]>> setpagedevice
                { \(attempt.program(fixtures.folder.path)) } stopped
                { 1 0 0 setrgbcolor } { 0 1 0 setrgbcolor } ifelse
                0 0 64 64 rectfill showpage

                """
            let path = try fixtures.write(program, as: "a.ps")
            try await withPreviewer { previewer in
                #expect(try await thumbnail(previewer, path).colour(0.5, 0.5) == "red")
                #expect(try String(contentsOfFile: secret, encoding: .utf8) == "secret")
                let names = try FileManager.default.contentsOfDirectory(
                    atPath: fixtures.folder.path
                )
                #expect(names.sorted() == ["a.ps", "secret"])
            }
        }
    }

    /// Programs that are let go on, and change nothing but their own page.
    @Test(arguments: [
        ("a page device that writes", "<</OutputFile (FOLDER/new) /OutputDevice /pdfwrite>>"),
        ("a page device of another kind", "<</OutputDevice /png16m>>"),
        ("pages without end", "<</PageSize [1e30 1e30]>>"),
        ("pages of no size", "<</PageSize [0 0]>>"), ("negative pages", "<</PageSize [-9 -9]>>"),
        ("pages that are no numbers", "<</PageSize [(a) (b)]>>"),
        ("fine pages", "<</HWResolution [1e9 1e9]>>"),
        ("no viewer", "<</ViewerPreProcess {} /HWResolution [99999 99999]>>"),
        ("pages that begin for ever", "<</BeginPage {{} loop}>>"),
        ("pages that end in nothing", "<</EndPage {pop pop false}>>"),
        ("an installation that fails", "<</Install {nonsense}>>"),
        ("copies", "<</NumCopies 1000000>>"),
        ("planes", "<</TextAlphaBits 9 /GraphicsAlphaBits -1>>"),
    ])
    func `with an odd page device is drawn or refused, and writes no file`(
        name: String,
        request: String
    ) async throws {
        try await withFixtures { fixtures in
            let wanted = request.replacing("FOLDER", with: fixtures.folder.path)
            let program = "%!PS\n{ \(wanted) setpagedevice } stopped clear showpage\n"
            let path = try fixtures.write(program, as: "a.ps")
            try await expectClassified(
                path,
                name,
                ["shown", "refused", "time-limit", "pixel-limit"]
            )
            let names = try FileManager.default.contentsOfDirectory(atPath: fixtures.folder.path)
            #expect(names == ["a.ps"])
        }
    }

    @Test(
        arguments: [
            ("a loop", "{} loop", ["time-limit"]),
            ("a loop that catches", "{ { {} loop } stopped } loop", ["time-limit"]),
            ("arrays without end", "1 1 1000000000 { array } for", nil),
            ("strings without end", "[ { 60000 string } loop", nil),
            ("strings that are caught", "{ { [ { 60000 string } loop } stopped } loop", nil),
            ("recursion", "/f { f f } def f", ["refused"]),
            ("recursion by names", "/f { { f } exec f } def f", ["refused"]),
            ("saves without end", "{ save } loop", nil), ("grestores", "{ grestoreall } loop", nil),
            ("a restore of nothing", "save restore 1 restore", ["refused"]),
            ("states without end", "{ gsave 0 0 9 9 rectclip } loop", nil),
            ("dictionaries without end", "{ 1000 dict begin } loop", ["refused", "memory-limit"]),
            ("a path without end", "0 0 moveto { 9 9 rlineto 0 0 9 curveto } loop", nil),
            ("a long path", "0 0 moveto { 9 9 rlineto } loop", nil),
            ("filters in filters", "currentfile { /ASCIIHexDecode filter } loop", nil),
            ("quit in the middle", "0 0 9 9 rectfill quit", ["shown"]),
            ("an error that has an error", "errordict begin /undefined { x } def y", nil),
            ("an exit of the server", "serverdict begin 0 exitserver", nil),
            ("internal things", "1183615869 internaldict begin { } loop", nil),
            (
                "a pattern of itself",
                "<</PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 1e-9"
                    + "/YStep 1e-9/PaintProc {pop 0 0 1 1 rectfill}>> matrix makepattern setpattern"
                    + " 0 0 999 999 rectfill showpage", nil
            ),
            ("an image of no end", "30000 30000 8 [1 0 0 1 0 0] {(a)} image showpage", nil),
            (
                "a font of a loop",
                "<</FontType 3/FontMatrix[1 0 0 1 0 0]/FontBBox[0 0 1 1]/Encoding"
                    + " StandardEncoding/BuildGlyph{{}loop}>> /F exch definefont setfont 9 9 moveto (a) show",
                ["time-limit"]
            ),
        ] as [(String, String, [String]?)]
    )
    func `terminates`(name: String, program: String, classes: [String]?) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write("%!PS\n\(program)\n", as: "a.ps")
            let usual = ["shown", "refused", "time-limit", "processor-limit", "memory-limit"]
            try await expectClassified(path, name, classes ?? usual)
        }
    }

    @Test func `of a million pages shows the first page, and is stopped before the last`()
        async throws
    {
        try await withFixtures { fixtures in
            let program = "%!PS\n1000000 { 0 0 999 999 rectfill showpage } repeat\n"
            let path = try fixtures.write(program, as: "a.ps")
            try await withPreviewer { previewer in
                let picture = try await thumbnail(previewer, path)
                #expect(picture.colour(0.5, 0.5) == "black")
            }
            try await withPreviewer(Self.short) { previewer in
                let error = await #expect(throws: PreviewError.self) {
                    try await thumbnail(previewer, path, page: 1_000_000)
                }
                #expect(error?.code == .timeLimit || error?.code == .processorLimit)
            }
        }
    }

    /// A limit that is met.
    private static var short: PreviewerConfiguration {
        // Time: what ends by itself may meet it, too
        PreviewerConfiguration(timeLimit: .seconds(1))
    }

    /// The end of a document has one of these classes, and is nobody else's end; its time is short where it may meet its limit.
    private func expectClassified(_ path: String, _ name: String, _ classes: [String]) async throws
    {
        // It is that of the processor where the previewer wakes late.
        let isShort = classes.contains("time-limit")
        let classes = classes + (isShort ? ["processor-limit"] : [])
        try await withPreviewer(isShort ? Self.short : PreviewerConfiguration()) { previewer in
            _ = try? await thumbnail(previewer, path)
            let ends = previewer.statistics.classes
            #expect(ends.count == 1 && classes.contains(ends.keys.first ?? ""), "\(name): \(ends)")
            #expect(previewer.statistics.helperDeaths == 0)
        }
    }
}
