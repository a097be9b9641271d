import Foundation
import ProofKit
import Testing

@testable import QuickPreview

/// Pages that PDFium draws, where it is installed, and poppler otherwise.
@Suite(.timeLimit(.patience(5)))
struct `Pages drawn by PDFium` {
    /// The library that the system has.
    private static let library = PreviewerConfiguration.usualPDFium

    private func configuration(_ library: String?) -> PreviewerConfiguration {
        var configuration = PreviewerConfiguration.withOwnPages
        configuration.pdfium = library
        return configuration
    }

    /// Draws a file by a previewer of its own; also returns the families whose helpers it has started.
    private func draw(
        _ path: String,
        _ library: String? = library,
        page: Int = 1,
        size: Int = 256
    ) async throws -> (PreviewImage, families: Set<RendererFamily>) {
        var result: (PreviewImage, Set<RendererFamily>)?
        try await withPreviewer(configuration(library)) { previewer in
            let image = try await thumbnail(previewer, path, page: page, size: size)
            result = (image, Set(RendererFamily.allCases.filter { previewer.readiness($0) != nil }))
        }
        return try #require(result)
    }

    /// The mean difference of two pictures of one size, of 255.
    private func difference(_ one: PreviewImage, _ other: PreviewImage) throws -> Double {
        try #require(one.size == other.size)
        let sum = zip(one.pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(one.pixels.count)
    }

    @Test(arguments: ["report.pdf", "letter.pdf", "long.pdf", "owner-locked.pdf"])
    func `look as poppler's do`(name: String) async throws {
        let path = WindowFixture.sample(name)
        let (ours, families) = try await draw(path)
        let (other, others) = try await draw(path, nil)
        // One of them has a form.
        #expect(
            families == (name == "report.pdf" ? [.pdfium, .pdf] : [.pdfium]) && others == [.pdf]
        )
        #expect(try difference(ours, other) < 3)
        // A large picture is drawn in the file of its answer.
        let (large, _) = try await draw(path, size: 1200)
        #expect(max(large.width, large.height) == 1200)
        #expect(abs(large.ink() - ours.ink()) < 0.01)
    }

    /// Without the number of its pages, a tree has none for poppler.
    @Test(.enabled(if: PreviewerConfiguration.usualPDFium != nil))
    func `are shown where poppler finds none`() async throws {
        let text = PDFMaker.report.text.replacingOccurrences(of: "/Count 6", with: "/Number 6")
        try await withFixtures { fixtures in
            for name in ["report.pdf", "report"] {
                let path = try fixtures.write(text, as: name)
                let (ours, _) = try await draw(path, page: 2)
                #expect(ours.size == "256x171" && ours.colour(0.9, 0.1) == "green")
                try await withPreviewer(configuration(Self.library)) { previewer in
                    let facts = try await info(previewer, path)
                    #expect(facts.problem == nil && facts.pages == 6, "\(facts)")
                    #expect(facts.width == 200 && facts.height == 300)
                    #expect(facts.pageSizes.map(\.width) == [200, 300, 300, 100, 200, 200])
                }
                try await withPreviewer(configuration(nil)) { previewer in
                    let facts = try await info(previewer, path)
                    #expect(facts.problem == .damaged(why: .init(.noPages)), "\(facts)")
                }
            }
        }
    }

