import CLinux
import Foundation
import Glibc
import PageRendering
import PreviewHelper
import PreviewModel
import Testing

struct `A large picture of a page` {
    @Test(arguments: [RequestMessage.Medium.screen, .paper])
    func `has the same pixels where it is drawn in its file`(
        medium: RequestMessage.Medium
    ) throws {
        let report = unsafe open(WindowFixture.sample("report.pdf"), O_RDONLY | O_CLOEXEC)
        let file = unsafe clinux_bounded_memory_file("picture", 800 * 800 * 4)
        defer { for descriptor in [report, file] { close(descriptor) } }
        let document = try PDFDocument.open(report)
        let small = try document.draw(page: 1, pixels: 64, medium: medium, into: file)
        #expect(!small.isInFile)
        let usual = try document.draw(page: 1, pixels: 800, medium: medium)
        let drawn = try document.draw(page: 1, pixels: 800, medium: medium, into: file)
        #expect(drawn.isInFile && drawn.pixels.isEmpty)
        #expect(drawn.width == usual.width && drawn.height == usual.height)
        var pixels = [UInt8](repeating: 0, count: usual.pixels.count)
        #expect(unsafe pread(file, &pixels, pixels.count, 0) == pixels.count)
        #expect(pixels == usual.pixels)
        // Nothing maps it any more, or the system would refuse.
        #expect(clinux_seal(file) == 0)
        // What cannot be mapped is drawn as usual.
        let other = try document.draw(page: 1, pixels: 800, medium: medium, into: report)
        #expect(!other.isInFile && other.pixels == usual.pixels)
    }
}
