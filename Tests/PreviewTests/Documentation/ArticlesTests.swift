import Foundation
import PreviewModel
import ProofKit
import QuickPreview
import Testing

/// What a program shows a file in.
private final class Cell {
    let size = 128
    let scale = 2.0
    var shown: [(image: PreviewImage, isFinal: Bool)] = []
    var isClear = false

    func show(_ image: PreviewImage, isFinal: Bool) { shown.append((image, isFinal)) }
    func clear() { isClear = true }
}

/// The code in the articles, to the letter.
private enum Articles {
    static func overview(_ descriptor: Int32) async throws -> (DocumentInfo, [UInt8]) {
        let previewer = Previewer()
        let info = try await previewer.info(of: descriptor, name: "report.pdf")
        let picture = try await previewer.thumbnail(of: descriptor, name: "report.pdf", size: 256)
        let png = try picture.png()
        await previewer.close()
        return (info, png)
    }

    static func show(_ path: String, with previewer: Previewer, in view: Cell) async {
        guard let file = FileHandle(forReadingAtPath: path) else { return view.clear() }
        let name = (path as NSString).lastPathComponent
        do {
            let answers = previewer.answers(
                of: file.fileDescriptor,
                name: name,
                path: path,
                size: view.size,
                scale: view.scale
            )
            for try await answer in answers {
                view.show(answer.image, isFinal: answer.quality == .best)
            }
        } catch  where error.isAboutFile {
            let card = try? await previewer.card(
                name: name,
                type: .unknown,
                bytes: nil,
                reason: error,
                size: view.size,
                scale: view.scale
            )
            if let card { view.show(card, isFinal: true) }
        } catch {
            view.clear()
        }
    }

    static func firstPage(
        of file: FileHandle,
        name: String,
        with previewer: Previewer,
        password: () -> String?
    ) async throws(PreviewError) -> PreviewImage {
        var typed = ""
        while true {
            do throws(PreviewError) {
                return try await previewer.thumbnail(
                    of: file.fileDescriptor,
                    name: name,
                    size: 512,
                    password: typed
                )
            } catch {
                let asks = error.code == .encrypted || error.code == .wrongPassword
                guard asks, let next = password() else { throw error }
                typed = next
            }
        }
    }

    static func find(
        _ word: String,
        in path: String,
        with previewer: Previewer
    ) async throws -> [Int] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        var pages: [Int] = []
        let text = try await previewer.text(of: file.fileDescriptor, name: path)
        for try await page in text where page.text.localizedCaseInsensitiveContains(word) {
            pages.append(page.page)
        }
        return pages
    }

    static func pages(
        of path: String,
        into output: FileHandle,
        with previewer: Previewer
    ) async throws -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "cannot be opened" }
        let made = try await previewer.makePages(
            of: file.fileDescriptor,
            name: path,
            layout: .a4,
            into: output.fileDescriptor
        )
        var words = made.count == 1 ? "1 page" : "\(made.count) pages"
        if made.isSimplified, let package = made.missingPackage {
            words += ", laid out simply: install \(package) for the document's own look"
        }
        return words
    }

    static func shortLived() -> Previewer {
        var configuration = PreviewerConfiguration(
            crashRecord: PreviewerConfiguration.usualCrashRecord
        )
        configuration.usesRunningHelper = true
        return Previewer(configuration: configuration)
    }
}

@Suite struct `The articles on QuickPreview` {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let catalog = folder.appendingPathComponent(
        "../../../Sources/QuickPreview/QuickPreview.docc"
    ).standardized

    @Test func `have the code that is compiled here`() throws {
        /// Without the place where it stands, and the breaks of lines.
        func code(_ text: some StringProtocol) -> String {
            String(text).replacingOccurrences(of: "static func ", with: "func ")
                .filter { !$0.isWhitespace }
        }
        let own = code(try String(contentsOfFile: #filePath, encoding: .utf8))
        var count = 0
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.catalog.path)
        for file in files.filter({ $0.hasSuffix(".md") }) {
            let text = try String(
                contentsOf: Self.catalog.appendingPathComponent(file),
                encoding: .utf8
            )
            for block in text.split(separator: "```swift\n").dropFirst() {
                let snippet = try #require(block.split(separator: "```").first)
                #expect(own.contains(code(snippet)), "\(file): \(snippet)")
                count += 1
            }
        }
        #expect(count == 6)
    }

    @Test func `have code that does what they say`() async throws {
        let report = WindowFixture.sample("report.pdf")
        let file = try #require(FileHandle(forReadingAtPath: report))
        let (info, png) = try await Articles.overview(file.fileDescriptor)
        #expect(info.pages == 6 && png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let previewer = Articles.shortLived()
        let cell = Cell()
        await Articles.show(report, with: previewer, in: cell)
        #expect(cell.shown.last?.isFinal == true && cell.shown.last?.image.height == 256)
        let damaged = Cell()
        await Articles.show(WindowFixture.sample("damaged.pdf"), with: previewer, in: damaged)
        #expect(damaged.shown.last?.isFinal == true)
        let missing = Cell()
        await Articles.show("/missing", with: previewer, in: missing)
        #expect(missing.isClear && missing.shown.isEmpty)
        let locked = try #require(
            FileHandle(forReadingAtPath: WindowFixture.sample("locked.pdf"))
        )
        var passwords = ["wrong", "sesame"]
        let page = try await Articles.firstPage(of: locked, name: "a.pdf", with: previewer) {
            passwords.isEmpty ? nil : passwords.removeFirst()
        }
        #expect(page.height == 512 && passwords.isEmpty)
        await #expect(throws: PreviewError.self) {
            try await Articles.firstPage(of: locked, name: "a.pdf", with: previewer) { nil }
        }
        #expect(try await Articles.find("OFFICE", in: report, with: previewer).contains(1))
        try await withFixtures { fixtures in
            let path = fixtures.path("pages.pdf")
            try Data().write(to: URL(fileURLWithPath: path))
            let output = try #require(FileHandle(forUpdatingAtPath: path))
            let notes = WindowFixture.sample("notes.txt")
            #expect(
                try await Articles.pages(of: notes, into: output, with: previewer) == "1 page"
            )
        }
        await previewer.close()
    }
}
