import PreviewModel

/// Raster files, for printers that do not read PDF.
extension Previewer {
    /// Writes the raster file of a finished PDF: PWG raster, or Apple raster.
    ///
    /// Each page of the PDF is as large as it is displayed: its crop box, turned as the page says. Nothing is scaled or
    /// placed; ``prepareSheets(_:of:name:into:)`` has done that. The file has a known size and is the same each time, so
    /// that it can be sent again. A child works on at most one page at a time, and needs the same memory for any number of
    /// pages.
    ///
    /// - Parameters:
    ///   - request: The format, the pixels, and the sides; the PDF must have as many pages as this says.
    ///   - descriptor: A finished PDF; an open, readable regular file, which stays the caller's.
    ///   - output: An empty regular file that can be written and read. It is empty again when an error is thrown, so that
    ///     there is never a part of a document.
    /// - Returns: The size of the file in bytes.
    /// - Throws: ``PreviewError`` with any code; `outputTooLarge` where the file would exceed
    ///   `RasterRequest.sizeLimit`; `damaged` where a page cannot be drawn; `pageOutOfRange` where the number of pages
    ///   is another one; `timeLimit` where pages take longer than ``PreviewerConfiguration/timeLimit`` on average.
    public func makeRaster(
        _ request: RasterRequest,
        of descriptor: Int32,
        into output: Int32
    ) async throws(PreviewError) -> Int {
        switch try await makeRasterPart(request, of: descriptor, into: output) {
        case .written(let size): return size
        case .notGray, .counted: throw .notWritten
        }
    }

    /// What became of a raster file.
    package enum RasterOutcome: Equatable, Sendable {
        /// It is written, with this many bytes.
        case written(Int)
        /// It would have colors, and `RasterRequest.isForGray` wants none; nothing is written.
        case notGray
        /// It would exceed its limit and have this many bytes, as `RasterRequest.countsBeyond` asks; nothing is written.
        case counted(Int)
    }

    /// Writes a raster file, a part of it, or says why that cannot be.
    package func makeRasterPart(
        _ request: RasterRequest,
        of descriptor: Int32,
        into output: Int32
    ) async throws(PreviewError) -> RasterOutcome {
        guard request.isValid else {
            throw PreviewError(
                .invalidRequest,
                "The raster format does not have these pixels, or a value is out of range.",
                chinese: "该光栅格式不支持这样的像素，或某个值超出范围。"
            )
        }
        let pages = request.part?.count ?? request.pageCount
        let (size, reply) = try await writeReply(
            .makeRaster,
            of: descriptor,
            name: ".pdf",
            payload: request.encoded(),
            into: output,
            in: .ofRasters,
            timeLimit: configuration.timeLimit * pages
        )
        switch reply?.answer.outcome {
        case .done: return .written(size)
        case .notGray where request.isForGray: return .notGray
        case .counted where request.countsBeyond:
            return .counted(Int(clamping: reply?.answer.size ?? 0))
        default: throw .notWritten
        }
    }
}
