import FoundationEssentials
import Glibc
import PreviewModel
import PrintCenter
import PrintFakes
import PrintModel
import ProofKit
import QuickPreview
import Testing

@testable import PrintDaemon

/// The preparers that pass the same suite.
enum PreparerKind: String, CaseIterable, Sendable {
    /// The fake, which reads no document.
    case fake
    /// That of the daemon, whose helpers read each document in a sandbox.
    case previewer

    /// A preparer of this kind for a document with a problem, or without one.
    func preparer(
        for problem: DocumentFacts.Problem? = nil,
        _ previewer: Previewer
    ) -> any DocumentPreparer {
        guard self == .fake else { return PreviewPreparer(previewer: previewer) }
        let fake = FakePreparer()
        fake.problem = problem
        if problem == .damaged {
            fake.failNext(with: PreparationError(mayPass: false, detail: "It is damaged."))
        }
        return fake
    }
}

@Suite struct `A preparer` {
    private static let pdf = MinimalPDF(emptyPages: 3).bytes
    /// A document with a square that each viewer draws in its own way.
    private static let annotated = MinimalPDF(
        pages: [
            .init(
                entries:
                    "/Annots [<< /Type /Annot /Subtype /Square /Rect [9 9 99 99] /C [1 0 0] /F 4 >>]"
            )
        ]
    ).bytes

    /// Runs a test with a preparer, a document, and the empty file for its output.
    private func withPreparer(
        _ kind: PreparerKind,
        of bytes: [UInt8] = pdf,
        problem: DocumentFacts.Problem? = nil,
        _ body: (any DocumentPreparer, _ document: Int32, _ output: Int32) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder("preparer-tests")
        defer { withExtendedLifetime(folder) {} }
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let document = unsafe open(folder.path + "/document", flags, 0o600)
        let output = unsafe open(folder.path + "/output", flags, 0o600)
        defer { for descriptor in [document, output] { close(descriptor) } }
        try #require(unsafe pwrite(document, bytes, bytes.count, 0) == bytes.count)
        let previewer = Previewer(configuration: PreviewerConfiguration(timeLimit: .patience * 10))
        do {
            try await body(kind.preparer(for: problem, previewer), document, output)
        } catch {
            await previewer.close()
            throw error
        }
        await previewer.close()
    }

    private func facts(size: Int = pdf.count) -> DocumentFacts {
        DocumentFacts(
            name: "a.pdf",
            type: "application/pdf",
            kind: "PDF document",
            kinds: ["en": "PDF document", "zh-Hans": "PDF 文档"],
            pages: 3,
            pageSizes: [.init(count: 3, width: 595, height: 842)],
            size: size
        )
    }

    private func size(of descriptor: Int32) -> Int { Int(lseek(descriptor, 0, SEEK_END)) }

    @Test func `reads the facts of a PDF that prints as it is, and of no other`() async throws {
        try await withPreparer(.previewer) { preparer, document, _ in
            let size = Self.pdf.count
            let read = await preparer.factsOfPrintable(document, name: "a.pdf", size: size)
            #expect(read == facts())
        }
        let others = [Array("%PDF-1.7 and nothing else".utf8), Self.annotated]
        for other in others {
            try await withPreparer(.previewer, of: other) { preparer, document, _ in
                let size = other.count
                let read = await preparer.factsOfPrintable(document, name: "a.pdf", size: size)
                #expect(read == nil)
            }
        }
    }

