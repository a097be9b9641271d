import Glibc
import PreviewModel
import PrintCenter
import PrintModel
import QuickPreview

/// Raster files.
extension PreviewPreparer {
    func makeRaster(
        _ plan: PrintPlan,
        of descriptor: Int32,
        into output: Int32
    ) async throws -> RasterStream? {
        guard let raster = plan.raster else { return nil }
        for (index, resolution) in raster.resolutions.enumerated() {
            do {
                // Where all pages are gray, gray pixels show the same with a third of the bytes.
                for pixels in [raster.grayPixels, raster.pixels].compactMap({ $0 }) {
                    guard var request = RasterRequest(plan, raster, pixels, resolution) else {
                        continue
                    }
                    request.sizeLimit = rasterLimit
                    request.countsBeyond = true
                    request.isForGray = pixels == raster.grayPixels
                    switch try await previewer.makeRasterPart(request, of: descriptor, into: output)
                    {
                    case .written: return nil
                    case .notGray: continue
                    case .counted(let size):
                        return RasterStream(pixels: pixels, resolution: resolution, size: size)
                    }
                }
            } catch {
                // At a lower resolution a page has fewer pixels.
                if error.code == .pixelLimit, index + 1 < raster.resolutions.count { continue }
                throw Self.preparationFailure(error)
            }
        }
        throw PreparationError(
            mayPass: false,
            detail: "The printer's raster format cannot be made.",
            cause: PreviewError.Code.invalidRequest.rawValue
        )
    }

    func streamRaster(
        _ stream: RasterStream,
        _ plan: PrintPlan,
        of descriptor: Int32,
        through scratch: [Int32],
        send: @escaping @Sendable (Int32, Int) async throws -> Void
    ) async throws {
        guard let raster = plan.raster, scratch.count == 2,
            let request = RasterRequest(plan, raster, stream.pixels, stream.resolution)
        else {
            throw PreparationError(
                mayPass: false,
                detail: "The printer's raster format cannot be made."
            )
        }
        let parts = request.parts(of: stream.size, each: rasterPart)
        guard !parts.isEmpty else { return }
        var index = 0
        var made = try await makePart(parts, of: request, from: descriptor, into: scratch[0])
        while true {
            let part = made[0]
            let rest = Array(made.dropFirst())
            let file = scratch[(index + 1) % 2]
            // The next part is made while the printer reads this one.
            async let next = makePart(rest, of: request, from: descriptor, into: file)
            for time in 0..<part.times {
                let isFirst = index == 0 && time == 0
                let hasHeader = part.pages.lowerBound == 1
                try await send(scratch[index % 2], hasHeader && !isFirst ? request.headerSize : 0)
            }
            made = try await next
            guard !made.isEmpty else { return }
            index += 1
        }
    }

    /// Makes the first part of those that are left, and returns these; where the part became much larger than most, it and its
    /// like are halved before.
    private func makePart(
        _ left: [RasterPart],
        of request: RasterRequest,
        from descriptor: Int32,
        into file: Int32
    ) async throws -> [RasterPart] {
        var left = left
        while let first = left.first {
            let halves = request.halves(of: first.pages)
            var part = request
            part.part = first.pages
            if halves != nil { part.sizeLimit = min(part.sizeLimit, max(1, rasterPart) * 4) }
            guard ftruncate(file, 0) == 0, lseek(file, 0, SEEK_SET) == 0 else {
                throw SpoolError.failed("A part of the pages cannot be written.")
            }
            do {
                _ = try await previewer.makeRasterPart(part, of: descriptor, into: file)
                return left
            } catch {
                guard error.code == .outputTooLarge, let halves else {
                    throw Self.preparationFailure(error)
                }
                left = left.flatMap { one in
                    guard one.pages == first.pages else { return [one] }
                    return (0..<one.times).flatMap { _ in halves.map { RasterPart(pages: $0) } }
                }
            }
        }
        return left
    }
}

/// Pages of a raster file that are made at once.
struct RasterPart: Equatable, Sendable {
    var pages: ClosedRange<Int>
    /// How often they are sent in a row.
    var times = 1
}

extension RasterRequest {
    /// The bytes before the first page.
    fileprivate var headerSize: Int { container == .pwg ? 4 : 12 }

    /// The parts of a file in their order, each of about as many bytes, and how often each is sent in a row.
    func parts(of size: Int, each wanted: Int) -> [RasterPart] {
        // A sheet is not divided.
        let perSheet = sides == .oneSided ? 1 : 2
        let sheets = max(1, wanted / max(1, size / max(1, filePages)) / perSheet)
        let count = copies > 1 && !isCollated ? perSheet : perSheet * min(sheets, 500)
        let ranges = stride(from: 1, through: pageCount, by: count).map { first in
            first...min(first + count - 1, pageCount)
        }
        guard copies > 1 else { return ranges.map { RasterPart(pages: $0) } }
        if !isCollated || ranges.count == 1 {
            return ranges.map { RasterPart(pages: $0, times: copies) }
        }
        return Array(repeating: ranges.map { RasterPart(pages: $0) }, count: copies)
            .flatMap { $0 }
    }

    /// Both halves of some pages, none of which divides a sheet; `nil` for the pages of one sheet.
    func halves(of pages: ClosedRange<Int>) -> [ClosedRange<Int>]? {
        let perSheet = sides == .oneSided ? 1 : 2
        let sheets = (pages.count + perSheet - 1) / perSheet
        guard sheets > 1 else { return nil }
        let first = (sheets / 2).multiplied(clamping: perSheet)
        let (lower, upper) = (pages.prefix(first), pages.dropFirst(first))
        guard let last = lower.last, let next = upper.first else { return nil }
        return [pages.lowerBound...last, next...pages.upperBound]
    }
}
