import CRaster
import PreviewModel
import SheetRendering

/// The compressed lines of a page.
@safe final class RasterLines {
    private let page: OpaquePointer
    private let width: Int

    init(_ type: RasterType, width: Int, isMirrored: Bool) throws(SheetFailure) {
        guard
            let page = unsafe craster_open(type.cType, UInt32(clamping: width), isMirrored ? 1 : 0)
        else {
            throw .outcome(.memoryLimit)
        }
        unsafe self.page = page
        self.width = width
    }

    deinit { unsafe craster_close(page) }

    /// Encodes the first rows of a band, or its last ones upward; returns the number of bytes in `buffer`.
    func encode(
        _ band: PixelBand,
        rows: Int,
        isUpward: Bool,
        into buffer: inout [UInt8]
    ) throws(SheetFailure) -> Int {
        guard let (first, stride) = unsafe band.pixels, rows > 0, rows <= band.rows,
            width == band.width
        else { throw .outcome(.memoryLimit) }
        reserve(rows, in: &buffer)
        return unsafe craster_encode(
            page,
            isUpward ? first + (rows - 1) * stride : first,
            isUpward ? -stride : stride,
            UInt32(clamping: rows),
            &buffer
        )
    }

    /// Encodes white rows; returns the number of bytes in `buffer`.
    func encodeWhite(_ rows: Int, into buffer: inout [UInt8]) -> Int {
        reserve(rows, in: &buffer)
        let white = [UInt8](repeating: 0xFF, count: width * 4)
        return unsafe craster_encode(page, white, 0, UInt32(clamping: rows), &buffer)
    }

    /// Encodes the last line; returns the number of bytes in `buffer`.
    func finish(into buffer: inout [UInt8]) -> Int {
        reserve(1, in: &buffer)
        return unsafe craster_finish(page, &buffer)
    }

    private func reserve(_ rows: Int, in buffer: inout [UInt8]) {
        let room = unsafe craster_room(page, UInt32(clamping: rows))
        guard buffer.count < room else { return }
        buffer = [UInt8](repeating: 0, count: room)
    }
}

extension PixelBand {
    /// Whether each pixel is a gray.
    var isGray: Bool {
        guard let (first, stride) = unsafe pixels else { return false }
        return unsafe craster_is_gray(
            first,
            stride,
            UInt32(clamping: width),
            UInt32(clamping: rows)
        ) != 0
    }
}

extension RasterType {
    fileprivate var cType: craster_type {
        switch self {
        case .black1: CRASTER_BLACK_BIT
        case .sgray1: CRASTER_GRAY_BIT
        case .black8: CRASTER_BLACK
        case .sgray8, .deviceGray8: CRASTER_GRAY
        case .srgb8, .rgb8: CRASTER_RGB
        case .adobeRGB8: CRASTER_ADOBE_RGB
        }
    }
}