    /// Several pictures on a sheet get cells of their shape, so that nothing is cut off; the EXIF of photo.jpg turns it.
    @Test(arguments: [("photo.png", 240.0, 160.0), ("photo.jpg", 480, 640)])
    func `reads the shape of a picture`(
        _ name: String,
        _ width: Double,
        _ height: Double
    ) async throws {
        let sample = URL(filePath: #filePath).appending(path: "../../../samples/\(name)")
        let bytes = [UInt8](try Data(contentsOf: sample.standardized))
        try await withPreparer(.previewer, of: bytes) { preparer, document, _ in
            let read = try await preparer.facts(of: document, name: name, size: bytes.count)
            #expect(read.pageSizes == [.init(count: 1, width: width, height: height)])
        }
    }

    @Test(arguments: PreparerKind.allCases)
    func `reads the facts of a document`(_ kind: PreparerKind) async throws {
        try await withPreparer(kind) { preparer, document, _ in
            let read = try await preparer.facts(of: document, name: "a.pdf", size: Self.pdf.count)
            #expect(read == facts())
        }
    }

    @Test(
        arguments: PreparerKind.allCases,
        [
            ("empty.pdf", DocumentFacts.Problem.empty), ("damaged.pdf", .damaged),
            ("locked.pdf", .encrypted),
        ]
    )
    func `reports why a document cannot be printed as one of its facts`(
        _ kind: PreparerKind,
        _ sample: (name: String, problem: DocumentFacts.Problem)
    ) async throws {
        let bytes = try Repository.sample(sample.name)
        try await withPreparer(kind, of: bytes, problem: sample.problem) { preparer, document, _ in
            let read = try await preparer.facts(of: document, name: "a.pdf", size: bytes.count)
            #expect(read.problem == sample.problem)
            #expect(read.name == "a.pdf" && read.size == bytes.count)
        }
    }

    @Test func `calls a document damaged that its program alone reads, and cannot`() async throws {
        // The beginning of a compound file, and nothing that it promises.
        let bytes: [UInt8] =
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + .init(repeating: 0, count: 2000)
        try await withPreparer(.previewer, of: bytes) { preparer, document, output in
            let facts = try await preparer.facts(of: document, name: "a.doc", size: bytes.count)
            #expect(facts.layout == .pages && facts.problem == nil)
            let setup = PageSetup(sheet: SheetSize(size: MediaSize(width: 21_000, length: 29_700)))
            let pages = try await preparer.layOut(
                document,
                document: facts,
                on: setup,
                into: output
            )
            #expect(pages.problem == .damaged && size(of: output) == 0)
        }
    }

    @Test(arguments: PreparerKind.allCases)
    func `writes the finished document`(_ kind: PreparerKind) async throws {
        try await withPreparer(kind) { preparer, document, output in
            try await preparer.prepare(plan, of: document, document: facts(), into: output)
            let size = size(of: output)
            #expect(size > 0)
            let written = try await preparer.facts(of: output, name: "b.pdf", size: size)
            #expect(written.type == "application/pdf" && written.pages == 3)
        }
    }

    @Test(arguments: PreparerKind.allCases)
    func `writes the raster file of a finished document`(_ kind: PreparerKind) async throws {
        try await withPreparer(kind) { preparer, document, output in
            var plan = self.plan
            plan.raster = RasterFormat(
                type: RasterCapabilities.apple,
                pixels: "W8",
                resolutions: [RasterResolution(72)],
                copies: 2
            )
            _ = try await preparer.makeRaster(plan, of: document, into: output)
            try #require(size(of: output) > 12)
            guard kind == .previewer else { return }
            // The magic number, and the number of pages: three, twice.
            var start = [UInt8](repeating: 0, count: 12)
            #expect(unsafe pread(output, &start, 12, 0) == 12)
            #expect(start == Array("UNIRAST\0".utf8) + [0, 0, 0, 6])
        }
    }

    @Test(arguments: [
        (RasterCapabilities.apple, "sgray_8", "normal"), (RasterCapabilities.pwg, "W8", "normal"),
        (RasterCapabilities.pwg, "sgray_8", "sideways"),
    ])
    func `refuses a raster file that it cannot make, for good`(
        _ type: String,
        _ pixels: String,
        _ back: String
    ) async throws {
        try await withPreparer(.previewer) { preparer, document, output in
            var plan = self.plan
            plan.raster = RasterFormat(
                type: type,
                pixels: pixels,
                resolutions: [RasterResolution(72)],
                sheetBack: back
            )
            let error = await #expect(throws: PreparationError.self) {
                _ = try await preparer.makeRaster(plan, of: document, into: output)
            }
            #expect(error?.mayPass == false)
            #expect(size(of: output) == 0)
        }
    }

    @Test func `knows all pixels that printers are offered`() throws {
        for type in [RasterCapabilities.apple, RasterCapabilities.pwg] {
            let known = RasterType.allCases.compactMap {
                type == RasterCapabilities.apple ? $0.urfKeyword : $0.pwgKeyword
            }
            let offered = RasterCapabilities(
                type: type,
                pixels: known,
                resolutions: [RasterResolution(300)]
            )
            #expect(Set(offered?.pixels ?? []) == Set(known))
        }
    }

    @Test(arguments: PreparerKind.allCases)
    func `says that a retry does not help a damaged document`(_ kind: PreparerKind) async throws {
        let bytes = try Repository.sample("damaged.pdf")
        try await withPreparer(kind, of: bytes, problem: .damaged) { preparer, document, output in
            let error = await #expect(throws: PreparationError.self) {
                try await preparer.prepare(plan, of: document, document: facts(), into: output)
            }
            #expect(error?.mayPass == false)
        }
    }

    @Test func `says beforehand that a picture is damaged of which only the header is right`()
        async throws
    {
        // An SGI picture of 64 x 64 compressed pixels, without any of them.
        let header: [UInt8] = [1, 0xDA, 1, 1, 0, 3, 0, 64, 0, 64, 0, 3, 0, 0, 0, 0, 0, 0, 0, 255]
        let bytes = header + [UInt8](repeating: 0, count: 512 - header.count)
        try await withPreparer(.previewer, of: bytes) { preparer, document, _ in
            let found = try await preparer.facts(of: document, name: "a.sgi", size: bytes.count)
            #expect(found.type == "image/x-sgi" && found.pages == 1 && found.problem == .damaged)
        }
        let picture = try Repository.sample("photo.png")
        try await withPreparer(.previewer, of: picture) { preparer, document, _ in
            let size = picture.count
            let found = try await preparer.facts(of: document, name: "a.png", size: size)
            #expect(found.pages == 1 && found.problem == nil)
        }
    }

    @Test(arguments: PreparerKind.allCases)
    func `leaves a document alone that prints as it is`(_ kind: PreparerKind) async throws {
        try await withPreparer(kind) { preparer, document, output in
            let rework = try await preparer.rework(document, document: facts(), into: output)
            #expect(rework == .notNeeded)
            #expect(size(of: output) == 0)
        }
    }

    @Test(arguments: PreparerKind.allCases)
    func `unlocks a document with its password only`(_ kind: PreparerKind) async throws {
        let bytes = try Repository.sample("locked.pdf")
        try await withPreparer(kind, of: bytes, problem: .encrypted) { preparer, document, output in
            let refused = try await preparer.unlock(document, password: "wrong", into: output)
            #expect(refused == .wrongPassword)
            #expect(size(of: output) == 0)
            let opened = try await preparer.unlock(document, password: "sesame", into: output)
            #expect(opened != .wrongPassword)
            let size = size(of: output)
            #expect(size > 0)
            let unlocked = try await preparer.facts(of: output, name: "a.pdf", size: size)
            #expect(unlocked.problem == nil)
        }
    }

    private var plan: PrintPlan {
        PrintPlan(pages: [1, 2, 3], copies: 1, sides: .oneSided, media: .a4)
    }
}
