import Foundation
import Glibc
import PreviewModel
import PrintCenter
import PrintModel
import ProofKit
import QuickPreview
import Synchronization
import Testing

@testable import PrintDaemon

/// Raster files that are made while they are sent.
@Suite(.serialized) struct `A raster file that is too large to be kept` {
    struct Sent: Sendable, CustomTestStringConvertible {
        var type: String
        var copies = 1
        var isCollated = true
        var sides = Sides.oneSided
        var pages = 5
        var testDescription: String { "\(type) \(pages) \(copies) \(isCollated) \(sides.rawValue)" }
    }

    static let cases = [RasterCapabilities.pwg, RasterCapabilities.apple].flatMap { type in
        [
            Sent(type: type), Sent(type: type, sides: .twoSidedLongEdge),
            Sent(type: type, copies: 3), Sent(type: type, copies: 3, isCollated: false),
            Sent(type: type, copies: 3, sides: .twoSidedShortEdge),
            Sent(type: type, copies: 3, isCollated: false, sides: .twoSidedLongEdge),
            Sent(type: type, copies: 2, sides: .twoSidedLongEdge, pages: 1),
        ]
    }

    private static func document(_ pages: Int, _ color: String = "0 g") -> [UInt8] {
        let contents = (0..<pages).map { page in
            MinimalPDF.Page(
                content: color
                    + (0..<(40 + page * 7)).map { " \($0 * 3) \($0 * 4) 9 9 re f" }.joined()
            )
        }
        return MinimalPDF(pages: contents).bytes
    }

    private static func plan(_ sent: Sent) -> PrintPlan {
        var plan = PrintPlan(
            pages: Array(1...sent.pages),
            copies: sent.copies,
            collate: sent.isCollated,
            sides: sent.sides,
            media: .a4
        )
        plan.raster = RasterFormat(
            type: sent.type,
            pixels: sent.type == RasterCapabilities.pwg ? "sgray_8" : "W8",
            resolutions: [RasterResolution(100)],
            copies: sent.copies
        )
        return plan
    }

    private static func bytes(_ file: Int32) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        return unsafe pread(file, &bytes, bytes.count, 0) == bytes.count ? bytes : []
    }

    /// An open file without a name.
    private static func file() -> Int32 {
        var path = Array("\(TemporaryFolder.usual)/raster-XXXXXX".utf8CString)
        let file = unsafe mkstemp(&path)
        _ = unsafe unlink(path)
        return file
    }

    private static func withFiles(
        _ count: Int,
        of document: [UInt8],
        _ body: (PreviewPreparer, Int32, [Int32]) async throws -> Void
    ) async throws {
        let previewer = Previewer(configuration: PreviewerConfiguration(timeLimit: .patience * 10))
        let files = (0...count).map { _ in Self.file() }
        defer { for file in files { close(file) } }
        let written = unsafe write(files[0], document, document.count)
        #expect(written == document.count)
        try await body(PreviewPreparer(previewer: previewer), files[0], Array(files.dropFirst()))
        await previewer.close()
    }

    @Test(arguments: cases)
    func `has the same bytes, part by part`(_ sent: Sent) async throws {
        let plan = Self.plan(sent)
        try await Self.withFiles(4, of: Self.document(sent.pages)) { preparer, document, files in
            let kept = try await preparer.makeRaster(plan, of: document, into: files[0])
            #expect(kept == nil)
            let whole = Self.bytes(files[0])
            var limited = preparer
            limited.rasterLimit = whole.count - 1
            limited.rasterPart = whole.count / 4
            let found = try await limited.makeRaster(plan, of: document, into: files[1])
            let stream = try #require(found)
            #expect(stream.size == whole.count && Self.bytes(files[1]).isEmpty)
            let all = Mutex<[UInt8]>([])
            try await limited.streamRaster(
                stream,
                plan,
                of: document,
                through: Array(files.suffix(2))
            ) { part, place in
                let next = Self.bytes(part).dropFirst(place)
                #expect(next.count < whole.count)
                all.withLock { $0 += next }
            }
            let isSame = all.withLock { $0 } == whole
            #expect(isSame)
        }
    }

    /// Most pages are white, and the last ones have most of the bytes.
    @Test(arguments: [
        Sent(type: RasterCapabilities.pwg, pages: 40),
        Sent(type: RasterCapabilities.apple, copies: 2, sides: .twoSidedLongEdge, pages: 39),
        Sent(type: RasterCapabilities.pwg, copies: 2, isCollated: false, pages: 40),
    ])
    func `is halved where pages are much larger than most`(_ sent: Sent) async throws {
        let plan = Self.plan(sent)
        let lines = (0..<1600).map { " \($0 * 7 % 590) \($0 * 11 % 830) 4 3 re f" }.joined()
        let pages = (1...sent.pages).map { MinimalPDF.Page(content: $0 > 32 ? "0 g" + lines : "") }
        let bytes = MinimalPDF(pages: pages).bytes
        try await Self.withFiles(4, of: bytes) { preparer, document, files in
            _ = try await preparer.makeRaster(plan, of: document, into: files[0])
            let whole = Self.bytes(files[0])
            var limited = preparer
            limited.rasterLimit = whole.count - 1
            limited.rasterPart = whole.count / sent.copies / 8
            let found = try await limited.makeRaster(plan, of: document, into: files[1])
            let stream = try #require(found)
            let all = Mutex<[UInt8]>([])
            let most = limited.rasterPart * 4
            try await limited.streamRaster(
                stream,
                plan,
                of: document,
                through: Array(files.suffix(2))
            ) { part, place in
                let next = Self.bytes(part)
                #expect(next.count <= most)
                all.withLock { $0 += next.dropFirst(place) }
            }
            let isSame = all.withLock { $0 } == whole
            #expect(isSame)
        }
    }

    @Test(arguments: [("0 g", true), ("0.4 g", true), ("1 0 0 rg", false)])
    func `is gray where that shows the same`(_ color: String, _ isGray: Bool) async throws {
        var plan = Self.plan(Sent(type: RasterCapabilities.pwg, pages: 2))
        func made(_ pixels: String, _ gray: String?) async throws -> [UInt8] {
            plan.raster?.pixels = pixels
            plan.raster?.grayPixels = gray
            var made: [UInt8] = []
            try await Self.withFiles(1, of: Self.document(2, color)) { preparer, document, files in
                let kept = try await preparer.makeRaster(plan, of: document, into: files[0])
                #expect(kept == nil)
                made = Self.bytes(files[0])
            }
            return made
        }
        let open = try await made("srgb_8", "sgray_8")
        let (gray, colored) = (try await made("sgray_8", nil), try await made("srgb_8", nil))
        let isRight = open == (isGray ? gray : colored)
        #expect(isRight && gray.count < colored.count)
    }
}