    @Test func `are turned, cropped, and sized as poppler's are`() async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            for page in 1...6 {
                let (ours, families) = try await draw(path, page: page)
                let (other, _) = try await draw(path, nil, page: page)
                #expect(families == [.pdfium])
                #expect(ours.size == other.size && ours.colour(0.9, 0.1) == other.colour(0.9, 0.1))
            }
            await #expect(throws: PreviewError.self) { _ = try await draw(path, page: 7) }
        }
    }

    /// A page with one annotation, or field.
    private func annotated(_ annotation: String, form: String = "") -> String {
        var maker = PDFMaker(pages: [PDFMaker.Page(colour: "1 1 1", extra: "/Annots[100 0 R]")])
        maker.catalog = form
        maker.objects = [
            (100, annotation), (101, Self.stream("0 0 1 rg 0 0 100 100 re f")),
            (102, Self.stream("1 1 1 rg 0 0 100 100 re f")),
        ]
        return maker.text
    }

    private static func stream(_ content: String) -> String {
        "<</Type/XObject/Subtype/Form/BBox[0 0 100 100]/Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"
    }

    @Test func `show annotations, and leave forms to poppler`() async throws {
        let stamp = "<</Type/Annot/Subtype/Stamp/Rect[50 150 150 250]/F 4/AP<</N 101 0 R>>>>"
        // Without a state of its own: that of its value.
        let field = """
            <</Type/Annot/Subtype/Widget/FT/Btn/T(a)/V/Yes/Rect[50 150 150 250]/F 4\
            /AP<</N<</Yes 101 0 R/Off 102 0 R>>>>/AS/Yes>>
            """
        try await withFixtures { fixtures in
            for (name, text) in [
                ("stamp.pdf", annotated(stamp)),
                ("field.pdf", annotated(field, form: "/AcroForm<</Fields[100 0 R]>>")),
                // The same name: only a reader of PDF finds it.
                ("hidden.pdf", annotated(field, form: "/Acro#46orm<</Fields[100 0 R]>>")),
            ] {
                let (image, families) = try await draw(fixtures.write(text, as: name))
                #expect(families == (name == "stamp.pdf" ? [.pdfium] : [.pdfium, .pdf]))
                #expect(image.colour(0.5, 0.33) == "blue", "\(name)")
            }
        }
    }

    @Test func `use the fonts of the system for names that the document does not bring`()
        async throws
    {
        let page = PDFMaker.Page(colour: "1 1 1")
        func text(_ font: String) -> String {
            PDFMaker(pages: [page]).text.replacing("/BaseFont/Helvetica", with: "/BaseFont/\(font)")
        }
        try await withFixtures { fixtures in
            var ink: [String: PreviewImage] = [:]
            for font in ["DejaVuSansMono", "DejaVu#20Sans#20Mono", "NoSuchFont", "Courier"] {
                let path = try fixtures.write(text(font), as: "font.pdf")
                let (image, families) = try await draw(path)
                #expect(families == [.pdfium] && image.ink() > 0.005)
                ink[font] = image
            }
            let (named, spaced) = (ink["DejaVuSansMono"], ink["DejaVu#20Sans#20Mono"])
            #expect(named?.pixels == spaced?.pixels)
            #expect(named?.pixels != ink["NoSuchFont"]?.pixels)
            #expect(named?.pixels != ink["Courier"]?.pixels)
        }
    }

    @Test func `show Chinese that the document brings no font for`() async throws {
        let font = """
            <</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[<</Type/Font\
            /Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)\
            /Supplement 4>>/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 4>>>>]>>
            """
        let text = PDFMaker(pages: [PDFMaker.Page(colour: "1 1 1")]).text
            .replacing("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", with: font)
            .replacing("(page 1)", with: "<4E2D6587>  ")
        try await withFixtures { fixtures in
            let path = try fixtures.write(text, as: "chinese.pdf")
            let (image, families) = try await draw(path)
            let (other, _) = try await draw(path, nil)
            #expect(families == [.pdfium])
            #expect(other.ink() > 0.005)
            #expect(image.ink() / other.ink() > 0.5 && image.ink() / other.ink() < 2)
        }
    }

    // Poppler's part.

    @Test func `are left to poppler where PDFium shows nothing, unless there is nothing`()
        async throws
    {
        let line = """
            <</Type/Annot/Subtype/Line/Rect[20 150 180 250]/L[20 150 180 250]/F 4/C[0 0 0]/BS<</W 8>>>>
            """
        try await withFixtures { fixtures in
            // A page of nothing but the line.
            let page = annotated(line).replacing("0 0 0 rg BT", with: "BT 3 Tr")
            let path = try fixtures.write(page, as: "line.pdf")
            let (image, families) = try await draw(path)
            #expect(families == [.pdfium, .pdf])
            #expect(image.ink() > 0)
            let empty =
                "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
                + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
                + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>endobj\ntrailer<</Root 1 0 R>>\n"
            let (white, alone) = try await draw(fixtures.write(empty, as: "empty.pdf"))
            #expect(alone == [.pdfium])
            #expect(white.ink() == 0 && white.size == "256x256")
        }
    }

    @Test func `are poppler's where a password is given, or they will be printed`() async throws {
        let path = WindowFixture.sample("locked.pdf")
        try await withPreviewer(configuration(Self.library)) { previewer in
            let image = try await withFile(path) {
                try await previewer.thumbnail(
                    of: $0,
                    name: path,
                    page: 1,
                    size: 64,
                    password: "sesame"
                )
            }
            #expect(image.ink() > 0)
            let report = WindowFixture.sample("report.pdf")
            _ = try await withFile(report) {
                try await previewer.thumbnail(
                    of: $0,
                    name: report,
                    page: 1,
                    size: 64,
                    medium: .paper
                )
            }
            #expect(previewer.readiness(.pdfium) == nil)
        }
    }

    @Test(arguments: ["/nonexistent/libpdfium.so", "/usr/lib/x86_64-linux-gnu/libz.so.1"])
    func `are poppler's where the library is none`(library: String) async throws {
        try await withPreviewer(configuration(library)) { previewer in
            for _ in 0..<2 {
                let image = try await thumbnail(previewer, WindowFixture.sample("report.pdf"))
                #expect(image.ink() > 0.01)
            }
            guard case .off? = previewer.statistics.helpers[.pdfium] else {
                Issue.record("the helper of PDFium is not off")
                return
            }
        }
    }

    /// A library with PDFium's functions, one of which does something else.
    private func library(_ fixtures: Fixtures, _ name: String, doing body: String) throws -> String
    {
        let source = try fixtures.write(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/socket.h>
            #define PASS(type, name, parameters, values) \\
            type name parameters { static type (*real) parameters; \\
            if (!real) real = (type (*) parameters)dlsym(dlopen(REAL, RTLD_NOW | RTLD_LOCAL), #name); \\
            return real values; }
            typedef void *p;
            PASS(void, FPDF_InitLibrary, (void), ())
            PASS(void, FPDF_SetSystemFontInfo, (p a), (a))
            PASS(void, FPDF_AddInstalledFont, (p a, const char *b, int c), (a, b, c))
            PASS(p, FPDF_LoadCustomDocument, (p a, const char *b), (a, b))
            PASS(p, FPDF_LoadMemDocument, (const void *a, int b, const char *c), (a, b, c))
            PASS(void, FPDF_CloseDocument, (p a), (a))
            PASS(int, FPDF_GetPageCount, (p a), (a))
            PASS(p, FPDF_LoadPage, (p a, int b), (a, b))
            PASS(void, FPDF_ClosePage, (p a), (a))
            PASS(double, FPDF_GetPageWidth, (p a), (a))
            PASS(double, FPDF_GetPageHeight, (p a), (a))
            PASS(int, FPDF_GetPageSizeByIndex, (p a, int b, double *c, double *d), (a, b, c, d))
            PASS(p, FPDFBitmap_CreateEx, (int a, int b, int c, p d, int e), (a, b, c, d, e))
            PASS(void, FPDFBitmap_Destroy, (p a), (a))
            PASS(void, FPDFBitmap_FillRect, (p a, int b, int c, int d, int e, unsigned long f), (a, b, c, d, e, f))
            PASS(int, FPDFPage_CountObjects, (p a), (a))
            PASS(int, FPDFPage_GetAnnotCount, (p a), (a))
            PASS(int, FPDF_GetFormType, (p a), (a))
            void FPDF_RenderPageBitmap(p a, p b, int c, int d, int w, int h, int g, int f) {
                static void (*real)(p, p, int, int, int, int, int, int);
                if (!real) real = (void (*)(p, p, int, int, int, int, int, int))dlsym(dlopen(REAL, RTLD_NOW | RTLD_LOCAL),
                                                                                       "FPDF_RenderPageBitmap");
                // The zygote draws a page of 64 pixels to be warm.
                if (w != 64) { \(body); }
                real(a, b, c, d, w, h, g, f);
            }
            """,
            as: "\(name).c"
        )
        let output = fixtures.path("\(name).so")
        let ended = try execute(
            "cc",
            [
                "-shared", "-fPIC", "-O1", "-o", output, source,
                "-DREAL=\"\(try #require(Self.library))\"", "-ldl",
            ]
        )
        try #require(ended.code == 0, "\(ended.errors)")
        return output
    }

    @Test(arguments: [
        ("crash", "abort()"), ("call", "socket(AF_INET, SOCK_STREAM, 0)"), ("loop", "for (;;) {}"),
        (
            "memory",
            "for (;;) { char *m = malloc(1 << 24); if (!m) abort(); memset(m, 1, 1 << 24); }"
        ),
        ("none", "(void)0"),
    ])
    func `are poppler's where PDFium ends on the page`(name: String, body: String) async throws {
        try await withFixtures { fixtures in
            let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let (image, families) = try await draw(path, library(fixtures, name, doing: body))
            #expect(image.colour(0.9, 0.1) == "red")
            #expect(families == (name == "none" ? [.pdfium] : [.pdfium, .pdf]))
        }
    }
}
